// The page of a variant, as `wazir page` writes it: its buttons copy wherever it is opened, and it
// prints whole.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beyond } from "./page.mjs";
import { serve, visit } from "./playground.mjs";

const server = fileURLToPath(new URL("../../../server", import.meta.url));
const START = "rnbhkobnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKOBNR w - - 0 1";
const TEXT = `[ponds:chess]
maxFile = 9
# heron
customPiece1 = h:NfA
# otter
customPiece2 = o:FmD
castling = false
startFen = ${START}
`;
/** An A4 page without its margins, in pixels. */
const PAPER = { width: 658, height: 987 };

let folder, site;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-page-"));
  await writeFile(join(folder, "variants.ini"), TEXT);
  const env = { ...process.env, PYTHONPATH: server };
  execFileSync(
    process.env.WAZIR_PYTHON ?? "python3",
    ["-m", "wazir", "page", "variants.ini", "--output", "ponds.html"],
    { cwd: folder, env },
  );
  site = await serve(folder);
});
after(async () => {
  site?.close();
  await rm(folder, { recursive: true });
});

async function reading(address, run, options = {}) {
  const visitor = await visit(site.home, options);
  try {
    await visitor.page.goto(address());
    await run(visitor.page, visitor.context);
    assert.deepEqual(visitor.wrong, []);
  } finally {
    await visitor.close();
  }
}

for (const [where, address] of [
  ["a web server", () => `${site.home}ponds.html`],
  ["a file", () => pathToFileURL(join(folder, "ponds.html")).href],
]) {
  test(`the buttons copy the position and the section from ${where}`, () =>
    reading(address, async (page) => {
      await page.locator(".wazir-engines summary").click();
      for (const [number, text] of [START, TEXT].entries()) {
        await page.getByRole("button", { name: "Copy" }).nth(number).click();
        await page
          .locator(".wazir-engines [role=status]")
          .nth(number)
          .filter({ hasText: "Copied." })
          .waitFor();
        assert.equal(
          (await page.evaluate(() => navigator.clipboard.readText())).trim(),
          text.trim(),
        );
      }
    }));
}

test("all rules are printed, and nothing is cut; the text for engines is if it is open", () =>
  reading(
    () => `${site.home}ponds.html`,
    async (page) => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const shown = (selector) =>
        page
          .locator(selector)
          .evaluateAll((all) =>
            all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })),
          );
      assert.deepEqual(
        await shown(".set-up img"),
        [true, false],
        "the light picture, also of a reader with a dark theme",
      );
      assert.ok((await shown(".wazir-rules li")).every(Boolean));
      assert.deepEqual(await shown(".wazir-engines"), [false]);
      await page.locator(".wazir-engines").evaluate((part) => {
        part.open = true;
      });
      assert.deepEqual(await shown(".wazir-engines pre"), [true, true]);
      assert.deepEqual(await shown(".wazir-engines button"), [false, false]);
      assert.deepEqual(await page.evaluate(beyond), []);
      const cut = await page
        .locator("pre")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0, "long lines are wrapped");
    },
    { viewport: PAPER },
  ));
