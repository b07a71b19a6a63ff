// The pages that `wazir playtest` writes: a game opens on its board, and is stepped through. They
// are opened as files, without a web server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { barriers, beyond } from "./page.mjs";
import { visit } from "./playground.mjs";

const server = fileURLToPath(new URL("../../../server", import.meta.url));
/** The subjects of the pages, and the pieces on the board at the start and after a move. */
const PAGES = {
  "a variant": { name: "mine", subjects: ["variants.ini:mine"], pieces: [32, 32] },
  Ben39: { name: "ben39", subjects: ["ben39"], pieces: [18, 19] },
  "two variants": { name: "two", subjects: ["antichess", "variants.ini:mine"], pieces: [32, 32] },
};

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-playtest-page-"));
  await writeFile(join(folder, "variants.ini"), "[mine:crazyhouse]\n");
  const env = { ...process.env, PYTHONPATH: server };
  const python = process.env.WAZIR_PYTHON ?? "python3";
  for (const { name, subjects } of Object.values(PAGES)) {
    const options = ["--games", "4", "--plies", "60", "--output", `${name}.html`];
    execFileSync(python, ["-m", "wazir", "playtest", ...subjects, ...options], {
      cwd: folder,
      env,
    });
  }
});
after(() => rm(folder, { recursive: true }));

async function reading(name, run, options = {}) {
  const visitor = await visit("about:blank", options);
  try {
    await visitor.page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await run(visitor.page);
    assert.deepEqual(visitor.wrong, []);
  } finally {
    await visitor.close();
  }
}

for (const [title, { name, pieces }] of Object.entries(PAGES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`a click on a game of ${title} opens it on the board, ${colorScheme}`, () =>
      reading(
        name,
        async (page) => {
          const game = page.locator("details").last();
          const caption = game.locator("figcaption").last();
          const layer = title === "Ben39" ? 3 : 1;
          const men = () => game.locator(`[data-layer="${layer}"] use`).count();
          const press = (label) => game.getByRole("button", { name: label }).click();
          await game.locator("summary").click();
          await caption.filter({ hasText: "At the start." }).waitFor();
          assert.equal(await men(), pieces[0]);
          await press("Next Move");
          await caption.filter({ hasText: /^1 of \d+: / }).waitFor();
          assert.equal(await men(), pieces[1]);
          await page.keyboard.press("ArrowRight");
          await caption.filter({ hasText: /^2 of \d+: / }).waitFor();
          await press("Previous Move");
          await caption.filter({ hasText: /^1 of \d+: / }).waitFor();
          await press("Last Position");
          const [, last] = /^\d+ of (\d+): /.exec(await caption.innerText());
          await caption.filter({ hasText: `${last} of ${last}: ` }).waitFor();
          await page.keyboard.press("Home");
          await caption.filter({ hasText: "At the start." }).waitFor();
          await game.locator(".actions button").nth(4).click();
          await caption.filter({ hasText: /^5 of \d+: / }).waitFor();
          assert.equal(await game.locator(".positions").isVisible(), false);
          assert.deepEqual(await barriers(page), []);
          assert.deepEqual(await page.evaluate(beyond), []);
          const folder = process.env.WAZIR_SHOTS;
          if (folder) {
            await game.scrollIntoViewIfNeeded();
            await page.screenshot({ path: join(folder, `game of ${name}, ${colorScheme}.png`) });
          }
        },
        { colorScheme },
      ));
  }
}

test("without a script a game has its pictures", () =>
  reading(
    "mine",
    async (page) => {
      const game = page.locator("details").first();
      await game.locator("summary").click();
      assert.ok((await game.locator(".positions img:visible").count()) > 1);
      assert.equal(await game.locator(".buttons").count(), 0);
    },
    { javaScriptEnabled: false },
  ));

test("the board at the end of a game is that of its last picture", () =>
  reading("mine", async (page) => {
    for (const game of await page.locator("details").all()) {
      const [, fen] = /\[FEN "([^ "]+)/.exec(await game.locator("pre").textContent());
      await game.locator("summary").click();
      const men = () => game.locator('[data-layer="1"] use').count();
      assert.equal(await men(), fen.replaceAll(/\[.*|[^a-z]/gi, "").length);
      await page.keyboard.press("End");
      const held = /In hand: (.*)\.$/.exec(await game.locator("figcaption").last().innerText());
      const inHand = [...(held?.[1] ?? "").matchAll(/[A-Z](?= x(\d+)|[,;]|$)/g)].reduce(
        (sum, [, count]) => sum + Number(count ?? 1),
        0,
      );
      assert.equal((await men()) + inHand, 32, "no piece is lost in crazyhouse");
    }
  }));
