// The search for a piece by its squares in the board view, in a browser with the real server.
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
  const view = await open(browser, server, { sample: "betza/hoppers.betza", line: 7, ...options });
  const square = (name) => view.page.locator(`#lookup-board .place[data-name="${name}"]`);
  const betza = (source) =>
    view.page.locator(".found li", { has: view.page.locator(`code:text-is("${source}")`) }).first();
  try {
    await view.page.locator(".place:visible").first().waitFor();
    await view.tell({ kind: "part", part: "lookup" });
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

    assert.deepEqual(told.at(-1).choices.both, FORWARD);
    assert.deepEqual(told.at(-1).choices.on, ["e9"]);
    await betza("fR").getByRole("button").click();
    assert.deepEqual([told.at(-1).kind, told.at(-1).text.source], ["insert", "fR"]);
  });
});

test("squares have the signs of diagrams, and what is found its name and its sentence", async () => {
  await lookup({}, async ({ page, square, betza, move }) => {
    const signs = () =>
      page
        .locator("#lookup-board .picture use")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    for (const name of ["d7", "f7", "c6", "g6", "c4", "g4", "d3", "f3"]) await square(name).click();
    await betza("N").waitFor();
    assert.match(await page.locator(".found li").first().innerText(), /^Knight.* Leaps \(1,2\)/);
    assert.equal((await signs()).filter((one) => one === "#X").length, 8);
    for (const times of [1, 2]) {
      for (let more = 0; more < times; more++) await square(["d7", "f7"][times - 1]).click();
    }
    await square("f7").and(page.locator('[aria-label$="capture only"]')).waitFor();
    assert.deepEqual((await signs()).filter((one) => ["#m", "#c"].includes(one)).sort(), [
      "#c",
      "#m",
    ]);
    await square("e6").focus();
    await page.keyboard.press("Enter");
    await square("e6").and(page.locator('[aria-label$="move or capture"]')).waitFor();
    await move({ line: 8, character: 1 });
    await page.getByRole("heading", { level: 1, name: "Vao" }).waitFor();
    await page.getByRole("button", { name: "Find Piece" }).click();
    await square("e6").waitFor();
    await page.getByRole("button", { name: "Back to the Board" }).click();
    await page.getByRole("heading", { level: 1, name: "Vao" }).waitFor();
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
