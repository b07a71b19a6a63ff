/** Reads files of the workspace for a server without access to them, in a browser or for a remote folder. */
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** Folders that are not searched. */
const EXCLUDED = "{**/node_modules/**,**/__pycache__/**,**/venv/**,**/.*/**}";

interface Listed {
  readonly uri: string;
  /** The time of its last change. */
  readonly changed: number;
  /** In bytes. */
  readonly size: number;
}

/** Handles the requests of the server that list and read files. */
export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest("wazir/files", async ({ endings, most }: { endings: readonly string[]; most: number }) => {
    const found = await vscode.workspace.findFiles(`**/*{${endings.join(",")}}`, EXCLUDED, most);
    const listed = await Promise.all(found.map(described));
    return listed.filter((one) => one !== undefined);
  });
  client.onRequest("wazir/texts", ({ uris }: { uris: readonly string[] }) => Promise.all(uris.map(text)));
}

async function described(uri: vscode.Uri): Promise<Listed | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return { uri: uri.toString(), changed: mtime, size };
  } catch {
    return undefined; // The file was deleted.
  }
}

async function text(uri: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri, true)));
  } catch {
    return null;
  }
}
