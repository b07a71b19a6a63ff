/** The opponent of a game in the view: nobody, the engine at a strength, or another person. */
import type { PositionAnswer, Reply, Side } from "../../src/views/answers";
import { Controls } from "./clocks";
import { filled } from "./dom";
import { refresh, Request, texts } from "./page";
import { Choice, Prose, SIDES } from "./parts";
import type { Position, Shown } from "./position";

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
  readonly request = new Request<Reply>();
  /** What the engine says. */
  words = "";
  /** The side that has resigned in the shown position. */
  resigned: Side | undefined;

  constructor(private readonly position: Position) {}

  get isPlaying(): boolean {
    return this.game.opponent !== "";
  }

  get isPerson(): boolean {
    return this.game.opponent === PERSON;
  }

  /** The end by resignation as a sentence; empty if nobody has resigned. */
  get resignation(): string {
    if (!this.resigned) return "";
    return filled(
      texts.resigned,
      texts[this.resigned],
      texts[this.resigned === "white" ? "black" : "white"],
    );
  }

  /** Another game is played, or none. */
  play(game = NOBODY): void {
    this.stop();
    this.game = game;
    if (!this.isPerson) this.position.clocks.control = "";
  }

  /** Another opponent or side was chosen. */
  choose(game: Game): void {
    this.play(game);
    this.position.flip(this.isPlaying && !this.isPerson && game.side === "black");
    this.position.leave();
    this.position.chosen();
    void this.move();
  }

  /** Plays for the engine if it is its turn. */
  async move(): Promise<void> {
    const { answer } = this.position;
    const isToMove =
      this.isPlaying &&
      !this.isPerson &&
      !this.resigned &&
      answer &&
      answer.actions.length > 0 &&
      answer.turn !== this.game.side;
    if (!isToMove || this.request.isGoing || this.request.problem) return;
    const reply = await this.ask(Number(this.game.opponent));
    if (reply) this.position.play({ spelled: reply.action });
  }

  async hint(): Promise<void> {
    const reply = await this.ask(HINTS);
    if (!reply) return;
    this.words = `\`${reply.action}\` ${reply.words} ${reply.summary}`;
    this.position.trace(
      this.position.answer?.actions.find(({ spelled }) => spelled === reply.action),
    );
  }

  /** Shows the position before the user's last move. */
  takeBack(): void {
    const { answer } = this.position;
    const before = answer
      ? [...answer.record.filter(({ number }) => number < answer.at), ...answer.played]
      : [];
    const last = before.findLast(({ side }) => this.isPerson || side === this.game.side);
    if (last) this.position.reach(last.number);
  }

  /**
   * The user's side resigns; of two people the one to move. A move or a step goes on with the game.
   */
  resign({ turn }: PositionAnswer): void {
    this.stop();
    this.resigned = this.isPerson ? turn : this.game.side;
    refresh();
  }

  /** A game in PGN with its result. */
  withResult(pgn: string): string {
    if (!this.resigned) return pgn;
    const result = this.resigned === "white" ? "0-1" : "1-0";
    return pgn.replace('[Result "*"]', `[Result "${result}"]`).replace(/\*\n$/, `${result}\n`);
  }

  /** Ends a search. */
  stop(): void {
    this.words = "";
    this.resigned = undefined;
    this.request.drop();
  }

  private ask(level: number): Promise<Reply | null | undefined> {
    this.words = "";
    return this.request.send("wazir/reply", { ...this.position.asking(), level });
  }
}

export function OpponentView({ position, answer }: Shown) {
  const { opponent, isVariant } = position;
  const { game, isPlaying, isPerson, request } = opponent;
  const { program, levels, turn, actions } = answer;
  const hasEngine = isPlaying && !isPerson;
  const engines = levels.map(
    (words, number) =>
      [String(number + 1), filled(texts.level, program, number + 1, words)] as const,
  );
  const all = [
    ["", texts.nobody] as const,
    ...engines,
    ...(isVariant ? [] : [[PERSON, texts.person] as const]),
  ];
  const status = request.isGoing
    ? filled(texts.thinking, program)
    : request.problem || opponent.words;
  return (
    <div class="opponent">
      <div class="tools">
        <Choice
          label={texts.opponent}
          value={game.opponent}
          of={all}
          choose={(one) => {
            opponent.choose({ opponent: one, side: turn });
          }}
        />
        {hasEngine && (
          <Choice
            label={texts.playAs}
            value={game.side}
            of={SIDES}
            choose={(side) => {
              opponent.choose({ ...game, side });
            }}
          />
        )}
        {isPerson && <Controls position={position} />}
        <button
          hidden={!isPlaying}
          onClick={() => {
            opponent.takeBack();
          }}
        >
          {texts.takeBack}
        </button>
        <button
          hidden={!hasEngine}
          disabled={!actions.length || turn !== game.side}
          onClick={() => void opponent.hint()}
        >
          {texts.hint}
        </button>
        <button
          hidden={!isPlaying}
          disabled={!actions.length || opponent.resigned !== undefined}
          onClick={() => {
            opponent.resign(answer);
          }}
        >
          {texts.resign}
        </button>
      </div>
      <p role="status" class="count">
        <Prose text={status} />
      </p>
    </div>
  );
}
