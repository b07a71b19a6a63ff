/** The cursor in the supported document that was active last. */
import * as vscode from "vscode";
import type { Cursor } from "./messages";

export function cursorOf({ document, selection }: vscode.TextEditor): Cursor {
  const { line, character } = selection.active;
  return { uri: document.uri.toString(), version: document.version, position: { line, character } };
}

/** Calls back when the cursor moves or the text changes. */
export class CursorTracker implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private editor: vscode.TextEditor | undefined;

  constructor(isSupported: (document: vscode.TextDocument) => boolean, moved: () => void) {
    const supported = (
      editors: readonly (vscode.TextEditor | undefined)[],
    ): vscode.TextEditor | undefined =>
      editors.find((editor) => editor && isSupported(editor.document));
    const look = (...editors: readonly (vscode.TextEditor | undefined)[]): void => {
      const found = supported(editors);
      if (!found) return;
      this.editor = found;
      moved();
    };
    this.subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        look(editor);
      }),
      // When a window is reloaded with the view in front, its editor becomes visible but not
      // active.
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        if (!this.editor || !editors.includes(this.editor)) look(...editors);
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        look(textEditor);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.editor?.document) moved();
      }),
    );
    this.editor = supported([vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors]);
  }

  get cursor(): Cursor | undefined {
    return this.editor && cursorOf(this.editor);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
