// A variant is played in the board view by the rules of the engine; the real server and pyffish are
// behind it.
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { beyond, browse, open } from "./page.mjs";
import { start } from "./rpc.mjs";

const TEXT = "[mine:crazyhouse]\nknight = -\ncustomPiece1 = n:NW\n\n[wall:duck]\n";
/** A program that plays one move. */
const PROGRAM = `#!${process.env.WAZIR_PYTHON ?? "/usr/bin/env python3"}
import sys
for line in sys.stdin:
    if line.startswith("go"):
        print("info depth 7 score cp 35"); print("bestmove d7d5", flush=True)
`;

let browser, server, folder;
before(async () => {
  folder = await mkdtemp(`${tmpdir()}/wazir-`);
  await writeFile(`${folder}/engine`, PROGRAM);
  await chmod(`${folder}/engine`, 0o755);
  [browser, server] = await Promise.all([
    browse(),
    start({}, {}, ["--engine", `${folder}/engine`]),
  ]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true });
});

async function beside(options, run) {
  const view = await open(browser, server, {
    sample: "fairy-variants/variants.ini",
    text: TEXT,
    ...options,
  });
  try {
    const { page } = view;
    const press = (name) => page.getByRole("button", { name, exact: true }).click();
    const at = (name) => page.locator(`.place[data-name="${name}"]:visible`);
    const status = (words) =>
      page.locator(".sentence", { hasText: words }).filter({ visible: true }).waitFor();
    await press("Play");
    await status("White to move.");
    const move = async (from, to, count) => {
      await at(from).click();
      await at(to).click();
      await page.locator(".record .count", { hasText: `${count} move` }).waitFor();
    };
    await run({ ...view, press, at, status, move, moveCursor: view.move });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

test("wins are searched when they are opened, and the search can be cancelled", async () => {
  const text = "[mine:chess]\nstartFen = 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n\n[other:chess]\n";
  const view = await open(browser, server, { sample: "fairy-variants/variants.ini", text });
  const { page, told, barriers, move } = view;
  const wins = page.locator(".wins");
  const asked = () => told.filter(({ method }) => method === "wazir/wins").length;
  try {
    await wins.locator("summary").click();
    await wins.getByText("White can win in one move: Ra8#.").waitFor();
    await wins.getByText("Black cannot win in one or two moves.").waitFor();
    assert.deepEqual(await barriers(), []);
    assert.equal(asked(), 1);
    await move({ line: 3, character: 1 });
    await page.getByText("Other is a variant of chess").first().waitFor();
    assert.equal(await wins.getAttribute("open"), null);
    await wins.locator("summary").click();
    await wins.getByRole("button", { name: "Cancel" }).click();
    assert.ok(told.some(({ kind }) => kind === "cancel"));
    assert.equal(await wins.getAttribute("open"), null);
    assert.equal(asked(), 2);
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
});

test("the legal moves of a square are shown, the sides play in turn, and a move is taken back", () =>
  beside({}, async ({ page, at, status, move, press, shot, barriers, told }) => {
    assert.equal(told.filter(({ method }) => method === "wazir/play").length, 1);
    await at("e2").click();
    assert.equal(await page.locator(".place.open").count(), 2);
    await at("e2").click();
    await move("e2", "e4", 1);
    await status("Black to move.");
    await move("d7", "d5", 2);
    await move("e4", "d5", 3);
    assert.match(await page.locator(".record .last").innerText(), /e4d5 exd5/);
    await move("a7", "a6", 4);
    await page.getByRole("button", { name: "pawn, 1 of them" }).click();
    await shot("variant");
    await at("e4").click();
    await status("Black to move.");
    await press("Previous Move");
    await status("White to move.");
    await press("Copy the Game");
    const copied = told.filter(({ kind }) => kind === "copyText").map(({ text }) => text);
    assert.match(copied.join(), /^\[Variant "mine"\][^]*\n1\. e4 d5 2\. exd5 a6 \*\n$/);
    assert.deepEqual(await barriers(), []);
    await press("Back to the Board");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  }));

test("Show Piece says that a variant is played, until the view goes back", () =>
  beside({}, async ({ page, press, tell }) => {
    const notice = page.locator(".remark:visible", { hasText: "A game is being played here." });
    await tell({ kind: "part", part: "piece" });
    await notice.waitFor();
    await press("Back to the Board");
    await notice.waitFor({ state: "hidden" });
  }));

test("the rules are told beside the position", async () => {
  const view = await open(browser, server, { sample: "fairy-variants/variants.ini", text: TEXT });
  try {
    const rules = view.page.locator(".rules");
    await rules.getByRole("heading", { name: "Rules" }).waitFor();
    assert.match(await rules.innerText(), /Mine is a variant of crazyhouse\.[^]*Marquis \(N\)/i);
    await view.shot("rules");
    assert.deepEqual(await view.barriers(), []);
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
});

test("the header of a narrow view shows the name beside or above its buttons", () =>
  beside(
    { size: { width: 360, height: 800 }, text: TEXT.replace("mine", "unusually-long-name") },
    async ({ page, move, shot }) => {
      await move("e2", "e4", 1);
      await shot("variant, narrow");
      assert.ok(
        await page
          .locator("h1:visible")
          .evaluate((title) => title.scrollWidth <= title.clientWidth),
      );
      assert.deepEqual(await page.evaluate(beyond), []);
      assert.equal(await page.locator(".stores:visible").count(), 0, "nothing is in hand");
    },
  ));

test("the program of the settings answers", () =>
  beside({}, async ({ page, at, told, press, status }) => {
    await page.getByLabel("Play Against").selectOption({ label: "Fairy-Stockfish 3: club player" });
    await at("e2").click();
    await at("e4").click();
    await page.locator(".record .count", { hasText: "2 moves played" }).waitFor();
    assert.match(await page.locator(".record .last").innerText(), /d7d5 d5/);
    assert.deepEqual(
      told.filter(({ method }) => method === "wazir/reply").map(({ choices }) => choices.level),
      [3],
    );
    await press("Resign");
    await status("White resigns. Black wins.");
    await press("Copy the Game");
    await press("Copy the Position");
    const copied = told.filter(({ kind }) => kind === "copyText").map(({ text }) => text);
    assert.match(copied[0], /\[Result "0-1"\][^]*1\. e4 d5 0-1\n$/);
    assert.match(copied[1], /^rnbqkbnr\/ppp1pppp\/8\/3p4\/4P3\/.* w /);
    await page.getByRole("button", { name: "Take Back", exact: true }).click();
    await page
      .locator(".record .count", { hasText: "2 moves played" })
      .waitFor({ state: "hidden" });
    await status("White to move.");
  }));

test("a wall is placed by a third click, and an edit keeps the moves that remain legal", () =>
  beside({ line: 4 }, async ({ page, at, status, moveCursor }) => {
    for (const name of ["e2", "e4", "e3"]) await at(name).click();
    await status("Black to move.");
    await moveCursor({ line: 0, character: 3 }, `${TEXT}castling = false\n`);
    await page.waitForTimeout(600);
    await status("Black to move.");
    await moveCursor({ line: 0, character: 3 }, TEXT.replace("duck", "chess"));
    await page
      .locator(".remark", { hasText: "is no longer legal" })
      .filter({ visible: true })
      .waitFor();
    await status("White to move.");
  }));

test("a position, a game and moves are pasted, and a mistake leaves the position", () =>
  beside({ text: "[mine:chess]\n" }, async ({ page, status, press, told, barriers, shot }) => {
    await page.locator(".paste summary").click();
    const paste = async (text) => {
      await page.getByLabel("A position in FEN, a game in PGN, or moves").fill(text);
      await press("Show");
    };
    const count = (words) =>
      page.locator(".record .count", { hasText: words }).filter({ visible: true }).waitFor();
    const refused = (words) => page.locator(".beside .remark", { hasText: words }).waitFor();
    await paste("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    await status("Black to move.");
    await paste("nonsense/ b");
    await refused("This is not a position of the variant in FEN.");
    await paste(
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 {a comment (with brackets)} (1... Ke7 2. e3) 2. e4!\n*\n',
    );
    await count("2 moves played");
    await page.locator(".record .last", { hasText: "e2e4 e4" }).waitFor();
    await shot("pasted");
    assert.deepEqual(await barriers(), []);
    await press("Copy the Game");
    const copied = told.filter(({ kind }) => kind === "copyText").map(({ text }) => text);
    assert.match(
      copied[0],
      /\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b - - 0 1"\][^]*\n1\.\.\. Kd7 2\. e4 \*\n$/,
    );
    await press("Previous Move");
    await status("White to move.");
    await paste("e2e4 e5 2.Nf3 Nc6 Ke3");
    await count("4 moves played");
    await refused("Ke3");
    await press("Back to the Text");
    await status("White to move.");
    await paste("  ");
    await refused("This is neither a position in FEN nor a game.");
  }));
