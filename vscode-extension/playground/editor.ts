/** The editor of the page: CodeMirror with the server's features. */
import { completionStatus } from "@codemirror/autocomplete";
import { redoDepth, undoDepth } from "@codemirror/commands";
import { setDiagnosticsEffect, type Diagnostic } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  LSPPlugin,
  renameKeymap,
  signatureHelp,
} from "@codemirror/lsp-client";
import { Compartment, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, tooltips, type DecorationSet } from "@codemirror/view";
import { basicSetup } from "codemirror";
import DOMPurify from "dompurify";
import type { FoundText, Span } from "../src/views/answers";
import type { Cursor } from "../src/views/messages";
import type {
  CodeActionParams,
  SymbolInformation,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { colours } from "./colours";
import { completing } from "./completing";
import { apply } from "./edits";
import { diagnostics } from "./diagnostics";
import { GAMES } from "./engines";
import type { Grammars } from "./grammars";
import { hoverKeys } from "./hover";
import type { Held } from "./link";
import { onTheme, theme } from "./theme";

/** The timeout of a request in milliseconds, long enough for a search. */
const PATIENCE = 600_000;
/** The Markdown that the server produces. */
const ALLOWED = {
  ALLOWED_TAGS: [
    "a",
    "blockquote",
    "br",
    "code",
    "em",
    "hr",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "table",
    "tbody",
    "td",
    "tr",
    "ul",
  ],
  ALLOWED_ATTR: ["align", "alt", "href", "src", "width"],
};

// Links open beside the page.
DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node instanceof HTMLAnchorElement) node.target = "_blank";
});

/** The properties of a notation. */
export interface Language {
  readonly id: string;
  readonly name: string;
  /** The start of a comment. */
  readonly comment: string;
}

/**
 * A client of the server. *progress* receives partial results, *grammars* highlight texts before
 * the server runs.
 */
export function makeClient(
  progress: (token: unknown, value: unknown) => void,
  grammars: Grammars,
): LSPClient {
  const client = new LSPClient({
    timeout: PATIENCE,
    initializationOptions: {
      pictures: true,
      html: true,
      variants: true,
      opponent: true,
      games: GAMES,
      theme: theme(),
    },
    sanitizeHTML: (html) => DOMPurify.sanitize(html, ALLOWED),
    notificationHandlers: {
      "$/progress": (_, { token, value }: { token: unknown; value: unknown }) => {
        progress(token, value);
        return true;
      },
    },
    extensions: [diagnostics(), colours(grammars), completing(), hoverTooltips(), signatureHelp()],
  });
  onTheme(() => {
    client.notification("wazir/theme", { theme: theme() });
  });
  return client;
}

const lit = StateEffect.define<DecorationSet>();
const lights = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects }) =>
    effects.find((one) => one.is(lit))?.value ?? shown.map(changes),
  provide: (shown) => EditorView.decorations.from(shown),
});
const shade = new Compartment();

/** A shown text with its own history of changes. */
interface Shown {
  readonly language: Language;
  readonly uri: string;
  readonly state: EditorState;
}

/** The number of replaced texts that undo brings back. */
const MOST_REPLACED = 20;

/** The events of the editor. */
export interface EditorEvents {
  /** The user has changed the text. */
  changed(): void;
  /** The cursor or the text has changed. */
  moved(): void;
  /** The diagnostics have changed. */
  found(diagnostics: readonly Diagnostic[]): void;
  /** Undo or redo has brought a replaced text back. */
  restored(): void;
}

/** An editor of one text at a time. */
export class Editor {
  private readonly view: EditorView;
  private language: Language | undefined;
  private uri = "";
  /** The texts that were replaced, and those that undo has replaced, the next one last. */
  private earlier: Shown[] = [];
  private later: Shown[] = [];

