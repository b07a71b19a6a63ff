// The page of the view in a browser, with the real server behind it and what the editor would do in
// its place.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { load as loadModule } from "../../scripts/bundling.mjs";

const extension = fileURLToPath(new URL("../../", import.meta.url));
const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HOME = "https://view.example/";
/**
 * Milliseconds after which a test no longer waits. Tests wait for events; only one that never comes
 * takes so long.
 */
const PATIENCE = 120_000;

/** A module of the extension. */
export const load = (path) => loadModule(extension + path);

/** A script or a style of a page, bundled as in the extension. */
async function bundled(name) {
  const options = {
    entryPoints: [`${extension}media/${name}`],
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
  };
  return (await build(options)).outputFiles[0].text;
}

/** Waits until a condition holds. */
export async function until(holds, what = holds) {
  for (const end = Date.now() + PATIENCE; !(await holds()); await sleep(20)) {
    if (Date.now() > end) assert.fail(`never: ${what}`);
  }
}

/** A context of a browser, whose pages wait for as long as *until*. */
export async function contextOf(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

export async function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** Sizes of windows: half of a small screen, and a page zoomed to 200 %. */
export const WINDOWS = {
  "a window of 800 pixels": { width: 800, height: 600 },
  "200 % zoom": { width: 640, height: 400 },
};

/**
 * The accessibility problems that axe-core finds in the shown frames of a page, or in a part of one
 * frame.
 */
export async function barriers(page, part = ":root", options = {}) {
  const found = [];
  for (const frame of page.frames?.() ?? [page]) {
    if (!(await frame.evaluate(() => window.innerWidth))) continue;
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
    const wanted = { iframes: false, resultTypes: ["violations"], ...options };
    const violations = await frame.evaluate(
      async ([selector, options]) => (await window.axe.run(selector, options)).violations,
      [part, wanted],
    );
    found.push(
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}: ${nodes[0].failureSummary}`),
    );
  }
  return found;
}

/** The elements that overflow the window. Runs in the page. */
export function beyond() {
  return [...document.body.querySelectorAll("*")]
    .filter(
      (one) => one.checkVisibility() && !one.closest("svg") && !one.classList.contains("unseen"),
    )
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => `${one.localName}.${one.className}`);
}

/**
 * Opens a page beside a text: the board view or the gallery.
 *
 * `told` is what the page told the editor, `wrong` what was refused or went wrong in it, `asked`
 * the addresses it asked for.
 */
export async function open(browser, server, options) {
  const {
    sample,
    line = 0,
    character = 0,
    state,
    theme = "light",
    motion = "reduce",
    delay = 0,
    size = { width: 1000, height: 760 },
  } = options;
  const view = options.view ?? "board";
  const { page: html, texts } = await load("src/views/page.ts");
  const policy = {
    script: `${HOME}page.js`,
    style: `${HOME}page.css`,
    source: HOME,
    nonce: "0123456789abcdef",
  };
  const content = html({ ...policy, language: "en", title: "Wazir", texts: texts((one) => one) });
  const files = {
    "page.js": await bundled(`${view}.tsx`),
    "page.css": await bundled(`${view}.css`),
    "": content,
  };
  const types = { "page.js": "text/javascript", "page.css": "text/css", "": "text/html" };
  const uri = `file:///${sample}`;
  const text = options.text ?? (await readFile(samples + sample, "utf8"));
  let version = 1;
  let cursor = { uri, version, position: { line, character } };
  server.tell("textDocument/didOpen", {
    textDocument: { uri, version, languageId: sample.split("/")[0], text },
  });

  const context = await contextOf(browser, {
    viewport: size,
    reducedMotion: motion,
    colorScheme: theme === "light" ? "light" : "dark",
  });
  const page = await context.newPage();
  const [told, wrong, asked] = [[], [], []];
  page.on("pageerror", (problem) => wrong.push(String(problem)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) asked.push(request.url());
  });
  await page.route("**", (route) => {
    const name = route.request().url().slice(HOME.length);
    return name in files
      ? route.fulfill({ body: files[name], contentType: types[name] })
      : route.abort();
  });
  /** The editor's reaction to a request to write. */
  const write = async ({ cursor: place, choices }) => {
    const params = { ...choices, textDocument: { uri }, position: place.position };
    const { edits } = await server.ask("wazir/write", params).answer;
    version += 1;
    server.tell("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: edits.map(({ range, newText }) => ({ range, text: newText })),
    });
    cursor = { ...cursor, version };
    await tell({ kind: "written" });
    await tell({ kind: "cursor", cursor });
  };
  const going = new Map();
  const tell = (message) =>
    page.evaluate((data) => window.postMessage(data), message).catch(() => undefined);
  await page.exposeFunction("toEditor", async (message) => {
    told.push(message);
    if (message.kind === "ready") await tell({ kind: "cursor", cursor });
    if (message.kind === "cancel") going.get(message.id)?.cancel();
    if (message.kind === "write" && view === "board") await write(message);
    if (message.kind !== "ask") return;
    const { id, method, cursor: place, choices } = message;
    const params = { ...choices, textDocument: { uri: place.uri }, position: place.position };
    const request = server.ask(method, params, (answer) => tell({ kind: "partial", id, answer }));
    going.set(id, request);
    // The answer is awaited from the start: a request that is cancelled during the delay is not an
    // unhandled rejection.
    const [{ value, reason }] = await Promise.allSettled([request.answer, sleep(delay)]);
    if (reason) {
      await tell({ kind: "failed", id, reason: reason.message, isRefused: reason.code === -32602 });
    } else {
      await tell({ kind: "answer", id, answer: value });
    }
  });
  await page.addInitScript(
    ({ state, theme }) => {
      let kept = state;
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => void window.toEditor(message),
        getState: () => kept,
        setState: (next) => void (kept = next),
      });
      window.kept = () => kept;
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
      const colours = {
        light: {},
        dark: {
          foreground: "#cccccc",
          "editor-background": "#1f1f1f",
          descriptionForeground: "#9d9d9d",
          focusBorder: "#0078d4",
          "button-secondaryBackground": "#313131",
          "button-secondaryForeground": "#cccccc",
          "button-secondaryHoverBackground": "#3c3c3c",
          "input-background": "#313131",
          "input-foreground": "#cccccc",
          "dropdown-background": "#313131",
          "dropdown-foreground": "#cccccc",
          "charts-blue": "#3794ff",
          "charts-red": "#f14c4c",
          "charts-green": "#89d185",
          "charts-purple": "#b180d7",
          "button-background": "#0078d4",
          "button-foreground": "#ffffff",
          "list-hoverBackground": "#2a2d2e",
          "input-placeholderForeground": "#989898",
        },
        contrast: {
          foreground: "#ffffff",
          "editor-background": "#000000",
          contrastBorder: "#6fc3df",
          focusBorder: "#f38518",
          "button-secondaryBackground": "#000000",
          "button-secondaryForeground": "#ffffff",
          "button-secondaryHoverBackground": "#000000",
          "input-background": "#000000",
          "input-foreground": "#ffffff",
          "dropdown-background": "#000000",
          "dropdown-foreground": "#ffffff",
          "charts-blue": "#3794ff",
          "charts-red": "#f48771",
          "charts-green": "#89d185",
          "charts-purple": "#d7b0f0",
          "input-border": "#6fc3df",
          "button-background": "#000000",
          "button-foreground": "#ffffff",
          "list-hoverBackground": "#000000",
          "input-placeholderForeground": "#cccccc",
        },
      }[theme];
      document.addEventListener("DOMContentLoaded", () => {
        document.body.className = {
          light: "vscode-light",
          dark: "vscode-dark",
          contrast: "vscode-high-contrast",
        }[theme];
        for (const [name, value] of Object.entries(colours)) {
          document.documentElement.style.setProperty(`--vscode-${name}`, value);
        }
      });
    },
    { state, theme },
  );
  await page.goto(HOME);
  /** Moves the cursor, or changes the text. */
  const move = async (position, change) => {
    if (change !== undefined) {
      version += 1;
      server.tell("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text: change }],
      });
    }
    cursor = { uri, version, position };
    await tell({ kind: "cursor", cursor });
  };
  const close = async () => {
    server.tell("textDocument/didClose", { textDocument: { uri } });
    await context.close();
  };
  const shot = async (name) => {
    if (process.env.WAZIR_SHOTS) {
      await page.screenshot({ path: `${process.env.WAZIR_SHOTS}/${name}.png`, fullPage: true });
    }
  };
  return {
    page,
    tell,
    told,
    wrong,
    asked,
    text,
    move,
    close,
    barriers: () => barriers(page),
    shot,
    isOfThePage: (url) => url.startsWith(HOME),
  };
}
