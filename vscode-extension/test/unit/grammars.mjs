// The TextMate grammars as VS Code reads them.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

export const extension = fileURLToPath(new URL("../../", import.meta.url));
/** The grammar into which the fences are injected, empty here. */
const MARKDOWN = "text.html.markdown";
const folder = `${extension}../grammars/`;

/** All grammars by scope, and the contributions of the manifest. */
export async function registry() {
  const { contributes } = JSON.parse(await readFile(`${extension}package.json`, "utf8"));
  const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const files = Object.fromEntries(
    contributes.grammars.map((one) => [one.scopeName, folder + one.path.split("/").pop()]),
  );
  const made = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      if (scope === MARKDOWN) return { scopeName: scope, patterns: [], repository: {} };
      return files[scope]
        ? textmate.parseRawGrammar(await readFile(files[scope], "utf8"), files[scope])
        : null;
    },
    getInjections: (scope) =>
      contributes.grammars
        .filter((one) => one.injectTo?.includes(scope))
        .map((one) => one.scopeName),
  });
  return { made, contributes };
}

/** Why a regular expression does not compile; undefined if it does. */
export function problem(pattern) {
  try {
    new oniguruma.OnigScanner([pattern]).dispose();
    return undefined;
  } catch (reason) {
    return `${pattern}: ${reason.message}`;
  }
}

/** The scopes of every character of a text, the innermost last; empty for line ends. */
export function scopes(grammar, text) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const token of tokens) {
      for (let at = token.startIndex; at < Math.min(token.endIndex, line.length); at++) {
        found.push(token.scopes);
      }
    }
    found.push([]);
    state = ruleStack;
  }
  return found;
}
