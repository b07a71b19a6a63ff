// The logic of the views: keys, choices, records, and their page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../browser/page.mjs";

const { page, escaped, nonce, texts } = await load("src/views/page.ts");
const { rows, walked, walkedTo } = await load("media/board/walking.ts");
const { chain, matching, meant, narrowed, pointedAt } = await load("media/board/choosing.ts");
const { along, doneOf } = await load("media/board/line.ts");
const { cleared, cycled, EMPTY, isCleared, moved, removed } = await load("media/board/placing.ts");

test("the policy of the page allows only its own script and style", () => {
  const parts = {
    script: "a.js",
    style: "a.css",
    source: "https://own",
    nonce: "abc",
    language: "en",
    title: "<&>",
    texts: texts((text) => text),
  };
  const html = page(parts);
  const policy = /Content-Security-Policy" content="([^"]*)"/
    .exec(html)[1]
    .replaceAll("&#39;", "'");
  assert.equal(
    policy,
    "default-src 'none'; style-src https://own; script-src 'nonce-abc'; img-src data:; base-uri 'none'; form-action 'none'",
  );
  assert.equal(html.match(/<script/g).length, 1);
  assert.doesNotMatch(html, / style=| on\w+=|<style/);
  assert.match(html, /<title>&lt;&amp;&gt;<\/title>/);
});

test("every text of the pages is translated", () => {
  const leaves = (value) =>
    typeof value === "string" ? [value] : Object.values(value).flatMap(leaves);
  assert.ok(leaves(texts(() => "*")).every((one) => one === "*"));
});

test("texts in the page are escaped", () => {
  assert.equal(escaped(`<a b="c" d='e'>&`), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
});

test("nonces are unique", () => {
  assert.match(nonce(), /^[0-9a-f]{32}$/);
  assert.notEqual(nonce(), nonce());
});

// Keys

const square = (name, x, y) => ({ name, x, y });
const plain = rows([
  square("b1", 1.5, 1.5),
  square("a2", 0.5, 0.5),
  square("a1", 0.5, 1.5),
  square("b2", 1.5, 0.5),
]);
const names = (all) => all.map((row) => row.map(({ name }) => name));

test("places are read row by row", () => {
  assert.deepEqual(names(plain), [
    ["a2", "b2"],
    ["a1", "b1"],
  ]);
});

for (const [key, name] of Object.entries({
  ArrowRight: "b1",
  ArrowLeft: undefined,
  ArrowUp: "a2",
  ArrowDown: undefined,
  Home: "a1",
  End: "b1",
  PageUp: "a2",
  x: undefined,
})) {
  test(`${key} leads from a1 to ${name ?? "nowhere"}`, () => {
    assert.equal(walked(plain, plain[1][0], key, 0.5)?.name, name);
  });
}

test("up and down stay in their column across rows with another layout", () => {
  const all = rows([
    square("a", 1.5, 0),
    square("b", 1, 1),
    square("c", 2, 1),
    square("d", 0.5, 2),
    square("e", 1.5, 2),
  ]);
  const middle = walked(all, all[2][1], "ArrowUp", 1.5);
  assert.equal(walked(all, middle, "ArrowUp", 1.5).name, "a");
  assert.equal(walked(all, middle, "ArrowDown", 1.5).name, "e");
});

// Pieces on the board

test("a square cycles from empty to friend to foe", () => {
  const friend = cycled(EMPTY, "a1");
  const foe = cycled(friend, "a1");
  assert.deepEqual([friend.friends, friend.foes], [["a1"], []]);
  assert.deepEqual([foe.friends, foe.foes], [[], ["a1"]]);
  assert.deepEqual(cycled(foe, "a1"), EMPTY);
});

test("the mover replaces the piece on its new square", () => {
  const setting = moved(cycled(cycled(EMPTY, "a1"), "b1"), "a1");
  assert.deepEqual([setting.square, setting.friends], ["a1", ["b1"]]);
  assert.ok(!isCleared(setting) && isCleared(cleared(setting)));
  assert.deepEqual(removed(setting, "b1").friends, []);
});

// Choosing actions

const action = (spelled, places) => ({
  kind: "",
  spelled,
  words: `does ${spelled}`,
  piece: "K",
  by: null,
  origin: null,
  target: null,
  takes: [],
  ...places,
});
const ACTIONS = [
  action("Ka1-a2", { origin: "a1", target: "a2" }),
  action("Ka1-b2", { origin: "a1", target: "b2" }),
  action("Wc1-c2", { piece: "W", origin: "c1", target: "c2" }),
  action("Wc1:a1-d1", { piece: "W", by: "c1", origin: "a1", target: "d1" }),
  action("Ze1>", { piece: "Z", by: "e1" }),
  action("Ze1<", { piece: "Z", by: "e1" }),
  action("R@a2", { piece: "R", target: "a2" }),
  action("Cx@a3", { piece: "Cx", target: "a3" }),
  action("+L@a4", { piece: "+L", target: "a4" }),
];

test("each action has its places", () => {
  assert.deepEqual(
    ACTIONS.map((one) => chain(one).join(" ")),
    ["a1 a2", "a1 b2", "c1 c2", "c1 a1 d1", "e1", "e1", "@R a2", "@C a3", "@L a4"],
  );
});

for (const [clicks, after, done] of [
  [["a1"], "a1", undefined],
  [["a1", "a2"], "a1 a2", "Ka1-a2"],
  [["a1", "c1"], "c1", undefined],
  [["a1", "a1"], "", undefined],
  [["c1", "a1", "d1"], "c1 a1 d1", "Wc1:a1-d1"],
  [["c1", "c2"], "c1 c2", "Wc1-c2"],
  [["@R", "a2"], "@R a2", "R@a2"],
  [["e1"], "e1", undefined],
  [["a1", "h8"], "", undefined],
  [["h8"], "", undefined],
]) {
  test(`clicks on ${clicks.join(", ")} ${done ? `are ${done}` : `leave "${after}" chosen`}`, () => {
    const pointed = clicks.reduce((before, one) => pointedAt(ACTIONS, before, one), []);
    assert.equal(pointed.join(" "), after);
    assert.equal(meant(ACTIONS, pointed)?.spelled, done);
  });
}

test("actions with the same places are offered by name", () => {
  assert.deepEqual(
    narrowed(ACTIONS, ["e1"]).complete.map(({ spelled }) => spelled),
    ["Ze1>", "Ze1<"],
  );
});

test("a filter finds all of its words in any order", () => {
  assert.deepEqual(
    matching(ACTIONS, " DOES ka1 b2 ").map(({ spelled }) => spelled),
    ["Ka1-b2"],
  );
  assert.equal(matching(ACTIONS, "").length, ACTIONS.length);
});

// Stepping

test("a line of play is stepped through, and left by another move", () => {
  const from = { at: 2, played: ["x"], start: "8/8 w" };
  const line = along(from, ["a", "b", "c"], 2);
  assert.deepEqual(line, { at: 2, played: ["x", "a", "b"], undone: ["c"], start: "8/8 w" });
  assert.equal(doneOf(from, ["a", "b", "c"], line), 2);
  assert.equal(doneOf(from, ["a", "b", "c"], from), 0);
  for (const played of [[], ["x", "b"], ["x", "a", "b", "c", "d"]]) {
    assert.equal(doneOf(from, ["a", "b", "c"], { at: 2, played }), undefined);
  }
  assert.equal(doneOf(from, ["a"], { at: 3, played: ["x", "a"] }), undefined);
});

// Steps

const step = (squares, stays = false) => ({ squares, stays, act: "stop", words: "", span: null });

test("a move is shown step by step, with captures from afar, and never across an edge", () => {
  const way = {
    path: ["a1", "a2", "-", "b1", "c1"],
    steps: [step(["a2", "-"]), step(["b1"], true), step(["c1"])],
  };
  assert.deepEqual(
    [0, 1, 2].map((number) => walkedTo(way, number)),
    [
      ["a1", "a2"],
      ["a1", "a2", "b1"],
      ["a1", "a2", "c1"],
    ],
  );
});
