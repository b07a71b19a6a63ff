/**
 * Highlights the visible text with the server's semantic tokens, and until the server runs by a
 * grammar.
 */
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import type { SemanticTokens } from "vscode-languageserver-protocol";
import type { Coloured, Grammars } from "./grammars";

/** Milliseconds without an edit after which tokens are requested. */
const REST = 40;
/** Numbers of a token: line and column from the token before it, length, type, modifiers. */
const SIZE = 5;

const set = StateEffect.define<DecorationSet>();
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (colours, { changes, effects }) =>
    effects.find((one) => one.is(set))?.value ?? colours.map(changes),
  provide: (colours) => EditorView.decorations.from(colours),
});

/** Highlights the text of an editor by classes such as `token-keyword`. */
export function colours(grammars: Grammars): LSPClientExtension {
  const semanticTokens = {
    requests: { range: true },
    tokenTypes: [],
    tokenModifiers: [],
    formats: ["relative"],
  };
  return {
    clientCapabilities: { textDocument: { semanticTokens } },
    editorExtension: [field, asking(grammars)],
  };
}

function asking(grammars: Grammars) {
  return ViewPlugin.fromClass(
    class {
      private timer: ReturnType<typeof setTimeout> | undefined;

      constructor(private readonly view: EditorView) {
        this.wait();
      }

      update({ docChanged, viewportChanged }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.wait();
      }

      destroy(): void {
        clearTimeout(this.timer);
      }

      private wait(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.ask(), REST);
      }

      private async ask(): Promise<void> {
        const plugin = LSPPlugin.get(this.view);
        if (!plugin) return;
        if (!plugin.client.serverCapabilities) {
          await this.show(highlighted(plugin, grammars));
          const { doc } = this.view.state;
          await plugin.client.initializing;
          if (this.view.state.doc !== doc) return; // A later change asks again.
        }
        await this.show(requested(plugin));
      }

      /** Shows the colours of the text, unless it is changed before they are known. */
      private async show(colours: Promise<readonly Coloured[] | undefined>): Promise<void> {
        const { doc } = this.view.state;
        const known = await colours;
        if (!known || this.view.state.doc !== doc) return;
        const marks = known.map(({ from, to, type }) =>
          Decoration.mark({ class: `token-${type}` }).range(from, to),
        );
        this.view.dispatch({ effects: set.of(RangeSet.of(marks)) });
      }
    },
  );
}

/** The colours of a text by the grammar of its notation. */
async function highlighted(
  { client, uri, view }: LSPPlugin,
  grammars: Grammars,
): Promise<Coloured[]> {
  const language = client.workspace.getFile(uri)?.languageId ?? "";
  return grammars.highlight(view.state.doc.toString(), language);
}

/** The semantic tokens of the visible text; undefined if the request was cancelled. */
async function requested(plugin: LSPPlugin): Promise<Coloured[] | undefined> {
  const {
    viewport: { from, to },
    state: { doc },
  } = plugin.view;
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const params = { textDocument: { uri: plugin.uri }, range };
  plugin.client.sync();
  const tokens = await plugin.client
    .request<object, SemanticTokens | null>("textDocument/semanticTokens/range", params)
    .catch(() => null);
  if (!tokens) return undefined;
  const types = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  return [...placed(tokens.data)].map(({ line, character, length, type }) => {
    const at = plugin.fromPosition({ line, character }, doc);
    return { from: at, to: at + length, type: types[type] ?? "" };
  });
}

function* placed(
  data: readonly number[],
): Generator<{ line: number; character: number; length: number; type: number }> {
  let line = 0;
  let character = 0;
  for (let at = 0; at + SIZE <= data.length; at += SIZE) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(at, at + SIZE);
    line += lines;
    character = lines ? characters : character + characters;
    yield { line, character, length, type };
  }
}
