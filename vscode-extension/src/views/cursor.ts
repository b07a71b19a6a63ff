/** The cursor in the supported document that was active last. */
import * as vscode from "vscode";
import type { Cursor } from "./messages";

/** Calls back when the cursor moves or the text changes. */
export class CursorTracker implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly isSupported: (document: vscode.TextDocument) => boolean,
    private readonly moved: () => void,
  ) {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.look(editor);
      }),
      // When a window is reloaded with the view in front, its editor becomes visible but not active.
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        if (!this.editor || !editors.includes(this.editor)) this.look(editors.find(({ document }) => isSupported(document)));
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
    this.editor = editors.find(({ document }) => isSupported(document));
  }

  private editor: vscode.TextEditor | undefined;

  get cursor(): Cursor | undefined {
    if (!this.editor) return undefined;
    const { document, selection } = this.editor;
    const { line, character } = selection.active;
    return { uri: document.uri.toString(), version: document.version, position: { line, character } };
  }

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
  }

  private look(editor: vscode.TextEditor | undefined): void {
    if (!editor || !this.isSupported(editor.document)) return;
    this.editor = editor;
    this.moved();
  }
}
