// Variants are played with the packaged extension alone, in a real VS Code: WAZIR_EDITORS names the
// folder with code-server, WAZIR_VSIX the package. The server has no pyffish: once it runs without
// Python, and once in a Python that has no packages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { elsewhere, ready, shot, until } from "./asking.mjs";
import { clickLine, command, open, openFile } from "./editor.mjs";

const TEXT = `[broad:chess]
maxFile = 10
customPiece1 = a:NW
startFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w - - 0 1
castling = false
`;
/** The number of moves of each side that are played, unless the game ends before. */
const MOVES = 20;
/** Milliseconds for a move of the engine, on a busy machine. */
const PATIENCE = 60_000;

let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "wazir-playing-"));
  execFileSync(process.env.WAZIR_PYTHON ?? "python3", [
    "-m",
    "venv",
    "--without-pip",
    join(root, "python"),
  ]);
  assert.throws(() =>
    execFileSync(join(root, "python", "bin", "python3"), ["-c", "import pyffish"], {
      stdio: "ignore",
    }),
  );
});
after(() => rm(root, { recursive: true, force: true }));

const SERVERS = {
  "without Python": () => [{ "wazir.server": "pyodide" }, /Pyodide/],
  "in a Python without packages": () => [
    { "wazir.interpreter": join(root, "python", "bin", "python3") },
    /Python/,
  ],
};

for (const [place, choose] of Object.entries(SERVERS)) {
  test(`a variant on ten files is played against the engine, ${place}`, async () => {
    const [settings, title] = choose();
    const workspace = await mkdtemp(join(root, "workspace-"));
    await writeFile(join(workspace, "variants.ini"), TEXT);
    const editor = await open({
      tree: process.env.WAZIR_EDITORS,
      vsix: process.env.WAZIR_VSIX,
      workspace,
      settings,
    });
    try {
      const { page } = editor;
      await openFile(page, "variants.ini");
      await ready(editor);
      assert.match(await page.locator(".statusbar-item", { hasText: "Wazir" }).innerText(), title);
      await clickLine(page, "broad");
      await command(page, "Wazir: Show Piece");
      const view = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
      await view.getByRole("button", { name: "Play", exact: true }).click();
      await view.locator(".sentence:visible", { hasText: "White to move." }).waitFor();
      await view.getByLabel("Play Against").selectOption({ label: "Fairy-Stockfish 1: beginner" });
      const played = await playedAgainst(view);
      await shot(editor, `a variant is played ${place}`);
      assert.ok(played.isOver || played.count >= 2 * MOVES, JSON.stringify(played));
      assert.ok(played.slowest < PATIENCE);
      console.log(`${place}: ${played.count} moves, the slowest reply after ${played.slowest} ms`);
      if (!played.isOver) {
        await view.getByRole("button", { name: "Hint", exact: true }).click();
        await view
          .locator(".opponent .count", { hasText: /Depth \d+/ })
          .waitFor({ timeout: PATIENCE });
        await view.getByRole("button", { name: "Take Back", exact: true }).click();
        await view
          .locator(".record .count", { hasText: `${played.count - 2} moves played` })
          .waitFor();
      }
      assert.deepEqual(elsewhere(editor), []);
    } finally {
      await editor.close();
    }
  });
}

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
