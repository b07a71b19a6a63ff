// The package for npm: packed, unpacked, and loaded by a page as its README shows.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serve, visit } from "./playground.mjs";

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));
const README = fileURLToPath(new URL("../../npm/README.md", import.meta.url));
let folder, site, visitor;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-npm-"));
  const built = process.env.WAZIR_PLAYGROUND ?? join(folder, "playground");
  if (!process.env.WAZIR_PLAYGROUND) await run(process.execPath, [script("playground"), built]);
  const { stdout } = await run(process.execPath, [script("npm"), built, join(folder, "packed")]);
  const unpacked = join(folder, "site/node_modules/wazir-web");
  await mkdir(unpacked, { recursive: true });
  await run("tar", ["-xzf", join(folder, stdout.trim()), "--strip-components=1", "-C", unpacked]);
  const shown = /```html\n(.*?)```/s.exec(await readFile(README, "utf8"))[1];
  const hear = `<script type="module">
    import { open } from "./node_modules/wazir-web/index.js";
    window.heard = [];
    window.wazir = await open({ hear: (method, params) => void window.heard.push({ method, params }) });
  </script>`;
  await writeFile(
    join(folder, "site/index.html"),
    `<!doctype html><link rel="icon" href="data:,">${shown}`,
  );
  await writeFile(
    join(folder, "site/editor.html"),
    `<!doctype html><link rel="icon" href="data:,">${hear}`,
  );
  site = await serve(join(folder, "site"));
  visitor = await visit(site.home);
});
after(async () => {
  await visitor?.close();
  site?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the page of the README draws its pieces", async () => {
  const { page, wrong, asked } = visitor;
  await page.goto(site.home);
  await page.locator("#pictures figure").nth(1).waitFor({ timeout: 90_000 });
  assert.deepEqual(await page.locator("#pictures figcaption").allTextContents(), [
    "Knight",
    "Cannon",
  ]);
  assert.ok(
    await page
      .locator("#pictures img")
      .first()
      .evaluate((image) => image.naturalWidth > 0),
  );
  assert.match(await page.locator("#code").innerHTML(), /hljs-/);
  assert.deepEqual(wrong, []);
  assert.ok(
    asked.every((address) => address.startsWith(site.home) || /^(?:blob|data):/.test(address)),
  );
});

test("requests and notifications are those of the protocol", async () => {
  const { page } = visitor;
  await page.goto(`${site.home}editor.html`);
  await page.waitForFunction(() => window.wazir, undefined, { timeout: 90_000 });
  const [hover, refused] = await page.evaluate(async () => {
    const textDocument = {
      uri: "file:///a.betza",
      languageId: "betza",
      version: 1,
      text: "Odd = W&\n",
    };
    window.wazir.notify("textDocument/didOpen", { textDocument });
    const asked = { textDocument: { uri: textDocument.uri }, position: { line: 0, character: 6 } };
    return [
      await window.wazir.request("textDocument/hover", asked),
      await window.wazir.request("wazir/piece", {}).catch((problem) => problem.message),
    ];
  });
  await page.waitForFunction(() =>
    window.heard.some(
      ({ method, params }) =>
        method === "textDocument/publishDiagnostics" && params.diagnostics.length,
    ),
  );
  assert.match(JSON.stringify(hover), /one step orthogonally/i);
  assert.match(refused, /Missing `textDocument`/);
  await page.evaluate(() => {
    window.wazir.close();
  });
});
