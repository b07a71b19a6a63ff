// The analysis of a game in the board view; the real server is behind it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beyond, browse, open } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A game whose last action leaves a king that can be taken. */
const GAME =
  "position club\nmoves:\n1. Bf4-b8 I@m1\n2. Bb8xf12 Sf14xf12\n3. R@f14 Bj12-l10\n4. Rf14-d14\n";

/** Runs a test with a page and checks that it did not violate its policy. */
async function beside(options, run) {
  const view = await open(browser, server, {
    sample: "ben39/analysed.ben39",
    text: GAME,
    ...options,
  });
  try {
    const { page } = view;
    await page.locator(".place:visible").first().waitFor();
    await run({
      ...view,
      curve: page.locator(".curve"),
      verdict: page.locator(".analysis > .count"),
      record: page.getByRole("slider", { name: "Record" }),
      press: (name) => page.getByRole("button", { name, exact: true }).click(),
    });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

/** Waits until a number of actions is played. */
async function reached(page, words) {
  await page.locator(".record .count", { hasText: words }).waitFor();
}

test("the curve of a game leads to its actions and marks by pointer and keyboard", () =>
  beside({}, async ({ page, curve, record, verdict, press }) => {
    assert.equal(await curve.isVisible(), false);
    await press("Analyse");
    await page.locator(".marks button", { hasText: "4. Rf14-d14??" }).click();
    await reached(page, "Move 7 of 7");
    assert.match(
      await verdict.innerText(),
      /^4\. Rf14-d14\?\? Black (?:wins in \d+|is better by [\d.]+ pawns) at depth \d+; blunder, better Rf14xh14/,
    );
    assert.equal(await page.locator(".curve .now").getAttribute("data-at"), "7");
    await page.getByText(/^White: .* 1 blunder/).waitFor();
    assert.equal(
      await page.getByRole("button", { name: "Analyse", exact: true }).isDisabled(),
      true,
    );

    await page.locator('.curve [data-at="3"]').click();
    await reached(page, "Move 3 of 7");
    await record.press("ArrowRight");
    await reached(page, "Move 4 of 7");
    await record.press("Home");
    await reached(page, "Move 0 of 7");
    await record.press("End");
    await reached(page, "Move 7 of 7");
    assert.equal(await record.evaluate((one) => one === document.activeElement), true);
  }));

for (const theme of ["light", "dark", "contrast"]) {
  test(`the analysis is shown when the view is opened again (${theme})`, () =>
    beside({ theme, line: 3, character: 5 }, async ({ page, curve, barriers, shot }) => {
      await curve.waitFor();
      await page.locator(".marks button", { hasText: "4. Rf14-d14??" }).waitFor();
      assert.deepEqual(await barriers(), []);
      await shot(`analysis ${theme}`);
    }));
}

test("it fits beside a narrow text", () =>
  beside(
    { line: 3, character: 5, size: { width: 230, height: 700 } },
    async ({ page, curve, shot }) => {
      await curve.waitFor();
      await page.locator(".marks button").first().waitFor();
      assert.deepEqual(await page.evaluate(beyond), []);
      await shot("analysis narrow");
    },
  ));

test("played moves are analysed, too, and undone moves stay on the curve", () =>
  beside(
    { text: "position club\nmoves:\n1. X@e5 X@e11\n" },
    async ({ page, record, verdict, press }) => {
      await press("Analyse");
      await page.getByRole("slider", { name: "Record" }).and(page.locator('[max="2"]')).waitFor();
      await page
        .getByRole("button", { name: "Analyse", exact: true })
        .and(page.locator(":disabled"))
        .waitFor();
      for (const name of ["f4", "d4"]) {
        await page.locator(`.place[data-name="${name}"]:visible`).click();
      }
      await verdict.getByText("2. Bf4-d4").waitFor();
      await page
        .getByRole("button", { name: "Analyse", exact: true })
        .and(page.locator(":disabled"))
        .waitFor();
      await record.press("ArrowLeft");
      await verdict.getByText("1... X@e11").waitFor();
      assert.equal(await record.getAttribute("max"), "3");
      await record.press("End");
      await verdict.getByText("2. Bf4-d4").waitFor();
    },
  ));

test("a stopped analysis keeps its verdicts and can be continued", () =>
  beside(
    { text: "position club\nmoves:\n1. X@e3 X@e13\n2. X@g3 X@g13\n" },
    async ({ page, curve, press }) => {
      await press("Analyse");
      await page.locator(".analysis progress:visible").waitFor();
      await curve.waitFor();
      await press("Stop");
      await page
        .getByRole("button", { name: "Analyse", exact: true })
        .and(page.locator(":enabled"))
        .waitFor();
      assert.equal(await page.locator(".analysis progress").isVisible(), false);
      await press("Analyse");
      await page.getByText(/^White: /).waitFor();
    },
  ));

test("two-player games have no analysis", () =>
  beside({}, async ({ page }) => {
    await page.getByLabel("Play Against").selectOption("person");
    await page.locator(".analysis").waitFor({ state: "hidden" });
  }));
