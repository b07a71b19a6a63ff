// The page that finds pieces by squares, in a browser with the real server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beyond, browse, open, WINDOWS } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Runs a test with the page. */
async function lookup(options, run) {
  const view = await open(browser, server, { sample: "betza/hoppers.betza", view: "lookup", ...options });
  const square = (name) => view.page.locator(`.board button[aria-label^="${name}"]`);
  const betza = (source) => view.page.locator(".found li", { has: view.page.locator(`code:text-is("${source}")`) }).first();
  try {
    await square("a1").waitFor();
    await run({ ...view, square, betza });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

const FORWARD = ["e6", "e7", "e8", "e9"];

test("a ride that continues beyond the edge is another piece than one that ends there", async () => {
  await lookup({}, async ({ page, told, square, betza }) => {
    for (const name of FORWARD) await square(name).click();
    await betza("fW4").waitFor();
    await page.getByLabel("Rides go on beyond the edge").check();
    await betza("fR").waitFor();
    await betza("fW4").waitFor({ state: "detached" });

    assert.deepEqual(told.at(-1).squares, { both: FORWARD, quiet: [], capture: [], on: ["e9"] });
    await betza("fR").getByRole("button").click();
    assert.deepEqual([told.at(-1).kind, told.at(-1).text.source], ["write", "fR"]);
  });
});

for (const theme of ["light", "dark"]) {
  test(`the page is accessible, ${theme}`, async () => {
    await lookup({ theme }, async ({ barriers, page, shot, square }) => {
      for (const name of ["d7", "f7"]) await square(name).click();
      await page.locator(".found li").first().waitFor();
      assert.deepEqual(await barriers(), []);
      await shot(`lookup-${theme}`);
    });
  });
}

for (const [words, size] of Object.entries(WINDOWS)) {
  test(`nothing is wider than ${words}`, async () => {
    await lookup({ size }, async ({ page }) => assert.deepEqual(await page.evaluate(beyond), []));
  });
}
