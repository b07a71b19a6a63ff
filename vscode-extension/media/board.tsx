/** The script of the board view: shows the piece or the position at the cursor. */
import { render } from "preact";
import type { PieceAnswer, PositionAnswer } from "../src/views/answers";
import type { BoardCommand, Choices, Cursor, Method, Part } from "../src/views/messages";
import { filled, theme } from "./board/dom";
import { GameView } from "./board/game";
import { AS_IN_TEXT, type Line } from "./board/line";
import { Lookup } from "./board/lookup";
import type { Game } from "./board/opponent";
import { editor, listen, main, page, refresh, Request, texts } from "./board/page";
import { isOfPosition, PieceView } from "./board/piece";
import { cleared, EMPTY, isCleared, type Setting } from "./board/placing";
import { Position } from "./board/position";

/** The state that is kept when the view is hidden or the window is reloaded. */
type Kept = Partial<{ cursor: Cursor; setting: Setting; line: Line; game: Game; plays: boolean }>;

/** Milliseconds without an edit after which a variant that is played is requested again. */
const REST = 400;

const kept = (editor.getState() ?? {}) as Kept;
const position = new Position(choose);
page.cursor = kept.cursor;
position.line = kept.line ?? AS_IN_TEXT;
position.opponent.game = kept.game ?? position.opponent.game;

const state = {
  piece: undefined as PieceAnswer | undefined,
  /** The kind of the shown answer; undefined if nothing was found. */
  shown: undefined as "piece" | "position" | undefined,
  /** A position was found last. */
  isGame: false,
  setting: { ...EMPTY, ...kept.setting },
  remark: "",
  isRefused: false,
  /** The variant at the cursor is played. */
  plays: kept.plays ?? false,
  isLookup: false,
  /** The number of times that the readings were asked for. */
  readings: 0,
  message: texts.waiting,
};
/** The place of the shown answer. The view keeps it where there is nothing to show. */
let last: { readonly cursor: Cursor; readonly line: Line; readonly setting: Setting } | undefined;
let rest: ReturnType<typeof setTimeout> | undefined;
const request = new Request<PieceAnswer | PositionAnswer>();

page.draw = () => { render(<Board />, main); };
listen((message) => {
  if (message.kind === "cursor") follow(message.cursor);
  else if (message.kind === "written") position.written();
  else if (message.kind === "replaced") playVariant(false);
  else open(message.part);
});
new MutationObserver(choose).observe(document.body, { attributeFilter: ["class"] });
refresh();

function Board() {
  const { piece, shown, isLookup } = state;
  return (
    <>
      <p class="message" role="status" hidden={shown !== undefined || isLookup}>{state.message}</p>
      {piece && (
        <PieceView
          {...state}
          answer={piece}
          isHidden={shown !== "piece" || isLookup}
          wanted={state.readings}
          choose={(setting) => {
            state.setting = setting;
            state.remark = "";
            choose();
          }}
          copy={() => { tell("copy"); }}
          findPiece={() => { open("lookup"); }}
          playVariant={() => { playVariant(true); }}
        />
      )}
      {position.answer && (
        <GameView
          position={position}
          answer={position.answer}
          isHidden={shown !== "position" || isLookup}
          tell={tell}
          close={() => { playVariant(false); }}
        />
      )}
      <Lookup
        isOpen={isLookup}
        close={() => {
          state.isLookup = false;
          refresh();
        }}
      />
    </>
  );
}

/** The choices have changed: the answer is requested again. */
function choose(): void {
  refresh();
  void ask();
}

/** Gives a command about the shown place to the editor. */
function tell(kind: BoardCommand): void {
  if (page.cursor) editor.postMessage({ kind, cursor: page.cursor, choices: state.shown === "position" ? position.asking() : choices("wazir/piece") });
}

function open(part: Part): void {
  if (part === "analysis") void position.analysis.start();
  else if (part === "readings") state.readings++;
  state.isLookup = part === "lookup"; // It takes the place of the board.
  refresh();
}

/** Starts or ends the play of the variant at the cursor. */
function playVariant(plays: boolean): void {
  state.plays = plays;
  state.isGame = false;
  position.begin();
  position.opponent.play();
  choose();
}

/** Takes another cursor: played moves belong to the place, placed pieces to the text. A game with an opponent stays. */
function follow(next: Cursor): void {
  const { cursor } = page;
  const { isPlaying } = position.opponent;
  if (cursor && (state.plays || isPlaying)) {
    if (cursor.uri === next.uri) next = { ...next, position: cursor.position };
    else if (state.shown) return;
  }
  const isElsewhere = JSON.stringify([cursor?.uri, cursor?.position]) !== JSON.stringify([next.uri, next.position]);
  if (isElsewhere && cursor) state.isLookup = false;
  if (isElsewhere) position.begin();
  if (cursor?.uri !== next.uri) state.setting = EMPTY;
  else if (isElsewhere && state.piece && isOfPosition(state.piece)) state.setting = cleared(state.setting);
  page.cursor = next;
  if (!isPlaying) position.leave();
  clearTimeout(rest);
  if (state.plays) rest = setTimeout(choose, REST);
  else choose();
}

/** Requests the piece or position at the cursor with the user's choices. Only the last request counts. */
async function ask(): Promise<void> {
  const at = page.cursor;
  if (!at) return;
  editor.setState({ cursor: at, setting: state.setting, line: position.line, game: position.opponent.game, plays: state.plays } satisfies Kept);
  for (const method of methods()) {
    const answer = await request.send(method, choices(method));
    if (answer === undefined) {
      if (request.problem) fail(method);
      return;
    }
    // A result of an outdated version is followed by another request.
    if (answer && answer.version !== null && answer.version !== page.cursor?.version) return;
    if (answer) {
      show(answer);
      return;
    }
  }
  const shown = state.shown === "piece" ? state.piece : state.shown && position.answer;
  if (shown?.uri === at.uri && last) {
    page.cursor = { ...last.cursor, version: at.version };
    position.line = last.line;
    if (state.setting !== last.setting) void ask(); // A square was clicked meanwhile.
  } else {
    state.shown = undefined;
    state.message = texts.nothing;
  }
  refresh();
}

/** The kind that was found last is requested first. */
function methods(): readonly Method[] {
  if (state.plays) return ["wazir/play"];
  return state.isGame ? ["wazir/position", "wazir/piece"] : ["wazir/piece", "wazir/position"];
}

function choices(method: Method): Choices {
  return { ...(method === "wazir/piece" ? state.setting : position.asking()), whole: true, theme: theme() };
}

function show(answer: PieceAnswer | PositionAnswer): void {
  if (page.cursor) last = { cursor: page.cursor, line: position.line, setting: state.setting };
  state.isGame = "actions" in answer;
  if ("actions" in answer) {
    state.shown = "position";
    position.take(answer, state.plays);
  } else {
    state.shown = "piece";
    state.piece = answer;
    state.isRefused = false;
  }
  refresh();
}

function fail(method: Method): void {
  if (method === "wazir/piece" && request.isRefused && !isCleared(state.setting)) {
    state.setting = cleared(state.setting);
    state.remark = texts.outside;
    void ask();
  } else if (state.isGame) position.refused(request.problem);
  else if (state.shown ?? state.plays) {
    state.plays = false;
    state.remark = request.problem;
    state.isRefused = true;
  } else state.message = filled(texts.failed, request.problem);
  refresh();
}
