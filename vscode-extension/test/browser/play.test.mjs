// The page of a variant with a board to play on, as `wazir page --playable` writes it, from a web
// server that only has its files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { barriers, beyond } from "./page.mjs";
import { serve, visit } from "./playground.mjs";

const extension = fileURLToPath(new URL("../../", import.meta.url));
const python = process.env.WAZIR_PYTHON ?? "python3";
const TEXT = `[mine:crazyhouse]
# marquis
customPiece1 = n:NW
knight = -

[ducks:duck]

[quick:chess]
startFen = 7k/8/5KQ1/8/8/8/8/8 w - - 0 1

[checks:chess]
startFen = rnbqkbnr/ppp2ppp/8/8/8/8/PPP2PPP/RNBQKBNR w KQkq - 0 1
`;
const shots = process.env.WAZIR_SHOTS;

let folder, site;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-play-"));
  const env = { ...process.env, WAZIR_PYTHON: python };
  execFileSync(process.execPath, ["scripts/play.mjs", join(folder, "package")], {
    cwd: extension,
    env,
    stdio: "inherit",
  });
  await writeFile(join(folder, "variants.ini"), TEXT);
  wazir("page", "variants.ini", "--playable", "--output", "all.html");
  wazir("page", "variants.ini:mine", "--playable", "--output", "mine.html");
  wazir("page", "variants.ini:mine", "--output", "plain.html");
  await mkdir(join(folder, "games"));
  wazir("page", "variants.ini", "--playable", "--output", "games/index.html");
  wazir("page", "variants.ini:mine", "--output", "games/plain.html");
  site = await serve(folder);
});
after(async () => {
  site?.close();
  await rm(folder, { recursive: true });
});

function wazir(...args) {
  const env = {
    ...process.env,
    PYTHONPATH: [join(extension, "../server"), join(folder, "package")].join(":"),
  };
  execFileSync(python, ["-m", "wazir", ...args], { cwd: folder, env, stdio: "inherit" });
}

