// Variants are played against the engine with the packaged extension alone, in a real VS Code whose
// server has no pyffish.
import assert from "node:assert/strict";
import { shot, until } from "./asking.mjs";
import { clickLine, command } from "./editor.mjs";
import { BROAD, testWithoutPyffish, viewOf } from "./variants.mjs";

/** The number of moves of each side that are played, unless the game ends before. */
const MOVES = 20;
/** Milliseconds for a move of the engine, on a busy machine. */
const PATIENCE = 60_000;

testWithoutPyffish(
  "a variant on ten files is played against the engine",
  BROAD,
  async (editor, place) => {
    const { page } = editor;
    await clickLine(page, "broad");
    await command(page, "Wazir: Show Piece");
    const view = viewOf(page);
    await view.getByRole("button", { name: "Play", exact: true }).click();
    await view.locator(".sentence:visible", { hasText: "White to move." }).waitFor();
    await view.getByLabel("Play Against").selectOption({ label: "Fairy-Stockfish 1: beginner" });
    const played = await playedAgainst(view);
    await shot(editor, `a variant is played ${place}`);
    assert.ok(played.isOver || played.count >= 2 * MOVES, JSON.stringify(played));
    assert.ok(played.slowest < PATIENCE);
    console.log(`${place}: ${played.count} moves, the slowest reply after ${played.slowest} ms`);
    if (played.isOver) return;
    await view.getByRole("button", { name: "Hint", exact: true }).click();
    await view.locator(".opponent .count", { hasText: /Depth \d+/ }).waitFor({ timeout: PATIENCE });
    await view.getByRole("button", { name: "Take Back", exact: true }).click();
    await view.locator(".record .count", { hasText: `${played.count - 2} moves played` }).waitFor();
  },
);

/**
 * Plays the first legal move by clicks on its squares, until the game or the number of moves is
 * over.
 */
async function playedAgainst(view) {
  let count = 0;
  let slowest = 0;
  const number = async () =>
    Number(/(\d+) moves? played/.exec(await view.locator(".record .count").innerText())?.[1] ?? 0);
  const isOver = async () =>
    (await view.locator(".sentence:visible").innerText()).match(/wins|draw/) !== null;
  while (count < 2 * MOVES && !(await isOver())) {
    const spelled = await view.locator(".actions li code").first().innerText();
    const [origin, target] = spelled.match(/[a-j]\d/g);
    for (const square of [origin, target]) {
      await view.locator(`.place[data-name="${square}"]:visible`).click();
    }
    if (spelled.length > 4) await view.locator(".here button").first().click();
    const start = Date.now();
    await until(async () => (await number()) >= count + 2 || (await isOver()));
    slowest = Math.max(slowest, Date.now() - start);
    count = await number();
  }
  return { count, slowest, isOver: await isOver() };
}
