/** Applies edits of the server. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/** Applies a workspace edit to an editor. The edit must be for the shown version of the text. */
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
