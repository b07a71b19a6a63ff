// A variant in the playground: the page's own engine says what is legal.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load, until } from "./page.mjs";
import { serve, visit, write } from "./playground.mjs";

const script = fileURLToPath(new URL("../../scripts/playground.mjs", import.meta.url));
const TEXT = "[mine:crazyhouse]\nknight = -\ncustomPiece1 = n:NW\n";
let folder, site, visitor;

before(async () => {
  folder = process.env.WAZIR_PLAYGROUND ?? (await mkdtemp(join(tmpdir(), "wazir-playground-")));
  if (!process.env.WAZIR_PLAYGROUND) await promisify(execFile)(process.execPath, [script, folder]);
  site = await serve(folder);
  visitor = await visit(site.home);
  const { written } = await load("playground/link.ts");
  await visitor.open(`#${await written({ language: "fairy-variants", text: TEXT })}`);
});
after(async () => {
  await visitor?.close();
  site?.close();
  if (!process.env.WAZIR_PLAYGROUND) await rm(folder, { recursive: true, force: true });
});

test("a variant is played, by an engine that is loaded then", async () => {
  const { page, wrong } = visitor;
  const board = page.frameLocator('iframe[title="Board"]');
  const press = (name) => board.getByRole("button", { name, exact: true }).click();
  await board.locator(".rules", { hasText: "Mine is a variant of crazyhouse." }).waitFor();
  const engines = () => page.workers().filter((one) => one.url().endsWith("/engine.js")).length;
  assert.equal(engines(), 0);
  await press("Play");
  const move = async (from, to, count) => {
    for (const name of [from, to]) {
      await board.locator(`.place[data-name="${name}"]:visible`).click();
    }
    await board.locator(".record .count", { hasText: `${count} move` }).waitFor();
  };
  await board
    .locator(".sentence:visible", { hasText: "White to move." })
    .waitFor({ timeout: 60_000 });
  await move("e2", "e4", 1);
  await move("d7", "d5", 2);
  await move("e4", "d5", 3);
  await move("a7", "a6", 4);
  await board.getByRole("button", { name: "pawn, 1 of them" }).click();
  await board.locator('.place.open[data-name="e4"]').waitFor();
  await board.getByLabel("Play Against").selectOption({ label: "Fairy-Stockfish 1: beginner" });
  await press("Hint");
  await board
    .locator(".opponent .count", {
      hasText: "Fairy-Stockfish searches after this page is loaded again.",
    })
    .waitFor();
  await press("Back to the Board");
  await press("Play");
  await write(page, "[lost:nothing]\n");
  await board
    .locator(".remark:visible", {
      hasText: "The engine does not load lost. Variant template 'nothing' does not exist.",
    })
    .waitFor();
  await until(() => engines() === 0);
  assert.deepEqual(wrong, []);
});

test("a variant plays itself, in workers of the page", async () => {
  const { page, wrong } = visitor;
  await write(page, TEXT);
  await page.getByRole("tab", { name: "Playtest" }).click();
  const view = page.frameLocator('iframe[title="Playtest"]');
  await view.getByLabel("Games").fill("20");
  await view.getByRole("button", { name: "Start", exact: true }).click();
  await view
    .getByRole("status")
    .filter({ hasText: /^20 games$/ })
    .waitFor({ timeout: 120_000 });
  await view.getByText("mine: 20 games, random, seed 1").waitFor();
  if (process.env.WAZIR_SHOTS) {
    await page.screenshot({ path: `${process.env.WAZIR_SHOTS}/playground playtest.png` });
  }
  await page.getByRole("tab", { name: "Board" }).click();
  assert.deepEqual(wrong, []);
});

test("Fairy-Stockfish answers from the second visit on, also offline", async () => {
  const { page, context, wrong } = visitor;
  const { written } = await load("playground/link.ts");
  const link = `#${await written({ language: "fairy-variants", text: "[broad:chess]\nmaxFile = 10\ncustomPiece1 = a:NW\nstartFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w - - 0 1\ncastling = false\n" })}`;
  const board = page.frameLocator('iframe[title="Board"]');
  const begin = async () => {
    await visitor.open(link);
    await board.getByRole("button", { name: "Play", exact: true }).click();
    await board
      .locator(".sentence:visible", { hasText: "White to move." })
      .waitFor({ timeout: 60_000 });
    await board.getByLabel("Play Against").selectOption({ label: "Fairy-Stockfish 1: beginner" });
  };
  const move = async (from, to) => {
    for (const name of [from, to]) {
      await board.locator(`.place[data-name="${name}"]:visible`).click();
    }
  };
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.equal(
    await page.evaluate(() => globalThis.crossOriginIsolated),
    false,
    "the service worker did not serve the page yet",
  );
  await context.setOffline(true);
  site.close();
  await begin();
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
  await move("f2", "f4");
  await board.locator(".record .count", { hasText: "2 moves played" }).waitFor({ timeout: 60_000 });
  await move("d1", "e3");
  await board.locator(".record .count", { hasText: "4 moves played" }).waitFor({ timeout: 60_000 });
  await board.getByRole("button", { name: "Hint", exact: true }).click();
  await board.locator(".opponent .count", { hasText: /Depth \d+/ }).waitFor({ timeout: 60_000 });
  assert.deepEqual(wrong, []);
});
