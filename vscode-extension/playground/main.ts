/** The page: an editor, the server, and the views. */
import type { CodeAction, Command, TextEdit } from "vscode-languageserver-protocol";
import { onArrows } from "../media/board/dom";
import type { Conversion, CopiesAnswer, Forms, FoundText } from "../src/views/answers";
import { lineOf, type Choices, type Cursor, type Line } from "../src/views/messages";
import { Address } from "./address";
import { choose } from "./choosing";
import { el } from "./dom";
import { engines } from "./engines";
import { Editor, makeClient, type Language } from "./editor";
import { Grammars, type Scopes } from "./grammars";
import type { Held } from "./link";
import { Blocked, start } from "./server";
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
  /** The scopes of colours in grammars. */
  readonly scopes: Scopes;
  /** The number of bytes of the files that the server needs. */
  readonly bytes: number;
}

/** What a user can do about a problem. */
interface Remedy {
  readonly label: string;
  readonly run: () => void;
}

const at = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const status = at("status");
const problem = at("problem");
const copyLink = at("copy-link");
const actions = at("actions");
const notation = at("notation") as HTMLSelectElement;
const samples = at("samples") as HTMLSelectElement;
const dialog = at("choice") as HTMLDialogElement;

const catalogue = (await (await fetch("catalogue.json")).json()) as Catalogue;
const languages = new Map(catalogue.languages.map((one) => [one.id, one]));
const first = catalogue.samples.find((one) => one.title === "Orthodox") ?? {
  language: catalogue.languages[0]?.id ?? "",
  title: "",
  text: "",
};
let isRunning = false;
/** Ends when the last chosen conversion has ended. */
let converting: Promise<void> = Promise.resolve();
/** Ends when the server runs, or cannot be started. */
let hasStarted: () => void = () => undefined;
const starting = new Promise<void>((done) => {
  hasStarted = done;
});

