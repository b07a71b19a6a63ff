import * as vscode from "vscode";
import { RevealOutputChannelOn, vsdiag, type LanguageClientOptions } from "vscode-languageclient";
import { provideCodeActions } from "./actions";
import { SHARED_LANGUAGES } from "./supported";

/** A language in the manifest. */
export interface Language {
  readonly id: string;
  readonly name: string;
}

/** The languages in the manifest that have file extensions. */
export function named(context: vscode.ExtensionContext): readonly Language[] {
  const manifest = context.extension.packageJSON as {
    contributes: {
      languages: readonly {
        id: string;
        aliases?: readonly string[];
        extensions?: readonly string[];
      }[];
    };
  };
  const ofFiles = manifest.contributes.languages.filter((one) => one.extensions);
  return ofFiles.map(({ id, aliases }) => ({ id, name: aliases?.[0] ?? id }));
}

/** The background for which pictures are drawn. */
export function theme(): "light" | "dark" {
  const { kind } = vscode.window.activeColorTheme;
  const isLight =
    kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return isLight ? "light" : "dark";
}

/** Milliseconds after a change within which VS Code completes unasked, which it does not tell. */
const UNASKED = 250;

/** Settings that name something to run. The server takes that only from its command line. */
const PROGRAMS: readonly string[] = ["engineProgram", "interpreter"];

/** The settings that the server requests, without those of programs. */
function withoutPrograms(settings: unknown): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !PROGRAMS.includes(name)));
}

/** What the options of the language client depend on. */
interface Surroundings {
  /** The languages in the manifest. */
  readonly ids: readonly string[];
  readonly log: vscode.LogOutputChannel;
  /** The folder of the extension. */
  readonly home: vscode.Uri;
  /**
   * The number of games that the client plays at the same time; undefined if it plays no variants.
   */
  readonly games: number | undefined;
}

/** The options of the language client. */
export function clientOptions({ ids, log, home, games }: Surroundings): LanguageClientOptions {
  let changed = 0;
  return {
    documentSelector: [
      ...[...ids, ...Object.keys(SHARED_LANGUAGES)].map((language) => ({ language })),
      { pattern: "**/wazir.toml" },
    ],
    initializationOptions: () => ({
      pictures: true,
      html: true,
      files: true,
      readings: true,
      variants: games !== undefined,
      opponent: games !== undefined,
      games,
      playtests: games !== undefined,
      theme: theme(),
    }),
    // Hovers contain pictures as HTML. The server escapes all text of documents.
    markdown: { supportHtml: true },
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      provideCodeActions,
      workspace: {
        configuration: async (params, token, next) => {
          const settings: unknown = await next(params, token);
          return Array.isArray(settings) ? settings.map(withoutPrograms) : [];
        },
      },
      didChange: (change, next) => {
        changed = Date.now();
        return next(change);
      },
      // The server answers only where it helps an author who types on, if it knows that nobody
      // asked.
      provideCompletionItem: (document, position, context, token, next) => {
        const isTyped =
          context.triggerKind === vscode.CompletionTriggerKind.Invoke &&
          Date.now() - changed < UNASKED;
        const triggerKind = isTyped
          ? vscode.CompletionTriggerKind.TriggerForIncompleteCompletions
          : context.triggerKind;
        return next(document, position, { ...context, triggerKind }, token);
      },
      // VS Code already links names to their definitions.
      provideDocumentLinks: () => [],
      // Read-only files, such as old revisions, and the examples in our own pages get no
      // diagnostics.
      provideDiagnostics: (document, previous, token, next) =>
        isEditable(document instanceof vscode.Uri ? document : document.uri, home)
          ? next(document, previous, token)
          : { kind: vsdiag.DocumentDiagnosticReportKind.full, items: [] },
    },
  };
}

function isEditable(uri: vscode.Uri, home: vscode.Uri): boolean {
  if (uri.scheme === home.scheme && uri.path.startsWith(`${home.path}/`)) return false;
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}