/** Opens a page, and the board of a variant in it. *begin* runs in the page before its scripts. */
async function playing(name, variant, run, { begin = () => undefined, ...options } = {}) {
  const visitor = await visit(site.home, options);
  try {
    const { page, wrong, asked } = visitor;
    const address = site.home + (name.endsWith("/") ? name : `${name}.html`);
    await page.addInitScript(begin);
    await page.goto(address);
    assert.deepEqual(asked, [address], "nothing else is asked for before it is played");
    const section = page.locator(`#${variant}`);
    await section.getByRole("button", { name: "Play", exact: true }).click();
    const frame = section.frameLocator("iframe");
    const status = (words) =>
      frame.locator(".sentence", { hasText: words }).filter({ visible: true }).waitFor();
    await status("White to move.");
    /** The middle of a square on the screen. */
    const middle = async (square) => {
      const at = frame.locator(`.place[data-name="${square}"]`);
      await at.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await at.boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const click = async (square) => page.mouse.click(...(await middle(square)));
    const move = async (...squares) => {
      for (const square of squares) await click(square);
    };
    const count = (words) => frame.locator(".record .count", { hasText: words }).waitFor();
    await run({
      page,
      section,
      frame,
      status,
      middle,
      move,
      count,
      click,
      context: visitor.context,
    });
    assert.deepEqual(wrong, []);
    assert.ok(
      asked.every((address) => address.startsWith(site.home)),
      asked.join("\n"),
    );
  } finally {
    await visitor.close();
  }
}

async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

test("a visitor plays with the mouse: moves, captures, drops, takes back, copies", () =>
  playing("mine", "mine", async ({ page, section, frame, status, middle, move, count }) => {
    assert.equal(
      await section.locator(".set-up > img:visible").count(),
      0,
      "the board takes the place of the picture",
    );
    await move("e2", "e4");
    await count("1 move played");
    await status("Black to move.");
    await move("d7", "d5");
    await count("2 moves played");
    // The knight of this variant is a marquis, which steps as a wazir too; here the pawn is
    // dragged.
    await page.mouse.move(...(await middle("e4")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("d5")), { steps: 5 });
    await page.mouse.up();
    await count("3 moves played");
    await move("b8", "a6");
    await count("4 moves played");
    await frame.getByRole("button", { name: "pawn, 1 of them" }).click();
    assert.equal(
      await frame.locator(".chip use[href='#white-pawn']").count(),
      1,
      "a hand shows figurines",
    );
    await shot(page, "play");
    await move("e4");
    await count("5 moves played");
    assert.match(await frame.locator(".record .last").innerText(), /P@e4/);
    await frame.getByRole("button", { name: "Previous Move" }).click();
    await count("4 moves played");
    await frame.getByRole("button", { name: "Copy the Game" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^\[Variant "mine"\][^]*\n1\. e4 d5 2\. exd5 Na6 \*\n$/);
    assert.deepEqual(await barriers(page), []);
    await frame.getByRole("button", { name: "New Game" }).click();
    await status("White to move.");
    assert.equal(await frame.getByRole("button", { name: "Playtest" }).count(), 0);
    assert.equal(await frame.getByRole("button", { name: "Back to the Board" }).count(), 0);
  }));

test("Fairy-Stockfish answers, gives a hint, and wins when the visitor resigns", () =>
  playing("mine", "mine", async ({ page, frame, status, move, count }) => {
    const press = (name) => frame.getByRole("button", { name, exact: true }).click();
    const words = (pattern) =>
      frame.locator(".opponent .count", { hasText: pattern }).waitFor({ timeout: 60_000 });
    const opponent = frame.getByLabel("Play Against");
    assert.deepEqual(await opponent.locator("option").allInnerTexts(), [
      "Nobody",
      "Fairy-Stockfish 1: beginner",
      "Fairy-Stockfish 2: casual player",
      "Fairy-Stockfish 3: club player",
      "Fairy-Stockfish 4: full strength, 200,000 positions",
      "Fairy-Stockfish 5: full strength, 1,000,000 positions",
    ]);
    assert.ok(!site.asked.includes("/wazir-play/stockfish.wasm"), "nobody has chosen it yet");
    await opponent.selectOption("1");
    await move("e2", "e4");
    await count("2 moves played");
    await status("White to move.");
    await press("Hint");
    await words(/^\S+ \S+ Depth \d+, (?:[+-]\d+\.\d\d|mate in \d+)\.$/);
    await shot(page, "play against the engine");
    await press("Take Back");
    await frame.locator(".record .count", { hasText: "moves played" }).waitFor({ state: "hidden" });
    await move("d2", "d4");
    await count("2 moves played");
    assert.deepEqual(await barriers(page), []);
    await press("Resign");
    await status("White resigns. Black wins.");
    await press("Copy the Game");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\n1\. d4 \S+ 0-1\n$/);
  }));

test("the visitor takes the other side, of a page that is the index of a folder", () =>
  playing("games/", "quick", async ({ page, frame, status, count }) => {
    await frame.getByLabel("Play Against").selectOption("5");
    await frame.getByRole("combobox", { name: "As", exact: true }).selectOption("black");
    await count("1 move played");
    await status("White wins.");
    assert.equal(await page.evaluate(() => window.crossOriginIsolated), true);
    await page.goto(`${site.home}games/plain.html`);
    assert.equal(
      await page.evaluate(() => window.crossOriginIsolated),
      false,
      "other pages stay as they are",
    );
  }));

test("a move that is taken back while the engine thinks gets no answer", () =>
  playing("all", "checks", async ({ page, frame, move, count }) => {
    const searches = page.waitForEvent("worker", (worker) => worker.url().endsWith("opponent.js"));
    await frame.getByLabel("Play Against").selectOption("5");
    await move("d1", "e2"); // Of the moves that are legal here
    await searches;
    await frame.locator(".opponent .count", { hasText: "is thinking" }).waitFor();
    await frame.getByRole("button", { name: "Take Back" }).click();
    await frame.locator(".record .count", { hasText: "move played" }).waitFor({ state: "hidden" });
    await move("f1", "b5"); // none is legal here.
    await count("2 moves played");
    assert.match(await frame.locator(".record .last").innerText(), /c6|d7|Ke7/);
  }));

test("where there is no service worker, the visitor plays both sides, and reads why", () =>
  playing(
    "mine",
    "mine",
    async ({ frame, move, count }) => {
      await frame.getByLabel("Play Against").selectOption("1");
      await move("e2", "e4");
      await frame
        .locator(".opponent .count", { hasText: /no shared memory\. You can play both sides\.$/ })
        .waitFor();
      await move("d7", "d5");
      await count("2 moves played");
    },
    { begin: () => delete Object.getPrototypeOf(navigator).serviceWorker },
  ));

test("a wall is placed by a third click, and a game ends", async () => {
  await playing("all", "ducks", async ({ frame, move, count }) => {
    await move("e2", "e4", "e3");
    await count("1 move played");
    assert.equal(await frame.locator(".picture use[href='#wall']").count(), 1);
  });
  await playing("all", "quick", async ({ status, move }) => {
    await move("g6", "g7");
    await status("White wins.");
  });
});

for (const [theme, width] of [
  ["light", 360],
  ["dark", 360],
  ["light", 1400],
  ["dark", 1400],
]) {
  test(`the board fits: ${theme}, ${width} pixels`, () =>
    playing(
      "mine",
      "mine",
      async ({ page, frame, move, count }) => {
        await move("g1", "g2"); // A pawn is there.
        await move("e2", "e4");
        await count("1 move played");
        await shot(page, `play, ${theme}, ${width}`);
        assert.deepEqual(await page.evaluate(beyond), []);
        assert.deepEqual(await frame.locator("body").evaluate(beyond), []);
        const rest = await frame
          .locator("html")
          .evaluate((root) => root.scrollHeight - window.innerHeight);
        assert.ok(rest <= 1, `the frame is ${rest} pixels too low`);
        assert.deepEqual(await barriers(page), []);
      },
      { viewport: { width, height: 800 }, colorScheme: theme },
    ));
}

test("without the option there is no board; from a file a sentence says what is needed", async () => {
  const html = await readFile(join(folder, "plain.html"), "utf8");
  assert.doesNotMatch(html, /wazir-play"|<iframe|frame-src|worker-src/);
  const visitor = await visit(site.home);
  try {
    await visitor.page.goto(pathToFileURL(join(folder, "mine.html")).href);
    await visitor.page.getByText("To play, open this page from a web server.").waitFor();
    assert.equal(await visitor.page.getByRole("button", { name: "Play", exact: true }).count(), 0);
  } finally {
    await visitor.close();
  }
});

test("without scripts the page stays as it is", async () => {
  const visitor = await visit(site.home, { javaScriptEnabled: false });
  try {
    const { page, asked } = visitor;
    await page.goto(`${site.home}mine.html`);
    assert.equal(await page.locator(".set-up img:visible").count(), 1);
    assert.equal(await page.locator(".wazir-play button:visible, iframe:visible").count(), 0);
    assert.deepEqual(asked, [`${site.home}mine.html`]);
  } finally {
    await visitor.close();
  }
});

test("the folder beside the page holds the licence of the engine and the address of its source", async () => {
  assert.deepEqual((await readdir(join(folder, "wazir-play"))).sort(), [
    "AUTHORS",
    "Copying.txt",
    "LICENSES.txt",
    "board.css",
    "board.html",
    "board.js",
    "engine.js",
    "ffish.wasm",
    "opponent.js",
    "stockfish.js",
    "stockfish.wasm",
    "stockfish.worker.js",
  ]);
  const licences = await readFile(join(folder, "wazir-play/LICENSES.txt"), "utf8");
  assert.match(licences, /https:\/\/github.com\/fairy-stockfish\/Fairy-Stockfish/);
  assert.match(licences, /https:\/\/github.com\/fairy-stockfish\/fairy-stockfish.wasm/);
  assert.match(licences, /GNU GENERAL PUBLIC LICENSE/);
});
