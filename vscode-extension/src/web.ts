import type * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import * as extension from "./extension";
import { startInWorker } from "./servers/pyodide";
import { webWorker } from "./servers/webWorker";

export { deactivate } from "./extension";

/** The entry point in VS Code in a browser. */
export function activate(context: vscode.ExtensionContext): extension.Exports {
  return extension.activate(context, {
    make: (start, options) => new LanguageClient("wazir", "Wazir", start, options),
    choose: (_, log) =>
      Promise.resolve({
        title: "Pyodide",
        detail: "WebAssembly",
        start: () => startInWorker(context, log, webWorker),
      }),
  });
}
