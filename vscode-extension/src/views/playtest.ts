/** The view of a variant that plays itself. */
import * as vscode from "vscode";
import type { Place } from "./answers";
import { columnOfBoard } from "./board";
import type { Views } from "./connection";
import { cursorOf } from "./cursor";
import type { Cursor, Line } from "./messages";
import { WebviewPage, type ViewMessage } from "./webview";
import { chooseFile } from "./written";

const TYPE = "wazir.playtest";

/** Registers the view. There is at most one. */
export function registerPlaytest(views: Views): vscode.Disposable[] {
  let shown: vscode.WebviewPanel | undefined;
  let play: (line: Line) => void = () => undefined;
  /** The variant that plays. */
  let cursor: Cursor | undefined;
  const show = async (uri?: string, position?: Place, line: Line = {}): Promise<void> => {
    cursor = await place(views, uri, position);
    if (!cursor) return;
    if (!shown) {
      // The games go on while the view is hidden.
      const panel = vscode.window.createWebviewPanel(
        TYPE,
        vscode.l10n.t("Playtest"),
        columnOfBoard(),
        { retainContextWhenHidden: true },
      );
      play = fill(panel, views, () => Promise.resolve(cursor));
      panel.onDidDispose(() => {
        shown = undefined;
      });
      shown = panel;
    }
    shown.reveal(undefined, true);
    play(line);
  };
  return [vscode.commands.registerCommand("wazir.playtest", show)];
}

/** A place in an open document; without an address that of the text cursor. */
async function place(
  { isSupported }: Views,
  uri?: string,
  position?: Place,
): Promise<Cursor | undefined> {
  if (uri !== undefined && position) {
    const { version } = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    return { uri, version, position };
  }
  const editor = vscode.window.activeTextEditor;
  return editor && isSupported(editor.document) ? cursorOf(editor) : undefined;
}

/** Fills a panel. Returns a function that starts the games. */
function fill(
  panel: vscode.WebviewPanel,
  views: Views,
  cursor: () => Promise<Cursor | undefined>,
): (line: Line) => void {
  let isLoaded = false;
  /** Where the games are to begin once the page is loaded. */
  let wanted: Line | undefined;
  const play = (line: Line): void => {
    wanted = isLoaded ? undefined : line;
    if (isLoaded) {
      void page.follow().then(() => {
        page.post({ kind: "play", line });
      });
    }
  };
  const page = new WebviewPage(panel.webview, views, {
    name: "playtest",
    title: panel.title,
    cursor,
    loaded: () => {
      isLoaded = true;
      if (wanted) play(wanted);
    },
    hear: (message) => {
      save(message).catch((problem: unknown) =>
        vscode.window.showErrorMessage(
          problem instanceof Error ? problem.message : String(problem),
        ),
      );
    },
  });
  panel.onDidDispose(() => {
    page.dispose();
  });
  panel.iconPath = vscode.Uri.joinPath(views.context.extensionUri, "media", "icon.svg");
  return play;
}

/** Saves the report as a page, or as data in a file of that ending. */
async function save(message: ViewMessage): Promise<void> {
  if (message.kind !== "save") return;
  const target = await chooseFile(message.uri, { HTML: ["html"], JSON: ["json"] });
  if (!target) return;
  const text = target.path.endsWith(".json") ? message.json : message.html;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