const requests = new Requests();
const grammars = new Grammars(catalogue.scopes);
const client = makeClient(requests.hear, grammars);
const editor = new Editor(at("editor"), client, {
  changed: () => {
    address.changed();
  },
  moved: () => {
    for (const { view } of shown) view.follow();
  },
  found: (diagnostics) => {
    if (isRunning) {
      status.textContent =
        diagnostics.length === 1 ? "1 diagnostic." : `${diagnostics.length || "No"} diagnostics.`;
    }
  },
  restored: () => {
    tell("");
    notation.value = editor.held.language;
    boardView.replace();
  },
});
const host: Host = {
  request: requests.to(client),
  cursor: () => (isRunning ? editor.cursor : undefined),
  hear: async (message) => {
    if (message.kind === "write") return write(message.cursor, message.choices);
    if (message.kind === "highlight") {
      editor.light(message, message.spans);
    } else if (message.kind === "open") {
      editor.goTo(message.span.start);
    } else if (message.kind === "insert") {
      insert(message.text);
    } else if (message.kind === "copyText") {
      status.textContent = await copied(message.text, "The game");
    } else if (message.kind === "save") {
      save(message.html, "playtest.html");
    } else if (message.kind === "playtest") {
      playtest(lineOf(message.choices));
    } else if (message.kind === "sheet") {
      await download(message, "sheet", "score sheet.txt");
    } else if (message.kind === "print") {
      await download(message, "page", "score sheet.html");
    } else {
      await copyAs(message.cursor, message.choices);
    }
    return false;
  },
};
const frame = (title: string): HTMLIFrameElement =>
  document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`) ??
  document.createElement("iframe");
const boardView = new View(frame("Board"), host);
const gallery = new Gallery({ pieces: frame("Pieces"), games: frame("Games") }, host);
const playtestView = new View(frame("Playtest"), host);
const playtestPart = { panel: at("playtest"), tab: at("playtest-tab"), view: playtestView };
const shown = [
  { panel: at("board"), tab: at("board-tab"), view: boardView },
  { panel: at("gallery"), tab: at("gallery-tab"), view: gallery },
  playtestPart,
];
const address = new Address(
  [...languages.keys()],
  () => editor.held,
  (found) => {
    if (found instanceof Error) tell(found.message);
    else show(found);
  },
);

const BLOCKED =
  "This browser does not run WebAssembly here, and the server needs it. Allow WebAssembly for this site in the settings of the browser (a strict security level switches it off), or open the page in another browser. The text is kept.";

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
  editor.show(
    text,
    known,
    catalogue.samples.find((one) => one.text === text)?.title ?? "Your text",
  );
  if (isRunning) void editor.begin();
}

/** Shows a problem until another text is shown, with what can be done about it. */
function tell(words: string, remedies: readonly Remedy[] = []): void {
  problem.querySelector("p")?.replaceChildren(words);
  problem.hidden = !words;
  const buttons = remedies.map(({ label, run }) => {
    const button = el("button", { type: "button" }, [label]);
    button.addEventListener("click", run);
    return button;
  });
  at("ways").replaceChildren(...buttons);
}

function fill(): void {
  notation.append(
    ...catalogue.languages.map(({ id, name }) => el("option", { value: id }, [name])),
  );
  for (const { id, name } of catalogue.languages) {
    const own = catalogue.samples.filter(({ language }) => language === id);
    const options = own.map((sample) =>
      el("option", { value: catalogue.samples.indexOf(sample) }, [sample.title]),
    );
    samples.append(el("optgroup", { label: name }, options));
  }
}

function listen(): void {
  notation.addEventListener("change", () => {
    const { value } = notation;
    converting = converting
      .then(() => changeNotation(value))
      .catch((reason: unknown) => {
        refuse(reason instanceof Error ? reason.message : String(reason));
      });
  });
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

/**
 * Shows a sample in the place of another, and converts another text. What cannot be converted stays
 * as it is, and the reason is shown.
 */
async function changeNotation(language: string): Promise<void> {
  const { text, language: own } = editor.held;
  if (language === own) return;
  const isSample = !text.trim() || catalogue.samples.some((one) => one.text === text);
  const sample = isSample ? catalogue.samples.find((one) => one.language === language) : undefined;
  if (sample) {
    open(sample);
    return;
  }
  if (!isRunning) {
    status.textContent = "The text is converted as soon as the server runs.";
    await starting;
  }
  const made = await converted(language);
  const now = editor.held;
  if (now.text !== text || now.language !== own) {
    notation.value = now.language; // The text was changed or replaced meanwhile.
    return;
  }
  const name = languages.get(language)?.name ?? language;
  const reading = {
    label: `Read it as ${name}`,
    run: () => {
      open({ language, text });
    },
  };
  if (!made?.text?.trim()) {
    refuse(`The text is not converted. ${made?.reason ?? `It cannot be written as ${name}.`}`, [
      reading,
    ]);
  } else if (made.reason) {
    const { text: others } = made;
    refuse(`The text is not converted. ${made.reason}`, [
      {
        label: "Convert the others",
        run: () => {
          open({ language, text: others });
        },
      },
      reading,
    ]);
  } else {
    open({ language, text: made.text });
  }
}

/** Shows why the text was not converted. */
function refuse(reason: string, remedies: readonly Remedy[] = []): void {
  notation.value = editor.held.language;
  tell(reason, remedies);
}

/** The text in another notation; undefined if there is no way to write it. */
async function converted(language: string): Promise<Conversion | null | undefined> {
  const textDocument = { uri: editor.cursor?.uri };
  const known = isRunning
    ? await client.request<object, Forms | null>("wazir/forms", { textDocument })
    : null;
  const form = known?.forms.find((one) => one.language === language && !one.isOwn)?.name;
  return form === undefined
    ? undefined
    : client.request<object, Conversion | null>("wazir/convert", { textDocument, form });
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
  const params = {
    ...choices,
    textDocument: { uri: cursor.uri },
    position: cursor.position,
    theme: "auto",
  };
  const found = await client.request<object, CopiesAnswer | null>("wazir/copy", params);
  const chosen = await choose(dialog, "Copy As", found?.copies ?? []);
  if (chosen) status.textContent = await copied(chosen.text, chosen.label);
}

/** Downloads the score sheet of the shown game. */
async function download(
  { cursor: { uri, position }, choices }: { readonly cursor: Cursor; readonly choices: Choices },
  form: string,
  name: string,
): Promise<void> {
  const params = { ...choices, form, textDocument: { uri }, position };
  const found = await client.request<object, Conversion | null>("wazir/copy", params);
  if (!found?.text) return;
  save(found.text, name);
}

/** Saves a text as a file of the user. */
function save(text: string, name: string): void {
  const link = el("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows the variant at the cursor, or Ben39, while it plays itself. */
function playtest(line: Line): void {
  turn(playtestPart);
  playtestView.play(line);
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
  const found = await client.request<object, (CodeAction | Command)[] | null>(
    "textDocument/codeAction",
    range,
  );
  const offered = (found ?? []).flatMap((one) =>
    "edit" in one ? [{ label: one.title, edit: one.edit }] : [],
  );
  if (!offered.length) status.textContent = "There are no actions at the cursor.";
  else editor.apply((await choose(dialog, "Actions at the cursor", offered))?.edit);
}

async function begin(): Promise<void> {
  const found = await address.first();
  show(found && !(found instanceof Error) ? found : first);
  if (found instanceof Error) tell(found.message);
  const again = {
    label: "Load the page again",
    run: () => {
      location.reload();
    },
  };
  try {
    await grammars.ready; // They are small, and the text has colours while the server is loaded.
    const transport = await start(
      (reason) => {
        isRunning = false;
        tell(`The server has stopped. The text is kept. ${reason}`, [again]);
      },
      document.baseURI,
      engines,
      loading(),
    );
    client.connect(transport);
    await client.initializing;
    isRunning = true;
    status.textContent = "The server runs in this page. Nothing is sent anywhere.";
    for (const { view } of shown) view.follow();
    await editor.begin();
    if ("serviceWorker" in navigator) {
      await navigator.serviceWorker.register("offline.js").catch(() => undefined);
    }
  } catch (reason) {
    const words =
      reason instanceof Blocked
        ? BLOCKED
        : `The server cannot be started. ${reason instanceof Error ? reason.message : String(reason)}`;
    tell(words, [again]);
    status.textContent = "";
    for (const { panel } of shown) panel.replaceChildren(el("p", {}, ["Boards need the server."]));
  } finally {
    at("loading").hidden = true;
    hasStarted();
  }
}

/** Shows how much of the server is loaded. Returns what counts the bytes. */
function loading(): (bytes: number) => void {
  const bar = at("loading") as HTMLProgressElement;
  const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  let done = 0;
  const show = (): void => {
    const isLoaded = done >= catalogue.bytes;
    bar.value = done;
    status.textContent = isLoaded
      ? "The server starts in this page..."
      : `Loading the server, which runs in this page: ${inMegabytes(done)} of ${inMegabytes(catalogue.bytes)} MB. The text can be changed meanwhile.`;
  };
  bar.max = catalogue.bytes;
  bar.hidden = false;
  show();
  return (bytes) => {
    done += bytes;
    show();
  };
}