  constructor(
    parent: HTMLElement,
    private readonly client: LSPClient,
    private readonly events: EditorEvents,
  ) {
    // In a shadow root, the page's policy does not restrict CodeMirror's styles.
    const root = parent.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: root, root });
    onTheme(() => {
      this.view.dispatch({ effects: shade.reconfigure(darkTheme()) });
    });
  }

  get held(): Held {
    return { language: this.language?.id ?? "", text: this.view.state.doc.toString() };
  }

  /** The cursor in the version that the server knows; undefined before a text is shown. */
  get cursor(): Cursor | undefined {
    if (!this.language) return undefined;
    this.client.sync();
    const { uri } = this;
    const { doc, selection } = this.view.state;
    const line = doc.lineAt(selection.main.head);
    const version = this.client.workspace.getFile(uri)?.version ?? 0;
    return {
      uri,
      version,
      position: { line: line.number - 1, character: selection.main.head - line.from },
    };
  }

  /**
   * Shows another text by its title, or the same text in another notation. Undo brings the previous
   * one back.
   */
  show(text: string, language: Language, title: string): void {
    this.earlier = [...this.earlier, ...this.shown()].slice(-MOST_REPLACED);
    this.later = [];
    this.language = language;
    this.uri = `file:///${encodeURIComponent(title)}`;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions(language) }));
    this.events.moved();
  }

  /** The shown text; none before the first. */
  private shown(): Shown[] {
    const { language, uri } = this;
    return language ? [{ language, uri, state: this.view.state }] : [];
  }

  /**
   * Shows the last of some texts again, and adds the shown one to others. Returns whether there was
   * one.
   */
  private restore(from: Shown[], others: Shown[]): boolean {
    const last = from.pop();
    if (!last) return false;
    others.push(...this.shown());
    this.language = last.language;
    this.uri = last.uri;
    this.view.setState(last.state);
    this.events.restored();
    this.events.changed();
    this.events.moved();
    return true;
  }

  /** The selected range, for code actions. */
  get range(): CodeActionParams | undefined {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return undefined;
    plugin.client.sync();
    const { from, to } = this.view.state.selection.main;
    const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
    return { textDocument: { uri: plugin.uri }, range, context: { diagnostics: [] } };
  }

  /** Applies an edit of the server for the shown text. */
  apply(edit: WorkspaceEdit | undefined): void {
    apply(this.view, edit);
  }

  /** Moves the cursor to the first defined name. */
  async begin(): Promise<void> {
    const { doc } = this.view.state;
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return;
    const params = { textDocument: { uri: plugin.uri } };
    const symbols = await plugin.client.request<object, SymbolInformation[] | null>(
      "textDocument/documentSymbol",
      params,
    );
    const place = symbols?.[0]?.location.range.start;
    const { state } = this.view;
    if (place && state.doc === doc && !state.selection.main.head) {
      this.view.dispatch({ selection: { anchor: plugin.fromPosition(place) } });
    }
  }

  /** Highlights parts of the text, unless they are of another version. */
  light(
    of: { readonly uri: string; readonly version: number | null },
    spans: readonly Span[],
  ): void {
    const { cursor } = this;
    const { doc } = this.view.state;
    if (cursor?.uri !== of.uri || cursor.version !== of.version) return;
    const at = ({ line, character }: Span["start"]): number => doc.line(line + 1).from + character;
    const parts = spans
      .map(({ start, end }) => [at(start), at(end)] as const)
      .filter(([from, to]) => from < to);
    const marks = parts.map(([from, to]) => Decoration.mark({ class: "lit" }).range(from, to));
    this.view.dispatch({ effects: lit.of(Decoration.set(marks, true)) });
  }

  /** Adds a definition as the last line, and selects its name. */
  append({ definition, name }: FoundText): void {
    const { doc } = this.view.state;
    const from = doc.toString().trimEnd().length;
    const insert = `${from ? "\n" : ""}${definition}\n`;
    const anchor = from + insert.indexOf(name);
    const selection = { anchor, head: anchor + name.length };
    this.view.dispatch({
      changes: { from, to: doc.length, insert },
      selection,
      userEvent: "input",
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Moves the cursor to a place and shows it. */
  goTo({ line, character }: Span["start"]): void {
    this.view.dispatch({
      selection: { anchor: this.view.state.doc.line(line + 1).from + character },
      scrollIntoView: true,
    });
    this.view.focus();
  }

  private extensions(language: Language) {
    const { events } = this;
    const undo = {
      key: "Mod-z",
      run: () => !undoDepth(this.view.state) && this.restore(this.earlier, this.later),
    };
    const redo = () => !redoDepth(this.view.state) && this.restore(this.later, this.earlier);
    return [
      Prec.high(keymap.of([undo, { key: "Mod-y", run: redo }, { key: "Mod-Shift-z", run: redo }])),
      hoverKeys,
      keymap.of([
        ...formatKeymap,
        ...renameKeymap,
        ...jumpToDefinitionKeymap,
        ...findReferencesKeymap,
      ]),
      basicSetup,
      shade.of(darkTheme()),
      STYLE,
      lights,
      EditorView.lineWrapping,
      tooltips({ tooltipSpace: spaceOf }),
      EditorView.contentAttributes.of({ "aria-label": `${language.name}: text` }),
      EditorState.languageData.of(() => [
        { commentTokens: { line: language.comment }, closeBrackets: { brackets: ["(", "[", "{"] } },
      ]),
      this.client.plugin(this.uri, language.id),
      EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
        if (docChanged) {
          events.changed();
          if (transactions.every((one) => !one.isUserEvent("undo") && !one.isUserEvent("redo"))) {
            this.later = [];
          }
        }
        if (docChanged || selectionSet) events.moved();
        for (const { value } of transactions
          .flatMap(({ effects }) => effects)
          .filter((one) => one.is(setDiagnosticsEffect))) {
          events.found(value);
        }
      }),
    ];
  }
}

