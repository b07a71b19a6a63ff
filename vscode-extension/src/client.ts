import * as vscode from "vscode";
import { RevealOutputChannelOn, vsdiag, type LanguageClientOptions } from "vscode-languageclient";
import { SHARED } from "./wanted";

/** A language as the manifest names it. */
export interface Language {
  readonly id: string;
  readonly name: string;
}

/** The languages of files that the manifest names. */
export function named(context: vscode.ExtensionContext): readonly Language[] {
  const manifest = context.extension.packageJSON as {
    contributes: { languages: readonly { id: string; aliases?: readonly string[]; extensions?: readonly string[] }[] };
  };
  const ofFiles = manifest.contributes.languages.filter((one) => one.extensions);
  return ofFiles.map(({ id, aliases }) => ({ id, name: aliases?.[0] ?? id }));
}

/** Their names in the editor. */
export function languages(context: vscode.ExtensionContext): readonly string[] {
  return named(context).map(({ id }) => id);
}

/** For what background pictures are drawn. */
export function theme(): "light" | "dark" {
  const { kind } = vscode.window.activeColorTheme;
  const isLight = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return isLight ? "light" : "dark";
}

/** What the client does, wherever the server runs; *home* is the extension's own folder. */
export function clientOptions(ours: readonly string[], log: vscode.LogOutputChannel, home: vscode.Uri): LanguageClientOptions {
  return {
    documentSelector: [
      ...[...ours, ...Object.keys(SHARED)].map((language) => ({ language })),
      { pattern: "**/wazir.toml" },
    ],
    initializationOptions: () => ({ pictures: true, html: true, files: true, readings: true, theme: theme() }),
    // A hover has its picture beside the words; the server escapes whatever comes from a document.
    markdown: { supportHtml: true },
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      // Names of the library are links with the modifier key alone, as all names are: by their definitions.
      provideDocumentLinks: () => [],
      executeCommand: async (command, args, next) => {
        const isEvaluation = command === "wazir.evaluate";
        const tell = (isGoing: boolean): unknown => vscode.commands.executeCommand("setContext", "wazir.evaluating", isGoing);
        if (isEvaluation) void tell(true);
        try {
          return (await next(command, args)) as unknown;
        } finally {
          if (isEvaluation) void tell(false);
        }
      },
      // What is wrong in a file as it was at some other time is nobody's problem, nor is what our own pages give as an example.
      provideDiagnostics: (document, previous, token, next) =>
        isSomebodys(document instanceof vscode.Uri ? document : document.uri, home)
          ? next(document, previous, token)
          : { kind: vsdiag.DocumentDiagnosticReportKind.full, items: [] },
    },
  };
}

function isSomebodys(uri: vscode.Uri, home: vscode.Uri): boolean {
  if (uri.scheme === home.scheme && uri.path.startsWith(`${home.path}/`)) return false;
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}
