/** Diagnostics of the server with their fixes. */
import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { ViewPlugin, type EditorView, type ViewUpdate } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";
import { unquoted } from "../media/board/dom";
import { el, prose } from "./dom";
import { apply } from "./edits";

const SEVERITIES = ["error", "warning", "info", "hint"] as const;
/** Milliseconds without an edit after which fixes are requested. */
const REST = 150;

/** The diagnostics of an editor. */
export function diagnostics(): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: {
        diagnostic: false,
        publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true },
        codeAction: {
          codeActionLiteralSupport: {
            codeActionKind: { valueSet: ["quickfix", "refactor.rewrite"] },
          },
        },
      },
    },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (
        client,
        { uri, version, diagnostics }: lsp.PublishDiagnosticsParams,
      ) => {
        const file = client.workspace.getFile(uri);
        const view = file?.getView();
        if (view && (version === undefined || version === file?.version)) {
          view.plugin(SHOWN)?.show(diagnostics);
        }
        return true;
      },
    },
    editorExtension: [SHOWN, lintGutter()],
  };
}

const SHOWN = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly view: EditorView) {}

    /** The server receives every change at once, as in other editors. */
    update({ docChanged }: ViewUpdate): void {
      if (!docChanged) return;
      clearTimeout(this.timer);
      queueMicrotask(() => LSPPlugin.get(this.view)?.client.sync());
    }

    /** Shows the diagnostics, and their fixes when they arrive. */
    show(found: readonly lsp.Diagnostic[]): void {
      this.set(found, []);
      clearTimeout(this.timer);
      if (found.length) this.timer = setTimeout(() => void this.askForFixes(found), REST);
    }

    destroy(): void {
      clearTimeout(this.timer);
    }

    private set(found: readonly lsp.Diagnostic[], fixes: readonly lsp.CodeAction[]): void {
      this.view.dispatch(
        setDiagnostics(
          this.view.state,
          found.map((one) => this.converted(one, fixes)),
        ),
      );
    }

    private async askForFixes(found: readonly lsp.Diagnostic[]): Promise<void> {
      const plugin = LSPPlugin.get(this.view);
      const { state } = this.view;
      if (!plugin) return;
      const range = { start: plugin.toPosition(0), end: plugin.toPosition(state.doc.length) };
      const context = { diagnostics: [...found], only: ["quickfix"] };
      const params: lsp.CodeActionParams = { textDocument: { uri: plugin.uri }, range, context };
      const fixes = await plugin.client
        .request<object, lsp.CodeAction[] | null>("textDocument/codeAction", params)
        .catch(() => null);
      if (fixes?.length && this.view.state.doc === state.doc) this.set(found, fixes);
    }

    private converted(found: lsp.Diagnostic, fixes: readonly lsp.CodeAction[]): Diagnostic {
      const plugin = LSPPlugin.get(this.view);
      const at = (place: lsp.Position): number =>
        plugin?.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc)) ?? 0;
      const own = fixes.filter((fix) => fix.diagnostics?.some((one) => isSame(one, found)));
      const message = typeof found.message === "string" ? found.message : found.message.value;
      const page = found.codeDescription;
      const link = page
        ? [" ", el("a", { href: page.href, target: "_blank" }, [String(found.code)])]
        : [];
      return {
        from: at(found.range.start),
        to: at(found.range.end),
        severity: SEVERITIES[(found.severity ?? 1) - 1] ?? "error",
        message,
        renderMessage: () => el("span", {}, [...prose(message), ...link]),
        actions: own.map((fix) => ({
          name: unquoted(fix.title),
          apply: (view) => {
            apply(view, fix.edit);
          },
        })),
      };
    }
  },
);

function isSame(one: lsp.Diagnostic, other: lsp.Diagnostic): boolean {
  return one.code === other.code && JSON.stringify(one.range) === JSON.stringify(other.range);
}
