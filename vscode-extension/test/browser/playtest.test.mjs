// The view of a variant that plays itself; the real server and pyffish are behind it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beyond, browse, open, until } from "./page.mjs";
import { start } from "./rpc.mjs";

const TEXT = "[mine:kingofthehill]\n\n[broken:nothing]\n\n[fast:antichess]\n";
/** The colours behind boards. */
const PANELS = { light: "rgb(255, 255, 255)", dark: "rgb(30, 32, 35)" };
const fill = (element) => getComputedStyle(element).fill;

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

async function beside(options, run) {
  const view = await open(browser, server, {
    view: "playtest",
    sample: "fairy-variants/variants.ini",
    text: TEXT,
    ...options,
  });
  try {
    const { page } = view;
    const button = (name) => page.getByRole("button", { name, exact: true });
    await button("Start").waitFor();
    await run({ ...view, button, status: page.getByRole("status") });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

for (const theme of ["light", "dark"]) {
  test(`the report grows, and what is opened stays open, ${theme}`, () =>
    beside({ theme }, async ({ page, button, status, shot, barriers, told }) => {
      await page.getByLabel("Games").fill("12");
      await button("Start").click();
      await page.locator(".report summary").first().click();
      await status.filter({ hasText: /^12 games$/ }).waitFor();
      assert.equal(await page.locator(".report details").first().getAttribute("open"), "");
      await page.getByText("mine: 12 games, random, seed 1").waitFor();
      const caption = page.locator(".report details").first().locator(".game figcaption");
      await caption.filter({ hasText: "At the start." }).waitFor();
      await page.getByRole("button", { name: "Next Move" }).first().click();
      await page.keyboard.press("ArrowRight");
      await caption.filter({ hasText: /^2 of \d+: / }).waitFor();
      assert.equal(await page.locator('.game [data-layer="1"] use').count(), 32);
      assert.equal(await page.locator(".game svg > rect").first().evaluate(fill), PANELS[theme]);
      assert.deepEqual(await barriers(), []);
      assert.deepEqual(await page.evaluate(beyond), []);
      await shot(`playtest ${theme}`);
      await button("Save Report...").click();
      await until(() =>
        told.some(
          ({ kind, html }) => kind === "save" && html.includes("<h1>Playtest of mine</h1>"),
        ),
      );
    }));
}

test("a game that is stepped through stays where the reader is, while the report grows", () =>
  beside({}, async ({ page, button, status }) => {
    await page.getByLabel("Games").fill("40");
    await button("Start").click();
    await page.locator(".report summary").first().click();
    const number = await page.locator(".report details[open]").getAttribute("data-game");
    const game = page.locator(`.report [data-game="${number}"]`);
    const reached = (move) =>
      game
        .locator(".game figcaption")
        .filter({ hasText: new RegExp(`^${move} of `) })
        .waitFor();
    await game.getByRole("button", { name: "Next Move" }).click();
    await page.keyboard.press("ArrowRight");
    await reached(2);
    const { y } = await game.boundingBox();
    const games = page.locator(".report .soft").first();
    const before = await games.innerText();
    await until(async () => (await games.innerText()) !== before, "another report");
    await page.keyboard.press("ArrowRight");
    await reached(3);
    await status.filter({ hasText: /^40 games$/ }).waitFor();
    await button("Start").waitFor();
    await reached(3);
    const { y: after } = await game.boundingBox();
    assert.ok(Math.abs(after - y) < 2, `${after - y} pixels away from the reader`);
  }));

test("an opened game stays when others are more worth seeing, without its reason", () =>
  beside({ delay: 5_000 }, async ({ page, button, told }) => {
    await page.getByLabel("Games").fill("3");
    await button("Start").click();
    await page.locator(".report summary").first().click();
    const game = page.locator(".report details[open]");
    assert.match(await game.locator("summary").innerText(), /^Game \d: the [a-z ]+, \d+ plies$/);
    await game.getByRole("button", { name: "Next Move" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^3 games$/ })
      .waitFor();
    const { id } = told.find(({ kind }) => kind === "ask");
    const other = `<main><details class="game-of-report" data-game="a99"></details></main>`;
    const answer = { played: 3, games: 3, html: other };
    await page.evaluate((message) => window.postMessage(message), { kind: "partial", id, answer });
    await game.locator("summary", { hasText: /^Game \d, \d+ plies$/ }).waitFor();
    await game
      .locator(".game figcaption")
      .filter({ hasText: /^1 of / })
      .waitFor();
    assert.equal(await page.locator(".report details").count(), 2);
  }));

test("two variants of the text are compared, and two players", () =>
  beside({}, async ({ page, button, status, barriers, told }) => {
    assert.equal(await page.getByLabel("Compare With").count(), 0, "no text was read yet");
    await page.getByLabel("Games").fill("3");
    await button("Start").click();
    await status.filter({ hasText: /^3 games$/ }).waitFor();
    const players = await page.getByLabel("Player").locator("option").allInnerTexts();
    assert.deepEqual(players, ["random", "greedy: takes what it can"]);
    await page.getByLabel("Compare With").selectOption("fast");
    await page.getByLabel("Against").selectOption("greedy");
    await page.getByLabel("Games").fill("2");
    await button("Start").click();
    await status.filter({ hasText: /^4 games$/ }).waitFor();
    await page.getByText("Playtest of mine and fast").waitFor();
    await page.getByText("mine: 2 games, random against greedy, seed 1").waitFor();
    assert.deepEqual(await barriers(), []);
    await button("Save Report...").click();
    await until(() => told.some(({ kind }) => kind === "save"));
    const { a, b, differences } = JSON.parse(told.find(({ kind }) => kind === "save").json);
    assert.deepEqual([a.variant, b.variant, a.games], ["mine", "fast", 2]);
    assert.ok(differences.length > 5);
  }));

for (const theme of ["light", "dark"]) {
  test(`Ben39 plays itself by its search, ${theme}`, () =>
    beside(
      { sample: "ben39/games.ben39", text: "position mine\n", theme },
      async ({ page, button, status, shot, barriers }) => {
        await page.getByLabel("Games").fill("1");
        await button("Start").click();
        await status.filter({ hasText: /^1 game/ }).waitFor();
        await page.getByLabel("Player").selectOption("engine");
        await page.getByLabel("Nodes").fill("20");
        await page.getByLabel("Games").fill("2");
        await button("Start").click();
        await page.getByText("mine: 2 games, engine (20 nodes a move), seed 1").waitFor();
        await status.filter({ hasText: /^2 games$/ }).waitFor();
        assert.equal(await page.getByLabel("Compare With").count(), 0);
        assert.equal(await page.getByText("chess").count(), 0);
        await page.locator(".report summary").first().click();
        await page.locator(".game figcaption").filter({ hasText: "At the start." }).waitFor();
        await page.getByRole("button", { name: "Last Position" }).first().click();
        const panel = page.locator(".game svg > rect").first();
        assert.equal(await panel.evaluate(fill), PANELS[theme]);
        assert.deepEqual(await barriers(), []);
        assert.deepEqual(await page.evaluate(beyond), []);
        await shot(`playtest of Ben39, ${theme}`);
      },
    ));
}

test("games are stopped at any moment, and the report is on those that have ended", () =>
  beside({}, async ({ page, button, status }) => {
    await page.getByLabel("Games").fill("5000");
    await button("Start").click();
    await status.filter({ hasText: /^[1-9]\d* of 5,000 games$/ }).waitFor();
    await button("Stop").click();
    await button("Start").waitFor();
    const [, played] = /^(\d+) of 5,000 games$/.exec(await status.innerText());
    await page.getByText(`mine: ${played} game`).waitFor();
    assert.equal(await page.locator(".remark").textContent(), "");
  }));

test("a request that fails says why", () =>
  beside({}, async ({ page, button, told }) => {
    await button("Start").click();
    await until(() => told.some(({ kind }) => kind === "ask"));
    const { id } = told.find(({ kind }) => kind === "ask");
    const failed = { kind: "failed", id, reason: "The server has stopped.", isRefused: false };
    await page.evaluate((message) => window.postMessage(message), failed);
    await page.getByRole("alert").filter({ hasText: failed.reason }).waitFor();
    await button("Start").waitFor();
  }));

test("the engine's words are shown for a variant that it does not load", () =>
  beside({ line: 2 }, async ({ page, button }) => {
    await button("Start").click();
    await page
      .getByRole("alert")
      .filter({
        hasText: "The engine does not load `broken`. Variant template 'nothing' does not exist.",
      })
      .waitFor();
  }));
