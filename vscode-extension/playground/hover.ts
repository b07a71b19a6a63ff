/** Shows the hover at the cursor by a key. */
import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Hover, MarkupContent } from "vscode-languageserver-protocol";

const set = StateEffect.define<Tooltip | null>();
const field = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, { docChanged, selection, effects }) => {
    const effect = effects.find((one) => one.is(set));
    return effect ? effect.value : docChanged || selection ? null : shown;
  },
  provide: (shown) => showTooltip.from(shown),
});

/**
 * The keys and their commands. The hover goes with the focus, because it may cover what is clicked
 * next.
 */
export const hoverKeys: Extension = [
  field,
  EditorView.domEventHandlers({ blur: (_, view) => close(view) }),
  keymap.of([
    { key: "Mod-k", run: (view) => (void ask(view), true), preventDefault: true },
    { key: "Escape", run: close },
  ]),
];

async function ask(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  const { state } = view;
  if (!plugin) return;
  plugin.client.sync();
  const pos = state.selection.main.head;
  const params = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(pos) };
  const found = await plugin.client
    .request<object, Hover | null>("textDocument/hover", params)
    .catch(() => null);
  if (
    !found ||
    !view.hasFocus ||
    view.state.doc !== state.doc ||
    view.state.selection.main.head !== pos
  ) {
    return;
  }
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "cm-lsp-hover-tooltip cm-lsp-documentation";
    dom.role = "status";
    dom.innerHTML = plugin.docToHTML(found.contents as MarkupContent);
    return { dom };
  };
  view.dispatch({ effects: set.of({ pos, above: true, create }) });
}

function close(view: EditorView): boolean {
  if (!view.state.field(field)) return false;
  view.dispatch({ effects: set.of(null) });
  return true;
}
