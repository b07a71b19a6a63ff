// The page beside the text in a browser, with the real server behind it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { beyond, browse, open, until, WINDOWS } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Runs a test with a page and checks that it did not violate its policy. */
async function beside(options, run) {
  const view = await open(browser, server, options);
  try {
    const at = (name) => view.page.locator(`[data-name="${name}"]:visible`);
    const said = (part) => view.page.locator(part);
    await view.page.locator("[role=gridcell]:visible").first().waitFor();
    await run({ ...view, at, said });
    assert.deepEqual(view.wrong, []);
    assert.deepEqual(
      view.asked.filter((url) => !view.isOfThePage(url)),
      [],
    );
  } finally {
    await view.close();
  }
}

const label = (locator) => locator.getAttribute("aria-label");
const hears = (locator, pattern) =>
  until(async () => pattern.test((await label(locator)) ?? ""), `a label like ${pattern}`);
const CANNON = { sample: "betza/hoppers.betza", line: 7 };

describe("a piece", () => {
  test("clicks place friends and foes, and a square says why", () =>
    beside(CANNON, async ({ at, said, told, page }) => {
      await hears(at("d8"), /^d8, moves there/);
      await at("d6").click();
      await hears(at("d6"), /friend/);
      await hears(at("d8"), /not reached/);
      await at("d8").click();
      await hears(at("d8"), /friend/);
      await at("d8").click();
      await hears(at("d8"), /foe, takes a foe there, only with a hop/);
      await at("d7").hover();
      await until(async () => (await said(".why h2").innerText()) === "d7");
      assert.match(await said(".why p").innerText(), /d6/);
      await hears(at("d6"), /in the way/);
      await until(() => told.at(-1).kind === "highlight" && told.at(-1).spans.length > 0);
      await page.getByRole("button", { name: "Clear Board" }).click();
      await hears(at("d6"), /^d6, moves there/);
    }));

  test("the highlighted text is what leads to a square now", () =>
    beside(CANNON, async ({ at, told }) => {
      const columns = () =>
        told
          .findLast(({ kind }) => kind === "highlight")
          ?.spans.map(({ start, end }) => [start.character, end.character]);
      await at("d6").click();
      await hears(at("d6"), /friend/);
      await at("d8").click();
      await until(() => String(columns()) === "16,18", "the rook's way");
      await at("d8").click();
      await until(() => String(columns()) === "18,21", "the way over the friend");
    }));

  test("the keyboard does everything that the mouse does", () =>
    beside(CANNON, async ({ at, page, said }) => {
      await at("d4").focus();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "d6");
      assert.equal(await said(".why h2").innerText(), "d6");
      await page.keyboard.press("Enter");
      await hears(at("d6"), /friend/);
      await page.keyboard.press("Space");
      await hears(at("d6"), /foe/);
      await page.keyboard.press("Delete");
      await hears(at("d6"), /^d6, moves there/);
      await page.keyboard.press("End");
      await page.keyboard.press("m");
      await hears(at("h6"), /the mover/);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "h6");
    }));

  test("the mover is dragged", () =>
    beside(CANNON, async ({ at, page }) => {
      const [from, to] = [await at("d4").boundingBox(), await at("f5").boundingBox()];
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
      await page.mouse.up();
      await hears(at("f5"), /the mover/);
    }));

  test("a move with several legs is shown step by step", () =>
    beside({ ...CANNON, state: undefined }, async ({ at, page, said, told }) => {
      await at("d6").click();
      await hears(at("d6"), /friend/);
      await at("d8").click();
      await at("d8").click();
      await hears(at("d8"), /foe/);
      await at("d8").focus();
      await page.keyboard.press("p");
      await until(async () => /^Step 1 of /.test(await said(".steps b").innerText()));
      const first = await said(".steps p").innerText();
      await page.keyboard.press("Enter");
      await until(async () => /^Step 2 of /.test(await said(".steps b").innerText()));
      assert.notEqual(await said(".steps p").innerText(), first);
      assert.ok(told.some(({ kind, spans }) => kind === "highlight" && spans.length === 1));
    }));

  test("it is animated unless reduced motion is preferred", () =>
    beside({ ...CANNON, motion: "no-preference" }, async ({ at, page, said }) => {
      await at("d6").click();
      await at("d8").click();
      await at("d8").click();
      await hears(at("d8"), /foe/);
      await at("d8").focus();
      await page.keyboard.press("p");
      await until(async () => /^Step 2 of /.test(await said(".steps b").innerText()));
    }));

  test("another board is chosen, and an invalid one is reported", () =>
    beside(CANNON, async ({ at, page, said }) => {
      await page.getByRole("combobox").first().selectOption("10x10");
      await at("j10").waitFor();
      await page.getByRole("combobox").first().selectOption("?");
      await page.getByLabel("Name of the board").fill("99x99");
      await page.keyboard.press("Enter");
      await until(async () =>
        /99x99/.test(
          await said(".remark:visible")
            .innerText()
            .catch(() => ""),
        ),
      );
      await page.getByLabel("Name of the board").fill("cylinder 6x7");
      await page.keyboard.press("Enter");
      await until(async () => (await page.locator("[role=gridcell]:visible").count()) === 42);
    }));

  test("it follows the cursor and the text, and late results of older versions are dropped", () =>
    beside({ ...CANNON, delay: 120 }, async ({ move, said, text }) => {
      await move({ line: 8, character: 1 });
      await until(async () => (await said("h1:visible").innerText()) === "Vao");
      await move({ line: 8, character: 1 }, text.replace("Vao ", "Owl "));
      await move({ line: 8, character: 1 }, text.replace("Vao ", "Elk "));
      const seen = new Set();
      await until(async () => {
        seen.add(await said("h1:visible").innerText());
        return seen.has("Elk");
      });
      assert.ok(!seen.has("Owl"));
    }));

  test("the last picture stays on a line without a piece, and can be used", () =>
    beside(CANNON, async ({ at, move, said }) => {
      await hears(at("d8"), /^d8, moves there/);
      await move({ line: 0, character: 0 });
      await at("d6").click();
      await hears(at("d8"), /not reached/);
      assert.equal(await said("h1:visible").innerText(), "Cannon");
    }));

  test("a double click on the title goes to the text", () =>
    beside(CANNON, async ({ page, told }) => {
      await page.getByRole("heading", { level: 1 }).dblclick();
      await until(() => told.at(-1).kind === "open" && told.at(-1).span.start.line === CANNON.line);
    }));

  test("choices are kept with their text", () =>
    beside(
      {
        ...CANNON,
        state: {
          cursor: { uri: `file:///${CANNON.sample}` },
          setting: {
            board: "9x9",
            square: "e5",
            friends: ["e7"],
            foes: [],
            side: "black",
            moved: true,
          },
        },
      },
      async ({ at, page }) => {
        await hears(at("e5"), /the mover/);
        await hears(at("e7"), /friend/);
        assert.ok(await page.getByLabel("Has moved").isChecked());
        assert.equal((await page.evaluate(() => window.kept())).setting.board, "9x9");
      },
    ));

  test("places lie over the squares of the server's picture", () =>
    beside({ sample: "betza/orthodox.betza", line: 8 }, async ({ page, at, move, text }) => {
      const line = text.split("\n").findIndex((one) => one.startsWith("Pawn"));
      await move({ line, character: 0 });
      await page.getByRole("heading", { level: 1, name: "Pawn", exact: true }).waitFor();
      for (const [square, id] of [
        ["d5", "m"],
        ["e5", "c"],
        ["d6", "i"],
      ]) {
        const [place, marks] = [
          await at(square).boundingBox(),
          await page.locator(`.board:visible use[href="#${id}"]`).all(),
        ];
        const boxes = await Promise.all(marks.map((one) => one.boundingBox()));
        const near = boxes.filter(
          ({ x, y, width, height }) =>
            Math.hypot(
              x + width / 2 - place.x - place.width / 2,
              y + height / 2 - place.y - place.height / 2,
            ) < 2,
        );
        assert.equal(near.length, 1, `${id} on ${square}`);
      }
    }));

  for (const theme of ["light", "dark", "contrast"]) {
    test(`deviations of an engine have a shape, a sentence and a label of their own in ${theme} colours`, async () => {
      const profile = (name) =>
        server.tell("workspace/didChangeConfiguration", { settings: { wazir: { profile: name } } });
      profile("xboard");
      await beside(
        { sample: "betza/none.betza", text: "Pair = WDN-N\nKing = K\n", theme },
        async ({ at, said, move, barriers, shot }) => {
          await hears(at("e6"), /^e6, not reached$/);
          await hears(at("f8"), /^f8, moves there$/);
          assert.match(await said(".played").innerText(), /^XBoard plays another piece: it moves/);
          for (const id of ["da", "do"]) {
            await said(`.board:visible use[href="#${id}"]`).first().waitFor();
          }
          await at("e6").hover();
          await until(async () =>
            /Only XBoard goes there\.$/.test(await said(".why p").innerText()),
          );
          assert.deepEqual(await barriers(), []);
          await shot(`an engine ${theme}`);
          await move({ line: 1, character: 0 });
          await said(".played").waitFor({ state: "hidden" });
          assert.doesNotMatch(await said(".legend").innerText(), /XBoard/);
        },
      ).finally(() => profile(""));
    });

    test(`White is light and Black is dark in ${theme} colours, and a friend is of the mover's side`, () =>
      beside({ ...CANNON, theme }, async ({ at, page }) => {
        await at("d6").click();
        await hears(at("d6"), /friend/);
        await at("d7").click();
        await at("d7").click();
        await hears(at("d7"), /foe/);
        const men = (id) => page.locator(`.board:visible use[href="#${id}"]`);
        assert.deepEqual([await men("wm").count(), await men("bm").count()], [1, 1]);
        const isWhiteBelow = async () =>
          (await men("wm").boundingBox())?.y > (await men("bm").boundingBox())?.y;
        assert.ok(await isWhiteBelow());
        await page.getByLabel("Side").selectOption("black");
        await until(async () => !(await isWhiteBelow()) && (await men("wm").count()) === 1);
      }));
  }

  test("a piece of a variant's position is chosen and dragged among the others", () => {
    const text =
      "[duke:chess]\ncustomPiece1 = a:BN\nstartFen = rnbqkbnr/pppp1ppp/8/8/2a1p3/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n";
    return beside(
      { sample: "fairy-variants/variants.ini", text, line: 2, character: 60 },
      async ({ at, page, move, barriers }) => {
        await at("d1").click();
        await page.getByRole("heading", { level: 1, name: "A: customPiece1" }).waitFor();
        await at("d1").dragTo(at("d3"));
        await hears(at("d3"), /^d3, White A/);
        await hears(at("e4"), /^e4, Black P, takes a foe there/);
        assert.deepEqual(await barriers(), []);
        await move({ line: 0, character: 2 });
        await hears(at("d1"), /^d1, White A/);
      },
    );
  });

  test("a click on a piece of a variant leads to its letter, hands are beside the board, and walls block", () => {
    const text =
      "[walled:chess]\ncannon = c\npocketSize = 2\nstartFen = k7/8/3p4/3*4/8/8/3C4/K2*1R2[Qpp] w - - 0 1\npieceDrops = true\n";
    return beside(
      {
        sample: "fairy-variants/variants.ini",
        text,
        line: 3,
        character: text.split("\n")[3].indexOf("C"),
      },
      async ({ at, page, said, told, barriers, shot }) => {
        await page.getByRole("heading", { level: 1, name: "C: cannon" }).waitFor();
        await hears(at("d6"), /^d6, Black P, takes a foe there, only with a hop/);
        await hears(at("d5"), /^d5, wall, not reached/);
        const held = said(".stores:visible .chip");
        const words = await held.evaluateAll((all) => all.map((one) => one.ariaLabel));
        assert.deepEqual(words, ["P, 2 of them", "Q, 1 of them"]);
        await at("f1").click();
        await page.getByRole("heading", { level: 1, name: "R: rook" }).waitFor();
        const letter = () =>
          told
            .findLast(({ kind }) => kind === "highlight")
            .spans.map(({ start, end }) =>
              text.split("\n")[3].slice(start.character, end.character),
            );
        await until(() => String(letter()) === "R", "the letter of the rook");
        await at("d1").hover();
        await until(async () => /There is a wall on d1/.test(await said(".why p").innerText()));
        assert.deepEqual(await barriers(), []);
        await shot("walls and hands");
        await held.last().click();
        await page.getByRole("heading", { level: 1, name: "Q: queen" }).waitFor();
        await hears(at("e4"), /^e4, may enter there/);
        await hears(at("f1"), /^f1, White R, cannot enter there/);
        await at("f1").click();
        await page.getByRole("heading", { level: 1, name: "R: rook" }).waitFor();
      },
    );
  });

  test("code in texts of the server is shown as code", () =>
    beside(CANNON, async ({ move, page }) => {
      await move({ line: 0, character: 0 }, "%dialect xbetza\nShort rook = fwR0\n");
      await move({ line: 1, character: 0 });
      await page.locator(".problems code").first().waitFor();
      assert.doesNotMatch(await page.locator("main").innerText(), /`/);
    }));

  test("hexagons can be navigated by keys", () =>
    beside({ sample: "lcpn/hexagons.lcpn", line: 7 }, async ({ page, barriers }) => {
      await page.locator("[role=gridcell][tabindex='0']").focus();
      const [from] = [
        await page.evaluate(() => document.activeElement.dataset.name),
        await page.keyboard.press("ArrowUp"),
      ];
      assert.notEqual(await page.evaluate(() => document.activeElement.dataset.name), from);
      assert.deepEqual(await barriers(), []);
    }));
});

describe("a position", () => {
  const GAME = { sample: "ben39/games.ben39", line: 3 };

  test("a piece is moved, the move is undone, and the text's position is restored", () =>
    beside({ sample: "ben39/puzzles.ben39", line: 6 }, async ({ at, page, said }) => {
      await at("h2").click();
      await hears(at("h4"), /can be chosen/);
      assert.match(await said(".actions .count").first().innerText(), /^\d+ of 33$/);
      await page.keyboard.press("Escape");
      await until(async () => (await said(".actions .count").first().innerText()) === "33 of 33");
      await at("h2").focus();
      await page.keyboard.press("Enter");
      await at("h4").focus();
      await page.keyboard.press("Enter");
      await hears(at("h4"), /White king/);
      await page.getByText("1 move played").waitFor();
      await page.keyboard.press(",");
      await hears(at("h2"), /White king/);
      await page.keyboard.press(".");
      await hears(at("h4"), /White king/);
      await page.getByRole("button", { name: "Back to the Text" }).click();
      await hears(at("h2"), /White king/);
    }));

  test("the list contains every action and can be filtered", () =>
    beside({ sample: "ben39/puzzles.ben39", line: 6 }, async ({ at, page }) => {
      await page.getByLabel("Filter").fill("teleports n10");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await hears(at("j12"), /White silver general/);
      await page.getByText("Last: Wm11:n10-j12").waitFor();
    }));

  test("held pieces are placed on the board", () =>
    beside(GAME, async ({ at, page }) => {
      await page.getByLabel("Record").getByRole("slider").fill("0");
      await page.locator(".stores.turn .chip:enabled").first().click();
      await page.locator(".open").first().waitFor();
      const name = await page.locator(".open").first().getAttribute("data-name");
      await at(name).click();
      await until(
        async () => (await page.locator(".count", { hasText: "1 move played" }).count()) === 1,
      );
      await hears(at(name), /White/);
    }));

  test("a record is stepped through, and its actions are highlighted in the text", () =>
    beside(GAME, async ({ page, told }) => {
      const slider = page.getByRole("slider");
      await slider.focus();
      await page.keyboard.press("Home");
      await page.getByText("Move 0 of 7").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.getByText("Move 1 of 7").waitFor();
      await page.getByText("Last: Bf4-b8").waitFor();
      await until(() =>
        told.some(
          ({ kind, spans }) =>
            kind === "highlight" && spans.length === 1 && spans[0].start.line === 5,
        ),
      );
      await page.getByRole("button", { name: "Last Position" }).click();
      await page.getByText("Move 7 of 7").waitFor();
    }));

  test("a line of an evaluation is stepped through, and the lines stay; the score names the better side", () =>
    beside(
      { sample: "ben39/puzzles.ben39", line: 6, theme: "dark" },
      async ({ page, said, shot }) => {
        const lines = said(".evaluation tbody tr");
        await page.getByRole("button", { name: "Evaluate" }).click();
        await lines.first().locator("button").nth(2).waitFor();
        await page.getByRole("button", { name: "Evaluate" }).waitFor(); // the win is proved
        assert.match(
          await lines.first().locator("th").innerText(),
          /^(White|Black) (wins in \d+|is better by [\d.]+ pawns?)$/,
        );
        const moves = await lines.first().locator("button").allInnerTexts();
        await lines.first().locator("button").nth(1).click();
        await page.getByText("2 moves played").waitFor();
        assert.equal(await said("[aria-current=step]").first().innerText(), moves[1]);
        await page.getByRole("button", { name: "Next Move" }).click();
        await page.getByText(`Last: ${moves[2]}`).waitFor();
        assert.equal(await said("[aria-current=step]").first().innerText(), moves[2]);
        await shot("evaluation dark");
        for (let step = 0; step < 3; step++) await page.keyboard.press(",");
        await page.getByText("moves played").waitFor({ state: "hidden" });
        assert.ok((await lines.count()) > 0);
      },
    ));

  test("an evaluation shows its results and can be stopped", () =>
    beside({ sample: "ben39/opening.ben39", line: 3 }, async ({ page, told, said }) => {
      await page.getByRole("button", { name: "Evaluate" }).click();
      await page.getByRole("progressbar").waitFor();
      await until(async () => /^Depth [1-9]/.test(await said(".evaluation .count").innerText()));
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "Evaluate" }).waitFor();
      assert.ok(told.some(({ kind }) => kind === "cancel"));
      assert.ok((await said("tbody tr").count()) > 0);
    }));
});

for (const theme of ["light", "dark", "contrast"]) {
  test(`the page is accessible in ${theme} colours`, async () => {
    for (const [name, options, click] of [
      ["piece", CANNON, "d6"],
      ["position", { sample: "ben39/games.ben39", line: 8 }, "f14"],
    ]) {
      await beside({ ...options, theme }, async ({ at, page, barriers, shot }) => {
        await at(click).click();
        await page.waitForTimeout(150);
        assert.deepEqual(await barriers(), []);
        await shot(`${name} ${theme}`);
      });
    }
  });
}

for (const [window_, size] of Object.entries(WINDOWS)) {
  test(`everything can be reached in ${window_}`, async () => {
    for (const options of [
      CANNON,
      { sample: "ben39/games.ben39", line: 8 },
      { sample: "lcpn/hexagons.lcpn", line: 7 },
    ]) {
      await beside({ ...options, size }, async ({ page, barriers, shot }) => {
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth),
          true,
        );
        assert.deepEqual(await page.evaluate(beyond), []);
        assert.deepEqual(await barriers(), []);
        await shot(`${options.sample.replace("/", " ")} in ${window_}`);
      });
    }
  });
}

test("a move is found, read and stepped through by keys alone", () =>
  beside(CANNON, async ({ page, at }) => {
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const isFocused = (name) =>
      page.evaluate((wanted) => document.activeElement?.dataset.name === wanted, name);
    for (let tabs = 0; !(await isFocused("d4")); tabs++) {
      assert.ok(tabs < 12, "the board is reached within twelve tabs");
      await press("Tab");
    }
    await press("ArrowUp", "ArrowUp", "Enter");
    await hears(at("d6"), /friend/);
    await press("ArrowUp", "ArrowUp", "Enter", "Enter");
    await hears(at("d8"), /foe, takes a foe there/);
    await press("p");
    await page.getByText("Step 1 of").waitFor();
  }));

test("the view is accessible while a move is shown, and during a search", async () => {
  await beside(CANNON, async ({ page, barriers }) => {
    await page.locator("[role=gridcell][tabindex='0']:visible").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("p");
    await page.getByText("Step 1 of").waitFor();
    assert.deepEqual(await barriers(), []);
  });
  await beside({ sample: "ben39/opening.ben39", line: 3 }, async ({ page, barriers }) => {
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.getByRole("progressbar").waitFor();
    assert.deepEqual(await barriers(), []);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("tbody tr").first().waitFor();
    assert.deepEqual(await barriers(), []);
  });
});

for (const theme of ["light", "dark"]) {
  test(`the figures of a piece are computed when they are opened (${theme})`, () =>
    beside(
      { sample: "orthodox.betza", text: "Queen = Q\nKnight = N\n", theme },
      async ({ page, move, barriers, shot }) => {
        const figures = page.locator(".figures");
        await figures.locator("summary").click();
        await figures.getByText("Reach: 64 of 64 squares.").waitFor();
        await until(async () => (await figures.locator("img").count()) === 2, "two maps");
        const widths = await figures
          .locator("img")
          .evaluateAll((all) =>
            Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth))),
          );
        assert.ok(widths.every((width) => width > 0));
        assert.deepEqual(await barriers(), []);
        await shot(`figures ${theme}`);
        await move({ line: 1, character: 0 });
        await figures.getByText("Moves on the empty board: 5.25 on average").waitFor();
      },
    ));
}

for (const theme of ["light", "dark"]) {
  test(`all readings of a piece are shown when requested, equal ones together (${theme})`, () =>
    beside(
      { sample: "fairy.betza", text: "Stepper = W03\nKnight = N\n", theme },
      async ({ page, move, barriers, shot }) => {
        await page.evaluate(() => window.postMessage({ kind: "part", part: "readings" }));
        const readings = page.locator(".readings");
        const titles = () => readings.locator("h2").allTextContents();
        await readings.getByText("Fairy-Stockfish", { exact: true }).waitFor();
        assert.deepEqual(await titles(), [
          "original, extended, xbetza (this file)",
          "Fairy-Stockfish",
          "XBoard",
        ]);
        const widths = await readings
          .locator("img")
          .evaluateAll((all) =>
            Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth))),
          );
        assert.ok(widths.length === 3 && widths.every((width) => width > 0));
        assert.deepEqual(await barriers(), []);
        await shot(`readings ${theme}`);
        const picture = await readings.locator("img").first().getAttribute("src");
        await page.evaluate(
          (other) => {
            document.body.className = `vscode-${other}`;
          },
          theme === "dark" ? "light" : "dark",
        );
        await until(
          async () => (await readings.locator("img").first().getAttribute("src")) !== picture,
          "pictures of the other theme",
        );
        await move({ line: 1, character: 0 });
        await until(async () => (await titles()).length === 1, "one reading of a knight");
      },
    ));
}

test("whether a piece mates is computed with progress, and can be cancelled", () =>
  beside({ sample: "orthodox.betza", text: "Queen = Q\n" }, async ({ page, told }) => {
    const figures = page.locator(".figures");
    await figures.locator("summary").click();
    const mates = figures.getByRole("button", { name: "Can It Mate?" });
    await mates.click();
    await figures.getByRole("button", { name: "Cancel" }).click();
    await mates.waitFor();
    assert.ok(told.some(({ kind }) => kind === "cancel"));
    await mates.click();
    await figures
      .getByText(/King and piece beat a bare king from .* in at most 10 moves/)
      .waitFor();
    assert.equal(await mates.isVisible(), false);
  }));
