/** Edits of the server, done in the text. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/** Does in the text of an editor what an edit says of it. The text must be the one that the edit was made for. */
export function apply(view: EditorView, edit: WorkspaceEdit | undefined): void {
  const plugin = LSPPlugin.get(view);
  const edits = plugin ? (edit?.changes?.[plugin.uri] ?? []) : [];
  const changes = edits.map(({ range, newText }) => ({
    from: plugin?.fromPosition(range.start) ?? 0,
    to: plugin?.fromPosition(range.end) ?? 0,
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
}
