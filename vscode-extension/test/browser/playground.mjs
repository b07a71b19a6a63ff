// The playground on a site, and the actions of tests in it.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { browse, contextOf } from "./page.mjs";

const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** Serves the files of a folder with their content types. `asked` lists the requested paths. */
export async function serve(folder) {
  const asked = [];
  const made = createServer((request, response) => {
    const path = new URL(request.url, "http://site").pathname.replace(/\/$/, "/index.html");
    asked.push(path);
    const answer = (status, body) =>
      response
        .writeHead(status, {
          "content-type": TYPES[path.split(".").pop()] ?? "application/octet-stream",
        })
        .end(body);
    readFile(folder + path).then(
      (file) => answer(200, file),
      () => answer(404),
    );
  });
  await new Promise((done) => made.listen(0, "127.0.0.1", done));
  return { home: `http://127.0.0.1:${made.address().port}/`, asked, close: () => made.close() };
}

/**
 * A browser at a site. `wrong` lists errors and policy violations of its pages, `asked` the
 * requested addresses.
 */
export async function visit(home, options = {}) {
  const browser = await browse();
  const context = await contextOf(browser, {
    viewport: { width: 1200, height: 800 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const [wrong, asked] = [[], []];
  context.on("request", (request) => asked.push(request.url()));
  context.on(
    "console",
    (message) =>
      ["error", "warning"].includes(message.type()) &&
      wrong.push(message.text() || JSON.stringify([message.type(), message.location()])),
  );
  context.on("weberror", (problem) => wrong.push(String(problem.error().stack)));
  await context.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, sourceFile, lineNumber, columnNumber }) => {
        console.error(`policy: ${violatedDirective} ${sourceFile}:${lineNumber}:${columnNumber}`);
      },
    );
  });
  const page = await context.newPage();
  /** Opens the page with a fragment, and waits until the server has read the text. */
  const open = async (link = "") => {
    await page.goto("about:blank");
    await page.goto(home + link);
    await read(page);
  };
  return { page, context, wrong, asked, open, close: () => browser.close() };
}

/** Waits until the server has read the text that is shown. */
export async function read(page) {
  await page.locator("#status", { hasText: "diagnostic" }).waitFor();
}

/** Replaces the shown text by pasting. */
export async function write(page, text) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press("Control+v");
}
