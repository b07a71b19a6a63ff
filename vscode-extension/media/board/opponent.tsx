/** The opponent of a game in the view: nobody, the engine at a strength, or another person. */
import type { ComponentChildren } from "preact";
import type { PositionAnswer, Reply, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled } from "./dom";
import { refresh, Request, texts } from "./page";
import { Options, Prose } from "./parts";

export interface Game {
  /** The level of the engine, or a person; empty if nobody plays. */
  readonly opponent: string;
  /** The user's side. */
  readonly side: Side;
}

const NOBODY: Game = { opponent: "", side: "white" };
const PERSON = "person";
/** The level that gives hints. */
const HINTS = 4;

export class Opponent {
  game = NOBODY;
  private readonly request = new Request<Reply>(refresh);
  /** The position in which the engine was asked last. */
  private at = "";
  private words = "";

  get isPlaying(): boolean {
    return this.game.opponent !== "";
  }

  get isPerson(): boolean {
    return this.game.opponent === PERSON;
  }

  /** The side whose moves are taken back; undefined for both. */
  get own(): Side | undefined {
    return this.isPerson ? undefined : this.game.side;
  }

  /** The engine's hint, what went wrong, or that *program* is thinking. */
  status(program: string): string {
    return this.request.isGoing ? filled(texts.thinking, program) : this.request.problem || this.words;
  }

  /** Another game is played, or none. */
  play(game = NOBODY): void {
    this.stop();
    this.at = "";
    this.game = game;
  }

  /** Takes a position. Returns whether the engine is to move there for the first time; at an earlier move it waits. */
  take({ fen, played, at: start, actions, turn }: PositionAnswer, isLast: boolean): boolean {
    const at = `${fen} ${played.length} ${start}`;
    if (at === this.at) return false;
    const isChosen = this.at === "";
    this.stop();
    this.at = at;
    return this.isPlaying && !this.isPerson && actions.length > 0 && turn !== this.game.side && (isLast || isChosen);
  }

  /** The move of the engine in a position; undefined if there is none any more. */
  async move(choices: Choices): Promise<string | undefined> {
    this.words = "";
    return (await this.request.send("wazir/reply", { ...choices, level: Number(this.game.opponent) }))?.action;
  }

  /** A move for the user, which is told, too. */
  async hint(choices: Choices): Promise<string | undefined> {
    const found = await this.request.send("wazir/reply", { ...choices, level: HINTS });
    if (found) this.words = `\`${found.action}\` ${found.words} ${found.summary}`;
    refresh();
    return found?.action;
  }

  /** Ends a search. */
  stop(): void {
    this.words = this.request.problem = "";
    this.request.drop();
  }
}

interface Props {
  readonly opponent: Opponent;
  readonly answer: PositionAnswer;
  readonly isVariant: boolean;
  readonly isHidden: boolean;
  /** The choice of clocks. */
  readonly children: ComponentChildren;
  readonly play: (game: Game) => void;
  readonly takeBack: () => void;
  readonly hint: () => void;
}

export function OpponentView({ opponent, answer, isVariant, isHidden, children, play, takeBack, hint }: Props) {
  const { game, isPlaying, isPerson } = opponent;
  const { program, levels, turn, actions } = answer;
  const hasEngine = isPlaying && !isPerson;
  const engines = levels.map((words, number) => [String(number + 1), filled(texts.level, program, number + 1, words)] as const);
  const all = [["", texts.nobody] as const, ...engines, ...(isVariant ? [] : [[PERSON, texts.person] as const])];
  return (
    <div class="opponent" hidden={isHidden}>
      <div class="tools">
        <label>
          {texts.opponent}
          <select value={game.opponent} onChange={({ currentTarget: { value } }) => { play({ opponent: value, side: turn }); }}><Options of={all} /></select>
        </label>
        <label hidden={!hasEngine}>
          {texts.playAs}
          <select value={game.side} onChange={({ currentTarget: { value } }) => { play({ ...game, side: value as Side }); }}>
            <Options of={[["white", texts.white], ["black", texts.black]]} />
          </select>
        </label>
        {children}
        <button hidden={!isPlaying} onClick={takeBack}>{texts.takeBack}</button>
        <button hidden={!hasEngine} disabled={!actions.length || turn !== game.side} onClick={hint}>{texts.hint}</button>
      </div>
      <p role="status" class="count"><Prose text={opponent.status(program)} /></p>
    </div>
  );
}
