// The pages and sheets of pieces and of games in a browser, as the server writes them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { barriers, beyond, browse, contextOf, WINDOWS } from "./page.mjs";
import { start } from "./rpc.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
const HOME = "https://gallery.example/";
const TYPES = { html: "text/html", svg: "image/svg+xml" };
const SIZES = { "a wide window": { width: 1000, height: 760 }, ...WINDOWS };
let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The page or the sheet of a text from the server. */
async function written(language, text, form = "html") {
  const uri = `file:///page.${language}`;
  server.tell("textDocument/didOpen", {
    textDocument: { uri, version: 1, languageId: language, text },
  });
  const answer = await server.ask("wazir/gallery", { textDocument: { uri }, form }).answer;
  server.tell("textDocument/didClose", { textDocument: { uri } });
  return answer[form];
}

/** Runs a test with a page and checks that it sent no request and did not violate its policy. */
async function shown(
  body,
  { colours = "light", viewport = SIZES["a wide window"], form = "html" },
  run,
) {
  const context = await contextOf(browser, { viewport, colorScheme: colours });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (problem) => wrong.push(String(problem)));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("request", (request) => {
    if (request.url() !== HOME && !request.url().startsWith("data:")) wrong.push(request.url());
  });
  await page.route(HOME, (route) =>
    route.fulfill({ body, contentType: `${TYPES[form]}; charset=utf-8` }),
  );
  try {
    await page.goto(HOME);
    await run(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

const SAMPLES = ["betza/misprints.betza", "lcpn/hexagons.lcpn", "ben39/puzzles.ben39"];
const sampled = async (name, form) =>
  written(name.split("/")[0], await readFile(samples + name, "utf8"), form);

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colours of ["light", "dark"]) {
    test(`the pages are accessible in ${size} and ${colours} colours`, async () => {
      for (const name of SAMPLES) {
        await shown(await sampled(name), { colours, viewport }, async (page) => {
          assert.deepEqual(await barriers(page), [], name);
          assert.deepEqual(await page.evaluate(beyond), [], name);
        });
      }
    });
  }
}

test("sheets of pictures are accessible", async () => {
  for (const name of SAMPLES) {
    await shown(await sampled(name, "svg"), { form: "svg" }, async (page) =>
      assert.deepEqual(await barriers(page), [], name),
    );
  }
});

test("every picture of a page has loaded", async () => {
  const html = await written("betza", await readFile(`${samples}betza/orthodox.betza`, "utf8"));
  await shown(html, {}, async (page) => {
    const widths = await page
      .locator("img")
      .evaluateAll((images) => images.map((image) => image.naturalWidth));
    assert.ok(widths.length > 0 && widths.every((width) => width > 0));
  });
});

test("a game can be stepped through, and every step is accessible", async () => {
  const html = await written("ben39", await readFile(`${samples}ben39/games.ben39`, "utf8"));
  await shown(html, {}, async (page) => {
    const said = page.locator("figcaption[aria-live]").first();
    const before_ = await said.innerText();
    await page.getByRole("button", { name: "Next Move" }).first().click();
    assert.notEqual(await said.innerText(), before_);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole("button", { name: "Last Position" }).first().click();
    assert.deepEqual(await barriers(page), []);
  });
});

for (const [name, background, isDark] of [
  ["vscode-light", "#fdfdfd", false],
  ["vscode-dark", "#101112", true],
  ["vscode-high-contrast", "#000000", true],
  ["vscode-high-contrast vscode-high-contrast-light", "#ffffff", false],
]) {
  test(`a page of games that VS Code shows is like ${name}, whatever the system prefers`, async () => {
    const html = await written("ben39", await readFile(`${samples}ben39/puzzles.ben39`, "utf8"));
    await shown(html, { colours: isDark ? "light" : "dark" }, async (page) => {
      const colours = await page.evaluate(
        ([theme, colour]) => {
          document.documentElement.style.setProperty("--vscode-editor-background", colour);
          document.body.className = theme;
          const style = getComputedStyle(document.body);
          return [style.backgroundColor, style.getPropertyValue("--panel").trim()];
        },
        [name, background],
      );
      const channels = [1, 3, 5].map((at) => parseInt(background.slice(at, at + 2), 16));
      assert.deepEqual(colours, [`rgb(${channels.join(", ")})`, isDark ? "#1E2023" : "#FFFFFF"]);
    });
  });
}
