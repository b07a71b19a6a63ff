// The TextMate grammars compile, and highlight the samples as the server does.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { extension, problem, registry, scopes } from "./grammars.mjs";

const python = process.env.WAZIR_PYTHON ?? "python3";
const said = JSON.parse(
  execFileSync(python, [`${extension}scripts/colours.py`], { maxBuffer: 1 << 28 }),
);
let made, contributes;
before(async () => ({ made, contributes } = await registry()));

/** The semantic token of a scope. */
function colour(scope) {
  return Object.keys(said.scopes).find((one) => scope.startsWith(`${said.scopes[one]}.`));
}

/** The semantic token of every visible character. */
function wanted({ text, words }) {
  const found = [];
  const signs = [...text];
  const colours = Array(signs.length).fill(undefined);
  for (const [start, length, type] of words) colours.fill(type, start, start + length);
  for (const [at, sign] of signs.entries()) found.push(...Array(sign.length).fill(colours[at]));
  return found;
}

for (const sample of said.samples) {
  test(`${sample.name} has the colours of the server, sign by sign`, async () => {
    const grammar = await made.loadGrammar(`source.${sample.language}`);
    const found = scopes(grammar, sample.text).map((one) => colour(one.at(-1) ?? ""));
    const right = wanted(sample);
    const lines = sample.text.split("\n");
    let at = 0;
    for (const [number, line] of lines.entries()) {
      const places = [...line]
        .map((_, column) => column)
        .filter((column) => /\S/.test(line[column]));
      const show = (colours) => places.map((column) => `${line[column]} ${colours[at + column]}`);
      assert.deepEqual(show(found), show(right), `line ${number + 1}: ${line}`);
      at += line.length + 1;
    }
    assert.ok(
      right.filter(Boolean).length > sample.text.length / 4,
      "too little is coloured to say anything",
    );
  });
}

test("every regular expression compiles", async () => {
  for (const name of await readdir(`${extension}../grammars`)) {
    if (!name.endsWith(".tmLanguage.json")) continue;
    const text = await readFile(`${extension}../grammars/${name}`, "utf8");
    JSON.parse(text, (key, value) => {
      if (["match", "begin", "while"].includes(key)) assert.equal(problem(value), undefined, name);
      return value;
    });
  }
});

test("every regular expression of language configurations compiles", async () => {
  for (const name of await readdir(`${extension}../grammars`)) {
    if (!name.endsWith(".language-configuration.json")) continue;
    const text = await readFile(`${extension}../grammars/${name}`, "utf8");
    JSON.parse(text, (_, value) => {
      if (value?.pattern) assert.doesNotThrow(() => new RegExp(value.pattern, value.flags), name);
      return value;
    });
  }
});

for (const fence of ["```NAME", "~~~NAME", '```NAME title="x"', "```{.NAME}", "```{NAME}"]) {
  test(`a block of Markdown behind ${fence} has the colours of its notation`, async () => {
    const markdown = await made.loadGrammar("text.html.markdown");
    for (const { language, scopeName } of contributes.grammars.filter((one) => one.language)) {
      const opened = fence.replace("NAME", language);
      const close = opened.slice(0, 3);
      const { text } = said.samples.find((one) => one.language === language);
      const first = text.split("\n").find((line) => line.trim());
      const inside = scopes(markdown, `Words.\n\n${opened}\n${first}\n${close}\nWords.\n`);
      const at = `Words.\n\n${opened}\n`.length;
      assert.ok(inside[at].includes(`meta.embedded.block.${language}`), `${opened}: ${inside[at]}`);
      assert.ok(
        inside[at].at(-1).endsWith(scopeName.replace("source", "")),
        `${opened}: ${inside[at]}`,
      );
      assert.deepEqual(inside.at(-3), ["text.html.markdown"]);
    }
  });
}

test("a definition in Lispy notation is highlighted as its style", async () => {
  const grammar = await made.loadGrammar("source.lcpn");
  const text = "; words\n(def a b)\na := b // c\na IS b -- c\n(def a b)\n";
  const found = scopes(grammar, text);
  const style = (words) =>
    found[text.indexOf(words)]
      .find((one) => one.startsWith("meta."))
      ?.split(".")
      .at(-1);
  assert.deepEqual(
    [style("(def"), style("a :="), style("// c"), style("a IS"), style("-- c")],
    ["lisp", "c", "c", "sql", "sql"],
  );
});
