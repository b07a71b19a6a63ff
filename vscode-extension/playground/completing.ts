/** Completion whose items are resolved when they are selected. */
import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  setSelectedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { Prec } from "@codemirror/state";
import { keymap, type EditorView, type Rect } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";
import { el } from "./dom";

/**
 * Tab accepts. Enter always starts a line, as in VS Code: a name that is typed is not replaced by a
 * longer one.
 */
const KEYS = [
  ...completionKeymap.filter(({ key }) => key !== "Enter"),
  { key: "Tab", run: acceptCompletion },
];

/**
 * Kinds of triggers of the protocol: the author asked, or types on. The server answers the latter
 * only where it helps.
 */
const ASKED = 1;
const TYPED = 3;

/** Whether the window, as on a phone, has no room beside the list. */
const isNarrow = window.matchMedia("(max-width: 600px)").matches;
/** The position of the button in an item: behind its detail. */
const LAST = 100;
/**
 * The height of documentation below a list, in pixels: enough to read some lines of it, and to
 * scroll.
 */
const READABLE = 120;
/** The distance of documentation from the edge of the window, in pixels. */
const MARGIN = 4;

/** The completion source of an editor. */
export function completing(): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: false } } },
    },
    editorExtension: [LIST, Prec.highest(keymap.of(KEYS))],
  };
}

const LIST = autocompletion({
  override: [offered],
  icons: false,
  defaultKeymap: false,
  addToOptions: [{ render: documentationButton, position: LAST }],
  ...(isNarrow ? { positionInfo: behindList } : {}),
});

/**
 * A button that selects an item, whose documentation is then shown. A tap on the item itself
 * accepts it.
 */
function documentationButton(_: Completion, __: unknown, view: EditorView): Node {
  const button = el("span", { class: "documentation-button", "aria-hidden": "true" }, ["i"]);
  button.addEventListener("mousedown", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const number = /-(\d+)$/.exec(button.closest("li")?.id ?? "")?.[1];
    if (number) view.dispatch({ effects: setSelectedCompletion(Number(number)) });
  });
  return button;
}

/**
 * The place of documentation in a narrow window: the list is between it and the line that is typed.
 */
function behindList(view: EditorView, list: Rect): { style: string } {
  const line = view.coordsAtPos(view.state.selection.main.head);
  const isBelow = !line || line.top < list.top;
  const room = isBelow
    ? (window.visualViewport?.height ?? window.innerHeight) - list.bottom
    : list.top;
  const height = Math.max(READABLE, Math.round(room) - MARGIN);
  return { style: `${isBelow ? "top" : "bottom"}: 100%; max-height: ${height}px` };
}

async function offered(context: CompletionContext): Promise<CompletionResult | null> {
  const plugin = context.view && LSPPlugin.get(context.view);
  const before = context.state.sliceDoc(context.pos - 1, context.pos);
  const triggers = plugin?.client.serverCapabilities?.completionProvider?.triggerCharacters ?? [];
  if (!plugin || !(context.explicit || triggers.includes(before) || /\w/.test(before))) return null;
  plugin.client.sync();
  const params = {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(context.pos),
    context: { triggerKind: context.explicit ? ASKED : TYPED },
  };
  context.addEventListener("abort", () => {
    plugin.client.cancelRequest(params);
  });
  const answer = await plugin.client
    .request<object, lsp.CompletionList | lsp.CompletionItem[] | null>(
      "textDocument/completion",
      params,
    )
    .catch(() => null);
  if (context.aborted) return null;
  const { items, isIncomplete, itemDefaults }: lsp.CompletionList = Array.isArray(answer)
    ? { items: answer, isIncomplete: false }
    : (answer ?? { items: [], isIncomplete: true });
  // The server sends the range of all items once, or with each of them.
  const range = rangeIn(items[0]?.textEdit) ?? rangeIn({ range: itemDefaults?.editRange });
  return {
    from: range ? plugin.fromPosition(range.start) : context.pos,
    to: range ? plugin.fromPosition(range.end) : context.pos,
    options: items.map((item) => option(plugin, item)),
    ...(isIncomplete ? {} : { validFor: /^[\w-]*$/ }),
  };
}

/**
 * The range that an edit replaces. An edit that may also insert has two, and a default range is not
 * always given.
 */
function rangeIn(
  edit: { readonly range?: unknown } | lsp.InsertReplaceEdit | undefined,
): lsp.Range | undefined {
  const range = edit && "range" in edit ? (edit.range as lsp.Range | undefined) : undefined;
  return range && "start" in range ? range : undefined;
}

function option(plugin: LSPPlugin, item: lsp.CompletionItem): Completion {
  return {
    label: item.filterText ?? item.label,
    displayLabel: item.label,
    ...(item.detail ? { detail: item.detail } : {}),
    ...(item.sortText ? { sortText: item.sortText } : {}),
    apply: item.textEdit?.newText ?? item.textEditText ?? item.insertText ?? item.label,
    info: async () => {
      const { documentation } = await plugin.client.request<object, lsp.CompletionItem>(
        "completionItem/resolve",
        item,
      );
      if (!documentation) return null;
      const shown = document.createElement("div");
      shown.className = "cm-lsp-documentation";
      shown.innerHTML = plugin.docToHTML(documentation);
      return shown;
    },
  };
}
