/** The script of the board view: shows the piece or the position at the cursor. */
import type { Analysis, FiguresAnswer, FindAnswer, PieceAnswer, PositionAnswer, ReadingsAnswer, Reply, Report, Span, Verdict } from "../src/views/answers";
import type { Choices, Cursor, Method } from "../src/views/messages";
import type { Texts } from "../src/views/texts";
import { Bridge, Refused, type Asked, type Editor } from "./board/bridge";
import { el, filled } from "./board/dom";
import { AS_IN_TEXT, type Line } from "./board/line";
import { Lookup } from "./board/lookup";
import { PieceView, type Around } from "./board/piece";
import type { Game } from "./board/opponent";
import { cleared, EMPTY, type Setting } from "./board/placing";
import { PositionView } from "./board/position";

declare function acquireVsCodeApi(): Editor;

/** The state that is kept when the view is hidden or the window is reloaded. */
interface Kept {
  readonly cursor?: Cursor;
  readonly setting?: Setting;
  readonly line?: Line;
  readonly game?: Game;
  readonly plays?: boolean;
}

const editor = acquireVsCodeApi();
const main = document.getElementById("view") ?? document.body;
const texts = JSON.parse(main.dataset.texts ?? "{}") as Texts;
const kept = (editor.getState() ?? {}) as Kept;
const message = el("p", { class: "message", role: "status" }, [texts.waiting]);
/** The number of best lines of an evaluation. */
const LINES = 3;
/** Milliseconds without an edit after which a variant that is played is requested again. */
const REST = 400;
const NOWHERE: Cursor = { uri: "", version: 0, position: { line: 0, character: 0 } };

let cursor = kept.cursor;
/** The text of the shown result. */
let shown: PieceAnswer | PositionAnswer | undefined;
/** The place of the shown result. The view keeps it where there is nothing to show. */
let last: { readonly cursor: Cursor; readonly line: Line; readonly setting: Setting } | undefined;
let isGame = false;
/** The variant at the cursor is played. */
let plays = kept.plays ?? false;
let rest: ReturnType<typeof setTimeout> | undefined;
let asking: Asked<unknown> | undefined;

const bridge = new Bridge(editor, follow, (part) => {
  if (part === "readings") piece.openReadings();
  else if (part === "analysis") position.analyse();
  else openLookup();
}, () => {
  position.written();
});
const piece: PieceView = new PieceView(around(() => piece.asked()), figures, readings, openLookup, () => { playVariant(true); });
const position: PositionView = new PositionView(around(() => position.asking()), look, analyse, reply, () => { playVariant(false); });
const lookup = new Lookup(texts, (choices): Asked<FindAnswer> => bridge.ask("wazir/find", cursor ?? NOWHERE, choices), {
  closed: () => {
    lookup.close();
    show(shown);
  },
  insert: (text) => { bridge.post({ kind: "insert", text }); },
});
piece.setting = kept.setting ?? EMPTY;
position.line = kept.line ?? AS_IN_TEXT;
position.opponent.game = kept.game ?? position.opponent.game;
main.append(message, piece.element, position.element, lookup.element);
show(undefined);
new MutationObserver(() => void ask()).observe(document.body, { attributeFilter: ["class"] });
editor.postMessage({ kind: "ready" });

function around(choices: () => Choices): Around {
  return {
    texts,
    chosen: () => void ask(),
    light: (spans: readonly Span[]) => {
      if (shown) bridge.light(shown, spans);
    },
    open: (span: Span) => {
      if (shown) bridge.post({ kind: "open", uri: shown.uri, span });
    },
    tell: (kind) => {
      if (cursor) bridge.post({ kind, cursor, choices: choices() });
    },
  };
}

/** Opens the search for a piece in the place of the board, until the cursor moves. */
function openLookup(): void {
  lookup.open();
  show(shown);
}

/** Starts or ends the play of the variant at the cursor. */
function playVariant(starts: boolean): void {
  plays = starts;
  isGame = false;
  position.begin();
  position.opponent.end();
  void ask();
}

function look(found: (report: Report) => void): Asked<Report> {
  return bridge.ask("wazir/evaluate", cursor ?? NOWHERE, { ...position.asking(), lines: LINES }, found);
}

