/** Highlights a text by the grammar of its notation, before the server can. */
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import {
  INITIAL,
  Registry,
  parseRawGrammar,
  type IGrammar,
  type StateStack,
} from "vscode-textmate";
import { Blocked, canCompile } from "./server";

/** A part of a text, and its type of semantic token. */
export interface Coloured {
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

/** The scope of each type of semantic token, such as `entity.name.type` of `class`. */
export type Scopes = Readonly<Record<string, string>>;

/** The maximum number of characters that are highlighted. */
const MOST = 100_000;
/** The time for one line, in milliseconds: the first one compiles patterns. */
const PATIENCE = 1_000;

/** The TextMate grammars of the page, which also VS Code uses. */
export class Grammars {
  private readonly scopes: readonly (readonly [string, string])[];
  private readonly registry: Promise<Registry>;
  /** Ends when texts can be highlighted, or cannot be. */
  readonly ready: Promise<void>;

  /**
   * Loads the program that matches patterns *from* an address, and each grammar when it is first
   * used.
   */
  constructor(scopes: Scopes, from = document.baseURI) {
    this.scopes = Object.entries(scopes);
    this.registry = registry(new URL("grammars/", from));
    this.ready = this.registry.then(
      () => undefined,
      () => undefined,
    );
  }

  /**
   * The coloured parts of a text. It has none if the grammar cannot be loaded, or if there is no
   * WebAssembly.
   */
  async highlight(text: string, language: string): Promise<Coloured[]> {
    const grammar = await this.grammar(language).catch(() => undefined);
    return grammar ? [...this.coloured(grammar, text.slice(0, MOST))] : [];
  }

  private async grammar(language: string): Promise<IGrammar | null> {
    const registry = await this.registry;
    return registry.loadGrammar(`source.${language}`);
  }

  private *coloured(grammar: IGrammar, text: string): Generator<Coloured> {
    let state: StateStack = INITIAL;
    let start = 0;
    for (const line of text.split("\n")) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state, PATIENCE);
      for (const { startIndex, endIndex, scopes } of tokens) {
        const type = this.type(scopes.at(-1) ?? "");
        // The last token of a line has its end in it.
        const to = start + Math.min(endIndex, line.length);
        if (type && start + startIndex < to) yield { from: start + startIndex, to, type };
      }
      state = ruleStack;
      start += line.length + 1;
    }
  }

  private type(scope: string): string | undefined {
    return this.scopes.find(([, known]) => scope.startsWith(`${known}.`))?.[0];
  }
}

async function registry(folder: URL): Promise<Registry> {
  if (!canCompile()) throw new Blocked("WebAssembly is switched off.");
  await loadWASM(await (await found(new URL("onig.wasm", folder))).arrayBuffer());
  return new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
      const name = `${scope.replace("source.", "")}.tmLanguage.json`;
      const answer = await found(new URL(name, folder));
      return parseRawGrammar(await answer.text(), name);
    },
  });
}

async function found(address: URL): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer;
}
