/** Completion whose items are resolved when they are selected. */
import { acceptCompletion, autocompletion, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

/** Tab accepts. Enter always starts a line, as in VS Code: a name that is typed is not replaced by a longer one. */
const KEYS = [...completionKeymap.filter(({ key }) => key !== "Enter"), { key: "Tab", run: acceptCompletion }];

/** Kinds of triggers of the protocol: the author asked, or types on. The server answers the latter only where it helps. */
const [ASKED, TYPED] = [1, 3];

/** The completion source of an editor. */
export function completing(): LSPClientExtension {
  return {
    clientCapabilities: { textDocument: { completion: { completionItem: { snippetSupport: false } } } },
    editorExtension: [autocompletion({ override: [offered], icons: false, defaultKeymap: false }), Prec.highest(keymap.of(KEYS))],
  };
}

async function offered(context: CompletionContext): Promise<CompletionResult | null> {
  const plugin = context.view && LSPPlugin.get(context.view);
  const before = context.state.sliceDoc(context.pos - 1, context.pos);
  const triggers = plugin?.client.serverCapabilities?.completionProvider?.triggerCharacters ?? [];
  if (!plugin || !(context.explicit || triggers.includes(before) || /\w/.test(before))) return null;
  plugin.client.sync();
  const params = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(context.pos), context: { triggerKind: context.explicit ? ASKED : TYPED } };
  context.addEventListener("abort", () => {
    plugin.client.cancelRequest(params);
  });
  const answer = await plugin.client
    .request<object, lsp.CompletionList | lsp.CompletionItem[] | null>("textDocument/completion", params)
    .catch(() => null);
  if (context.aborted) return null;
  const { items, isIncomplete } = Array.isArray(answer) ? { items: answer, isIncomplete: false } : (answer ?? { items: [], isIncomplete: true });
  const edit = items[0]?.textEdit;
  const range = edit && "range" in edit ? edit.range : undefined;
  return {
    from: range ? plugin.fromPosition(range.start) : context.pos,
    to: range ? plugin.fromPosition(range.end) : context.pos,
    options: items.map((item) => option(plugin, item)),
    ...(isIncomplete ? {} : { validFor: /^[\w-]*$/ }),
  };
}

function option(plugin: LSPPlugin, item: lsp.CompletionItem): Completion {
  return {
    label: item.filterText ?? item.label,
    displayLabel: item.label,
    ...(item.detail ? { detail: item.detail } : {}),
    ...(item.sortText ? { sortText: item.sortText } : {}),
    apply: item.textEdit?.newText ?? item.insertText ?? item.label,
    info: async () => {
      const { documentation } = await plugin.client.request<object, lsp.CompletionItem>("completionItem/resolve", item);
      if (!documentation) return null;
      const shown = document.createElement("div");
      shown.className = "cm-lsp-documentation";
      shown.innerHTML = plugin.docToHTML(documentation);
      return shown;
    },
  };
}