function analyse(found: (verdict: Verdict) => void): Asked<Analysis> {
  return bridge.ask("wazir/analyse", cursor ?? NOWHERE, { ...position.line }, found);
}

function reply(level: number): Asked<Reply> {
  return bridge.ask("wazir/reply", cursor ?? NOWHERE, { ...position.asking(), level });
}

function figures(choices: Choices, progress: (found: { moves: number }) => void): Asked<FiguresAnswer> {
  return bridge.ask("wazir/figures", cursor ?? NOWHERE, onBoard(choices), progress);
}

function readings(choices: Choices): Asked<ReadingsAnswer> {
  return bridge.ask("wazir/readings", cursor ?? NOWHERE, onBoard(choices));
}

function onBoard(choices: Choices): Choices {
  const { board } = piece.setting;
  return board ? { ...choices, board } : choices;
}

/** Takes another cursor: played moves belong to the place, placed pieces to the text. A game with an opponent stays. */
function follow(next: Cursor): void {
  if (cursor && (plays || position.opponent.isPlaying)) {
    if (cursor.uri === next.uri) next = { ...next, position: cursor.position };
    else if (shown) return;
  }
  const isElsewhere = JSON.stringify([cursor?.uri, cursor?.position]) !== JSON.stringify([next.uri, next.position]);
  if (isElsewhere && cursor) lookup.close();
  if (isElsewhere) position.begin();
  if (cursor?.uri !== next.uri) piece.setting = EMPTY;
  else if (isElsewhere && piece.isPosition) piece.setting = cleared(piece.setting);
  cursor = next;
  if (!position.opponent.isPlaying) position.leave();
  clearTimeout(rest);
  if (plays) rest = setTimeout(() => void ask(), REST);
  else void ask();
}

/** Requests the piece or position at the cursor with the user's choices. Only the last request counts. */
async function ask(): Promise<void> {
  if (!cursor) return;
  editor.setState({ cursor, setting: piece.setting, line: position.line, game: position.opponent.game, plays } satisfies Kept);
  asking?.cancel();
  const at = cursor;
  const isLast = (): boolean => asked === asking;
  let asked: Asked<unknown> | undefined;
  for (const method of methods()) {
    asking = asked = bridge.ask<PieceAnswer | PositionAnswer>(method, at, choices(method));
    try {
      const answer = (await asked.answer) as PieceAnswer | PositionAnswer | null;
      if (!isLast()) return;
      // A result of an outdated version is followed by another request.
      if (answer && answer.version !== null && answer.version !== cursor.version) return;
      if (answer) {
        show(answer);
        return;
      }
    } catch (problem) {
      if (isLast()) fail(method, problem);
      return;
    }
  }
  if (shown?.uri !== at.uri || !last) {
    show(undefined);
    return;
  }
  cursor = { ...last.cursor, version: at.version };
  position.line = last.line;
  if (piece.setting !== last.setting) void ask(); // A square was clicked meanwhile.
}

/** The kind that was found last is requested first. */
function methods(): readonly Method[] {
  if (plays) return ["wazir/play"];
  return isGame ? ["wazir/position", "wazir/piece"] : ["wazir/piece", "wazir/position"];
}

function choices(method: Method): Choices {
  return method === "wazir/piece" ? piece.asked() : position.asked();
}

function fail(method: Method, problem: unknown): void {
  const reason = problem instanceof Error ? problem.message : String(problem);
  if (method === "wazir/piece" && problem instanceof Refused && piece.withoutPlaced()) void ask();
  else if (plays && !isGame) {
    plays = false;
    piece.refused(reason);
  } else if (!shown) message.textContent = filled(texts.failed, reason);
  else (isGame ? position : piece).refused(reason);
}

function show(answer: PieceAnswer | PositionAnswer | undefined): void {
  if (answer) isGame = "actions" in answer;
  shown = answer;
  piece.element.hidden = !answer || isGame || lookup.isOpen;
  position.element.hidden = !answer || !isGame || lookup.isOpen;
  message.hidden = answer !== undefined || lookup.isOpen;
  message.textContent = cursor ? texts.nothing : texts.waiting;
  if (!answer) return;
  if (cursor) last = { cursor, line: position.line, setting: piece.setting };
  if ("actions" in answer) position.show(answer, plays);
  else piece.show(answer);
}
