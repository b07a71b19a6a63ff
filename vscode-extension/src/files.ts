/**
 * Reads files of the workspace for a server without access to them, in a browser or for a remote
 * folder.
 */
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

const { fs } = vscode.workspace;
/** Folders that are not searched. */
const EXCLUDED = "{**/node_modules/**,**/__pycache__/**,**/venv/**,**/.*/**}";

/** Handles the requests of the server that list and read files. A file may be deleted meanwhile. */
export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest(
    "wazir/files",
    async ({ endings, most }: { endings: readonly string[]; most: number }) => {
      const found = await vscode.workspace.findFiles(`**/*{${endings.join(",")}}`, EXCLUDED, most);
      const listed = await Promise.allSettled(found.map((uri) => fs.stat(uri)));
      return listed.flatMap((file, at) =>
        file.status === "fulfilled"
          ? [{ uri: String(found[at]), changed: file.value.mtime, size: file.value.size }]
          : [],
      );
    },
  );
  client.onRequest("wazir/texts", async ({ uris }: { uris: readonly string[] }) => {
    const files = await Promise.allSettled(
      uris.map(async (uri) => fs.readFile(vscode.Uri.parse(uri, true))),
    );
    return files.map((file) =>
      file.status === "fulfilled" ? new TextDecoder().decode(file.value) : null,
    );
  });
}
