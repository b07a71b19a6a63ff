/** Highlights the visible text with the server's semantic tokens. */
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { SemanticTokens } from "vscode-languageserver-protocol";

/** Milliseconds without an edit after which tokens are requested. */
const REST = 40;
/** Numbers of a token: line and column from the token before it, length, type, modifiers. */
const SIZE = 5;

const set = StateEffect.define<DecorationSet>();
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (colours, { changes, effects }) => effects.find((one) => one.is(set))?.value ?? colours.map(changes),
  provide: (colours) => EditorView.decorations.from(colours),
});

/** Highlights the text of an editor by classes such as `token-keyword`. */
export function colours(): LSPClientExtension {
  const semanticTokens = { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] };
  return { clientCapabilities: { textDocument: { semanticTokens } }, editorExtension: [field, ASKING] };
}

const ASKING = ViewPlugin.fromClass(
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
      await plugin.client.initializing;
      const { doc } = this.view.state;
      const { from, to } = this.view.viewport;
      const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
      const params = { textDocument: { uri: plugin.uri }, range };
      plugin.client.sync();
      const tokens = await plugin.client.request<object, SemanticTokens | null>("textDocument/semanticTokens/range", params).catch(() => null);
      if (!tokens || this.view.state.doc !== doc) return;
      const types = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
      const found = [...placed(tokens.data)].map(({ line, character, length, type }) => {
        const at = plugin.fromPosition({ line, character });
        return Decoration.mark({ class: `token-${types[type] ?? ""}` }).range(at, at + length);
      });
      this.view.dispatch({ effects: set.of(RangeSet.of(found)) });
    }
  },
);

function* placed(data: readonly number[]): Generator<{ line: number; character: number; length: number; type: number }> {
  let [line, character] = [0, 0];
  for (let at = 0; at + SIZE <= data.length; at += SIZE) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(at, at + SIZE);
    line += lines;
    character = lines ? characters : character + characters;
    yield { line, character, length, type };
  }
}
