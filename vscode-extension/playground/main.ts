/** The page: an editor, the server, and the views. */
import type { CodeAction, Command, TextEdit } from "vscode-languageserver-protocol";
import { onArrows } from "../media/board/dom";
import type { Conversion, CopiesAnswer, Forms, FoundText } from "../src/views/answers";
import type { Choices, Cursor } from "../src/views/messages";
import { Address } from "./address";
import { choose } from "./choosing";
import { el } from "./dom";
import { engine } from "./engines";
import { Editor, makeClient, type Language } from "./editor";
import type { Held } from "./link";
import { start } from "./server";
import { switchTheme } from "./theme";
import { Gallery, Requests, View, type Host } from "./views";

interface Sample {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** The constants of the build. */
interface Catalogue {
  readonly languages: readonly Language[];
  readonly samples: readonly Sample[];
}

const at = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const [status, problem, copyLink, actions] = [at("status"), at("problem"), at("copy-link"), at("actions")];
const [notation, samples] = [at("notation") as HTMLSelectElement, at("samples") as HTMLSelectElement];
const dialog = at("choice") as HTMLDialogElement;

const catalogue = (await (await fetch("catalogue.json")).json()) as Catalogue;
const languages = new Map(catalogue.languages.map((one) => [one.id, one]));
const first = catalogue.samples.find((one) => one.title === "Orthodox") ?? { language: catalogue.languages[0]?.id ?? "", title: "", text: "" };
let isRunning = false;
let hasErrors = false;

const requests = new Requests();
const client = makeClient(requests.hear);
const editor = new Editor(at("editor"), client, {
  changed: () => {
    address.changed();
  },
  moved: () => {
    for (const { view } of shown) view.follow();
  },
  found: (diagnostics) => {
    hasErrors = diagnostics.some(({ severity }) => severity === "error");
    if (isRunning) status.textContent = diagnostics.length === 1 ? "1 diagnostic." : `${diagnostics.length || "No"} diagnostics.`;
  },
});
const host: Host = {
  request: requests.to(client),
  cursor: () => (isRunning ? editor.cursor : undefined),
  hear: async (message) => {
    if (message.kind === "write") return write(message.cursor, message.choices);
    if (message.kind === "highlight") editor.light(message, message.spans);
    else if (message.kind === "open") editor.goTo(message.span.start);
    else if (message.kind === "insert") insert(message.text);
    else if (message.kind === "copyText") status.textContent = await copied(message.text, "The game");
    else if (message.kind === "sheet") await download(message, "sheet", "score sheet.txt");
    else if (message.kind === "print") await download(message, "page", "score sheet.html");
    else await copyAs(message.cursor, message.choices);
    return false;
  },
};
const [board, pieces, games] = [...document.querySelectorAll("iframe")] as [HTMLIFrameElement, HTMLIFrameElement, HTMLIFrameElement];
const boardView = new View(board, host);
const shown = [
  { panel: at("board"), tab: at("board-tab"), view: boardView },
  { panel: at("gallery"), tab: at("gallery-tab"), view: new Gallery({ pieces, games }, host) },
];
const address = new Address([...languages.keys()], () => editor.held, (found) => {
  if (found instanceof Error) tell(found.message);
  else show(found);
});

fill();
listen();
await begin();

/** Shows a text. The server reads it as soon as it runs. */
function show({ language, text }: Held): void {
  const known = languages.get(language);
  if (!known) return;
  tell("");
  notation.value = language;
  boardView.replace();
  editor.show(text, known, catalogue.samples.find((one) => one.text === text)?.title ?? "Your text");
  if (isRunning) void editor.begin();
}

/** Shows a problem until another text is shown. */
function tell(words: string): void {
  problem.textContent = words;
  problem.hidden = !words;
}

function fill(): void {
  notation.append(...catalogue.languages.map(({ id, name }) => el("option", { value: id }, [name])));
  for (const { id, name } of catalogue.languages) {
    const own = catalogue.samples.filter(({ language }) => language === id);
    const options = own.map((sample) => el("option", { value: catalogue.samples.indexOf(sample) }, [sample.title]));
    samples.append(el("optgroup", { label: name }, options));
  }
}

function listen(): void {
  notation.addEventListener("change", () => void changeNotation(notation.value));
  samples.addEventListener("change", () => {
    const sample = catalogue.samples[Number(samples.value)];
    samples.value = "";
    if (sample) open(sample);
  });
  copyLink.addEventListener("click", () => void copyAddress());
  switchTheme(at("theme"));
  actions.addEventListener("click", () => void act());
  at("editor").addEventListener("keydown", (event) => {
    if (event.key !== "." || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void act();
  });
  for (const one of shown) {
    one.tab.addEventListener("click", () => {
      turn(one);
    });
    one.tab.addEventListener("focus", () => {
      turn(one);
    });
  }
  at("tabs").addEventListener("keydown", onArrows);
}

/** Shows a sample in the place of another, and converts another text unless it has errors: it may be in that notation. */
async function changeNotation(language: string): Promise<void> {
  const { text } = editor.held;
  const isSample = !text.trim() || catalogue.samples.some((one) => one.text === text);
  const sample = isSample ? catalogue.samples.find((one) => one.language === language) : undefined;
  const made = sample || hasErrors ? undefined : await converted(language);
  open(sample ?? { language, text: made?.text ?? text });
  if (made?.reason) tell(made.reason);
}

/** The text in another notation; undefined if there is no way to write it. */
async function converted(language: string): Promise<Conversion | null | undefined> {
  const textDocument = { uri: editor.cursor?.uri };
  const known = isRunning ? await client.request<object, Forms | null>("wazir/forms", { textDocument }) : null;
  const form = known?.forms.find((one) => one.language === language && !one.isOwn)?.name;
  return form === undefined ? undefined : client.request<object, Conversion | null>("wazir/convert", { textDocument, form });
}

/** Replaces the shown text, which Back restores. */
function open(held: Held): void {
  address.push(held);
  show(held);
}

/** Shows a view. */
function turn(chosen: (typeof shown)[number]): void {
  for (const { panel, tab } of shown) {
    const isChosen = panel === chosen.panel;
    panel.hidden = !isChosen;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  chosen.view.follow();
}

/** Adds a found piece as the last line, or to an empty text in its notation. */
function insert(found: FoundText): void {
  if (editor.held.language !== found.notation) open({ language: found.notation, text: "" });
  editor.append(found);
}

async function copyAddress(): Promise<void> {
  const link = await address.link();
  status.textContent = link ? await copied(link, "The link") : "The text is too long for a link.";
}

/** Copies a text and reports the result. */
async function copied(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied: ${what}.`;
  } catch {
    return "The browser does not let this page copy.";
  }
}

async function copyAs(cursor: Cursor, choices: Choices): Promise<void> {
  const params = { ...choices, textDocument: { uri: cursor.uri }, position: cursor.position, theme: "auto" };
  const found = await client.request<object, CopiesAnswer | null>("wazir/copy", params);
  const chosen = await choose(dialog, "Copy As", found?.copies ?? []);
  if (chosen) status.textContent = await copied(chosen.text, chosen.label);
}

/** Downloads the score sheet of the shown game. */
async function download({ cursor: { uri, position }, choices }: { readonly cursor: Cursor; readonly choices: Choices }, form: string, name: string): Promise<void> {
  const params = { ...choices, form, textDocument: { uri }, position };
  const found = await client.request<object, Conversion | null>("wazir/copy", params);
  if (!found?.text) return;
  const link = el("a", { href: URL.createObjectURL(new Blob([found.text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Writes the moves or the position of the board into the text. The editor can undo it. */
async function write({ uri, position }: Cursor, choices: Choices): Promise<boolean> {
  const params = { ...choices, textDocument: { uri }, position };
  const found = await client.request<object, { edits: TextEdit[] } | null>("wazir/write", params);
  if (found) editor.apply({ changes: { [uri]: found.edits } });
  return found !== null;
}

/** Shows a menu of fixes and refactorings at the cursor. */
async function act(): Promise<void> {
  const range = editor.range;
  if (!isRunning || !range) return;
  const found = await client.request<object, (CodeAction | Command)[] | null>("textDocument/codeAction", range);
  const offered = (found ?? []).flatMap((one) => ("edit" in one ? [{ label: one.title, edit: one.edit }] : []));
  if (!offered.length) status.textContent = "There are no actions at the cursor.";
  else editor.apply((await choose(dialog, "Actions at the cursor", offered))?.edit);
}

async function begin(): Promise<void> {
  const found = await address.first();
  show(found && !(found instanceof Error) ? found : first);
  if (found instanceof Error) tell(found.message);
  status.textContent = "Loading the server, which runs in this page...";
  try {
    const transport = await start((reason) => {
      isRunning = false;
      tell(`The server has stopped. Load this page again; the text is kept. ${reason}`);
    }, document.baseURI, engine);
    client.connect(transport);
    await client.initializing;
    isRunning = true;
    status.textContent = "The server runs in this page. Nothing is sent anywhere.";
    for (const { view } of shown) view.follow();
    await editor.begin();
    if ("serviceWorker" in navigator) await navigator.serviceWorker.register("offline.js").catch(() => undefined);
  } catch (reason) {
    tell(`The server cannot be started. ${reason instanceof Error ? reason.message : String(reason)}`);
    status.textContent = "";
  }
}