/** The space for hovers, which do not cover the views, and for lists, whose documentation may. */
function spaceOf({ dom, state }: EditorView) {
  const { left, right, bottom } = dom.getBoundingClientRect();
  return { left, right: completionStatus(state) ? window.innerWidth : right, bottom, top: 0 };
}

/** Whether the theme of the editor is dark. */
function darkTheme() {
  return EditorView.darkTheme.of(theme() === "dark");
}

const STYLE = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--vscode-foreground)",
    backgroundColor: "var(--vscode-editor-background)",
    fontSize: "14px",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--vscode-editor-font-family)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--vscode-foreground)" },
  ".cm-gutters": {
    color: "var(--vscode-descriptionForeground)",
    backgroundColor: "var(--vscode-editor-background)",
    border: "none",
  },
  ".lit": { backgroundColor: "var(--lit)", outline: "1px solid var(--vscode-focusBorder)" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--vscode-foreground)",
    backgroundColor: "var(--vscode-editorWidget-background)",
  },
  ".cm-tooltip": {
    maxWidth: "min(560px, 94vw)",
    fontFamily: "system-ui, sans-serif",
    fontSize: "13px",
  },
  ".cm-tooltip a, .cm-panels a": { color: "var(--vscode-focusBorder)" },
  ".cm-tooltip-hover": { overflow: "auto" },
  ".documentation-button": { display: "none" },
  // On a small screen the list leaves the line visible, and the documentation of an item is behind
  // the list.
  "@media (max-width: 600px)": {
    ".cm-tooltip.cm-tooltip-autocomplete": { width: "94vw" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "8.2em", maxWidth: "none" },
    ".cm-tooltip-autocomplete > ul > li": { display: "flex", alignItems: "center", gap: "8px" },
    ".cm-completionDetail": {
      flex: "1",
      minWidth: "0",
      overflow: "hidden",
      textOverflow: "ellipsis",
      margin: "0",
    },
    ".documentation-button": {
      display: "block",
      width: "24px",
      margin: "2px 4px 2px auto",
      border: "1px solid currentColor",
      borderRadius: "12px",
      textAlign: "center",
      lineHeight: "22px",
      cursor: "pointer",
    },
    ".cm-tooltip.cm-completionInfo": { width: "100%", maxWidth: "none", overflow: "auto" },
    ".cm-completionInfo .cm-lsp-documentation": { maxHeight: "none" },
  },
  ".cm-lsp-documentation": { maxHeight: "60vh", overflow: "auto", overflowWrap: "anywhere" },
  ".cm-lsp-documentation img": { maxWidth: "100%", height: "auto" },
  "@media (min-width: 860px)": {
    ".cm-tooltip-hover, .cm-lsp-hover-tooltip": { maxWidth: "min(560px, 44vw)" },
    ".cm-lsp-documentation td img": { maxWidth: "20vw" },
  },
  ".cm-lsp-documentation td": { width: "auto", verticalAlign: "top" },
  ".cm-lsp-documentation table table td": { paddingRight: "12px" },
  ".cm-lsp-documentation pre": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": {
    color: "var(--vscode-button-foreground)",
    backgroundColor: "var(--vscode-button-background)",
    padding: "3px 8px",
    margin: "4px 0 4px 8px",
  },
  ".token-class": { color: "var(--token-class)", fontWeight: "600" },
  ".token-property, .token-struct, .token-enumMember": { color: "var(--token-property)" },
  ".token-keyword, .token-macro": { color: "var(--token-keyword)" },
  ".token-modifier, .token-parameter": { color: "var(--token-modifier)" },
  ".token-number": { color: "var(--token-number)" },
  ".token-function, .token-variable": { color: "var(--token-function)" },
  ".token-string": { color: "var(--token-string)" },
  ".token-comment": { color: "var(--token-comment)", fontStyle: "italic" },
});
