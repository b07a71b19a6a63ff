/** Where the cursor is, in the text of ours that was looked at last. */
import * as vscode from "vscode";
import type { Cursor } from "./messages";

/** Tells about every move of the cursor and every change of the text. */
export class Following implements vscode.Disposable {
  private readonly watched: vscode.Disposable[];

  constructor(
    private readonly isOurs: (document: vscode.TextDocument) => boolean,
    private readonly moved: () => void,
  ) {
    this.watched = [
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.look(editor);
      }),
      // When a window is loaded anew with the view in front, its text becomes visible, but not active.
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        if (!this.editor || !editors.includes(this.editor)) this.look(editors.find(({ document }) => isOurs(document)));
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.look(textEditor);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.editor?.document) this.moved();
      }),
    ];
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
    this.editor = editors.find(({ document }) => isOurs(document));
  }

  private editor: vscode.TextEditor | undefined;

  get cursor(): Cursor | undefined {
    if (!this.editor) return undefined;
    const { document, selection } = this.editor;
    const { line, character } = selection.active;
    return { uri: document.uri.toString(), version: document.version, position: { line, character } };
  }

  dispose(): void {
    for (const one of this.watched) one.dispose();
  }

  private look(editor: vscode.TextEditor | undefined): void {
    if (!editor || !this.isOurs(editor.document)) return;
    this.editor = editor;
    this.moved();
  }
}
