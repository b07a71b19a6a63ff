/** What is shown beside the text. */
import type * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { registerBoard } from "./board";
import { registerGallery } from "./gallery";
import { registerRewriting } from "./rewriting";

/** What all views have. */
export interface Views {
  readonly context: vscode.ExtensionContext;
  readonly client: BaseLanguageClient;
  /** The languages of the server, as the manifest names them. */
  readonly ours: readonly { readonly id: string; readonly name: string }[];
  /** Whether the server has something to say about a document. */
  readonly isOurs: (document: vscode.TextDocument) => boolean;
}

/** Registers the views and what else shows or writes pictures. */
export function registerViews(views: Views): void {
  views.context.subscriptions.push(...registerBoard(views), ...registerGallery(views), ...registerRewriting(views));
}
