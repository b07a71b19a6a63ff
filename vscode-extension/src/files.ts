/** Reads files of the workspace for a server that cannot: one in a browser, or one whose folder lies far away. */
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** Folders in which nobody writes pieces. */
const OTHERS = "{**/node_modules/**,**/__pycache__/**,**/venv/**,**/.*/**}";

interface Listed {
  readonly uri: string;
  /** When it was changed. */
  readonly changed: number;
  /** In bytes. */
  readonly size: number;
}

/** Answers the two requests by which the server lists files and reads them. */
export function handFiles(client: BaseLanguageClient): void {
  client.onRequest("wazir/files", async ({ endings, most }: { endings: readonly string[]; most: number }) => {
    const found = await vscode.workspace.findFiles(`**/*{${endings.join(",")}}`, OTHERS, most);
    const listed = await Promise.all(found.map(looked));
    return listed.filter((one) => one !== undefined);
  });
  client.onRequest("wazir/texts", ({ uris }: { uris: readonly string[] }) => Promise.all(uris.map(text)));
}

async function looked(uri: vscode.Uri): Promise<Listed | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return { uri: uri.toString(), changed: mtime, size };
  } catch {
    return undefined; // It has gone meanwhile.
  }
}

async function text(uri: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri, true)));
  } catch {
    return null;
  }
}
