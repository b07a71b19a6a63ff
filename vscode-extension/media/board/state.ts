/** The state of the board view: what is at the cursor, and the user's choices. */
import type { PieceAnswer, PositionAnswer } from "../../src/views/answers";
import type { BoardCommand, Choices, Cursor, Part } from "../../src/views/messages";
import { filled, theme } from "./dom";
import { AS_IN_TEXT, type Line } from "./line";
import type { Game } from "./opponent";
import { editor, page, refresh, Request, texts } from "./page";
import { cleared, EMPTY, isCleared, isOfPosition, type Setting } from "./placing";
import { Position } from "./position";

/** What is kept when the view is hidden or the window is reloaded. */
type Kept = Partial<{ cursor: Cursor; setting: Setting; line: Line; game: Game; plays: boolean }>;

/** Milliseconds without an edit after which a variant that is played is requested again. */
const REST = 400;

export class BoardState {
  piece: PieceAnswer | undefined;
  /** The kind of the shown answer; undefined if nothing was found. */
  shown: "piece" | "position" | undefined;
  setting: Setting;
  remark = "";
  /** Why the piece at the cursor is not shown during a game, until the next move. */
  notice = "";
  isLookup = false;
  /** The number of times that the readings were asked for. */
  readings = 0;
  message = texts.waiting;
  readonly position = new Position(() => {
    this.notice = "";
    this.choose();
  });
  /** The variant at the cursor is played. */
  private plays: boolean;
  /** The place of the shown answer. The view keeps it where there is nothing to show. */
  private last:
    { readonly cursor: Cursor; readonly line: Line; readonly setting: Setting } | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly request = new Request<PieceAnswer | PositionAnswer>();

  constructor() {
    const { cursor, setting, line, game, plays = false } = (editor.getState() ?? {}) as Kept;
    page.cursor = cursor;
    this.setting = { ...EMPTY, ...setting };
    this.position.line = { ...AS_IN_TEXT, ...line };
    if (game) this.position.opponent.game = game;
    this.plays = plays;
  }

  /** The choices have changed: the answer is requested again. */
  choose(setting = this.setting): void {
    if (setting !== this.setting) this.remark = "";
    this.setting = setting;
    refresh();
    void this.ask();
  }

  /** Gives a command about the shown place to the editor. */
  tell(kind: BoardCommand): void {
    if (page.cursor) editor.postMessage({ kind, cursor: page.cursor, choices: this.choices });
  }

  /** Opens a part of the view, or the board again. */
  open(part?: Part): void {
    if (part === "analysis") void this.position.analysis.start();
    else if (part === "readings") this.readings++;
    else if (part === "piece" && this.isGame) this.notice = texts.gameGoesOn;
    this.isLookup = part === "lookup"; // It takes the place of the board.
    refresh();
  }

  /** Starts or ends the play of the variant at the cursor. */
  playVariant(plays: boolean): void {
    this.plays = plays;
    this.notice = "";
    this.position.begin();
    this.position.opponent.play();
    this.choose();
  }

  /**
   * Takes another cursor: played moves belong to the place, placed pieces to the text. A game with
   * an opponent stays.
   */
  follow(next: Cursor): void {
    const { cursor } = page;
    if (cursor && this.isGame) {
      if (cursor.uri === next.uri) next = { ...next, position: cursor.position };
      else if (this.shown) return;
    }
    const isElsewhere =
      JSON.stringify([cursor?.uri, cursor?.position]) !== JSON.stringify([next.uri, next.position]);
    if (isElsewhere && cursor) this.isLookup = false;
    if (isElsewhere) this.position.begin();
    if (cursor?.uri !== next.uri) {
      this.setting = EMPTY;
    } else if (isElsewhere && this.piece && isOfPosition(this.piece)) {
      this.setting = cleared(this.setting);
    }
    page.cursor = next;
    if (!this.position.opponent.isPlaying) this.position.leave();
    clearTimeout(this.rest);
    if (this.plays) {
      this.rest = setTimeout(() => {
        this.choose();
      }, REST);
    } else {
      this.choose();
    }
  }

  /** A game is played, or a variant. */
  private get isGame(): boolean {
    return this.plays || this.position.opponent.isPlaying;
  }

  private get choices(): Choices {
    return { ...this.setting, ...this.position.asking(), whole: true, theme: theme() };
  }

  /**
   * Requests the piece or position at the cursor with the user's choices. Only the last request
   * counts.
   * *isLast* tells that the cursor is the place of the last answer, in a changed text.
   */
  private async ask(isLast = false): Promise<void> {
    const cursor = page.cursor;
    if (!cursor) return;
    const {
      setting,
      plays,
      position: {
        line,
        opponent: { game },
      },
    } = this;
    editor.setState({ cursor, setting, line, game, plays } satisfies Kept);
    const answer = await this.request.send(plays ? "wazir/play" : "wazir/view", this.choices);
    if (this.request.problem) this.fail();
    else if (answer) this.show(answer);
    else if (answer === null) this.keep(cursor, isLast);
    refresh();
  }

  private show(answer: PieceAnswer | PositionAnswer): void {
    const { cursor } = page;
    // A result of an outdated version is followed by another request.
    if (!cursor || (answer.version !== null && answer.version !== cursor.version)) return;
    this.last = { cursor, line: this.position.line, setting: this.setting };
    if ("actions" in answer) {
      if (!this.plays) this.setting = cleared(this.setting); // Placed pieces belong to a piece.
      this.shown = "position";
      this.position.take(answer, this.plays);
    } else {
      this.shown = "piece";
      this.piece = answer;
    }
  }

  /** Nothing is at the cursor: the last answer stays if it is of the same text, and still in it. */
  private keep({ uri, version }: Cursor, isLast: boolean): void {
    const shown = this.shown === "piece" ? this.piece : this.shown && this.position.answer;
    if (shown?.uri !== uri || !this.last || isLast) {
      this.shown = undefined;
      this.message = texts.nothing;
      return;
    }
    page.cursor = { ...this.last.cursor, version };
    this.position.line = this.last.line;
    const isChanged = shown.version !== version;
    // The text was changed, or a square was clicked meanwhile.
    if (isChanged || this.setting !== this.last.setting) void this.ask(isChanged);
  }

  private fail(): void {
    const { problem, isRefused } = this.request;
    if (this.shown === "position") {
      this.position.refuse(problem);
    } else if (isRefused && !this.plays && !isCleared(this.setting)) {
      this.choose(cleared(this.setting));
      this.remark = texts.outside;
    } else if (this.shown ?? this.plays) {
      this.plays = false;
      this.remark = problem;
    } else {
      this.message = filled(texts.failed, problem);
    }
  }
}
