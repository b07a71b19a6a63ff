/** The view of a position of a game: moves, record, evaluation and analysis. */
import { useEffect, useState } from "preact/hooks";
import type { Action, Held, PositionAnswer, Side } from "../../src/views/answers";
import type { BoardCommand, Choices } from "../../src/views/messages";
import { Analysis, AnalysisView } from "./analysis";
import { chain, heldName, meant, narrowed, pointedAt, shapeOf } from "./choosing";
import { Clocks, Controls, Timer } from "./clocks";
import { filled } from "./dom";
import { Evaluation, EvaluationView } from "./evaluation";
import { Grid, type Place } from "./grid";
import { along, AS_IN_TEXT, back, isAtEnd, on, play, to, whole, type Line } from "./line";
import { ActionList } from "./list";
import { Opponent, OpponentView, type Game } from "./opponent";
import { editor, light, refresh, texts } from "./page";
import { Prose, Sentences, Sign } from "./parts";
import { lastOf, Record } from "./record";
import { Setup, SetupView } from "./setup";

/** The state of the view: what is played, chosen and searched. */
export class Position {
  line = AS_IN_TEXT;
  answer: PositionAnswer | undefined;
  /** A variant is played, not Ben39. */
  isVariant = false;
  /** Why something was refused. */
  refusal = "";
  /** The places that were chosen of a move. */
  pointed: readonly string[] = [];
  /** The move with an arrow. */
  traced: Action | undefined;
  readonly setup: Setup;
  readonly clocks: Clocks;
  readonly opponent = new Opponent();
  readonly evaluation = new Evaluation();
  readonly analysis: Analysis;

  /** *chosen* is called when the position must be requested again. */
  constructor(readonly chosen: () => void) {
    this.setup = new Setup(chosen);
    this.clocks = new Clocks(chosen);
    this.analysis = new Analysis(chosen);
  }

  /** Aids for choosing a move are shown. */
  get isHinting(): boolean {
    return !this.opponent.isPlaying && !this.setup.isOpen;
  }

  /** The shown position as parameters of requests. */
  asking(): Choices {
    const { at, played, undone } = this.line;
    return { at, played, undone, ...this.clocks.asking(played.length), ...this.setup.asking() };
  }

  /** The played moves or the position were written into the text. */
  written(): void {
    const { answer, line, setup: { isOpen } } = this;
    this.begin();
    if (answer && !isOpen) this.line = to(answer.at + line.played.length);
    this.chosen();
  }

  /** Starts with the position at another place. */
  begin(): void {
    this.line = AS_IN_TEXT;
    this.setup.close();
    this.clocks.restart();
  }

  /** The text or the place has changed: searches end. */
  leave(): void {
    this.evaluation.request.drop();
    this.opponent.stop();
  }

  refused(reason: string): void {
    this.setup.refused();
    this.refusal = reason;
  }

  take(answer: PositionAnswer, isVariant: boolean): void {
    if (answer.fen !== this.answer?.fen) this.pointed = [];
    this.answer = answer;
    this.isVariant = isVariant;
    this.traced = undefined;
    // Played actions that are no longer legal after an edit are dropped.
    if (answer.refused) this.line = { ...this.line, played: answer.played.map(({ spelled }) => spelled), undone: [] };
    this.refusal = answer.refused ? filled(texts.refused, answer.refused.text, answer.refused.reason) : "";
    if (!this.opponent.isPerson) this.clocks.control = "";
    this.clocks.take(answer);
    if (this.isHinting) this.analysis.take(answer, this.line);
    this.evaluation.take(answer);
    const span = lastOf(answer)?.span;
    light(answer, span ? [span] : []);
    if (this.setup.isOpen) this.setup.take(answer);
    else if (this.opponent.take(answer, isAtEnd(this.line, answer))) void this.opponent.move(this.asking()).then((action) => { this.play(action); });
  }

  /** Handles a key. Returns whether it has a meaning. */
  press(key: string, name?: string): boolean {
    if (this.setup.isOpen) {
      if (key === "Delete" && name !== undefined) this.setup.remove(name);
      else if (key === "Escape") this.setup.pick(undefined);
      else return false;
    } else if (key === "," || key === "<") this.step(back);
    else if (key === "." || key === ">") this.step(on);
    else if (key === "Escape" && this.pointed.length) this.point();
    else return false;
    return true;
  }

  go(line: Line): void {
    this.line = line;
    this.clocks.turned();
    this.leave();
    this.chosen();
  }

  /** Shows the position after a number of actions of the line of play. */
  reach(at: number): void {
    const { answer } = this;
    const path = whole(this.line);
    if (answer) this.go(path.length && at >= answer.at ? along({ at: answer.at, played: [] }, path, at - answer.at) : to(at));
  }

  play(spelled: string | undefined): void {
    if (!this.answer || spelled === undefined) return;
    this.clocks.played(this.line.played.length);
    this.go(play(this.line, this.answer, spelled));
  }

  /** Shows the position before the user's last move. */
  takeBack(): void {
    const { answer, opponent: { own } } = this;
    const before = answer ? [...answer.record.filter(({ number }) => number < answer.at), ...answer.played] : [];
    const last = before.findLast(({ side }) => !own || side === own);
    if (last) this.reach(last.number);
  }

  /** Another place is chosen; without a name none is. */
  point(name?: string): void {
    const actions = this.answer?.actions ?? [];
    if (this.setup.isOpen) {
      if (name !== undefined) this.setup.point(name);
      return;
    }
    this.pointed = name === undefined ? [] : pointedAt(actions, this.pointed, name);
    this.trace(undefined);
    this.play(meant(actions, this.pointed)?.spelled);
  }

  /** A piece was dragged: its action is played, or its place chosen if there are several. */
  drag(from: string, target: string): void {
    const there = this.setup.on(from);
    if (!this.setup.isOpen) {
      this.pointed = [from];
      this.point(target);
    } else if (there !== undefined) this.setup.put(there, target);
  }

  /** The shape of what can be dragged from a place. */
  draggable(name: string): string | undefined {
    const { isOpen } = this.setup;
    const there = isOpen ? this.setup.on(name) : name;
    const man = this.answer?.pieces.find(({ place }) => place === there);
    if (!man) return isOpen && there !== undefined ? "tile" : undefined;
    if (this.isVariant) return "";
    return isOpen || narrowed(this.answer?.actions ?? [], [name]).open.length ? shapeOf(man.side, man.letter) : undefined;
  }

  trace(action: Action | undefined): void {
    this.traced = action;
    refresh();
  }

  async hint(): Promise<void> {
    const spelled = await this.opponent.hint(this.asking());
    this.trace(this.answer?.actions.find((action) => action.spelled === spelled));
  }

  private step(how: typeof back): void {
    if (this.answer) this.go(how(this.line, this.answer));
  }
}

interface Props {
  readonly position: Position;
  readonly answer: PositionAnswer;
  readonly isHidden: boolean;
  readonly tell: (kind: BoardCommand) => void;
  /** Ends the play of a variant. */
  readonly close: () => void;
}

export function PositionView({ position, answer, isHidden, tell, close }: Props) {
  const { setup, opponent, clocks, pointed, traced, isVariant } = position;
  const { open, complete, next } = narrowed(answer.actions, pointed);
  const facts = answer.facts.filter((one) => !answer.sentence.includes(one));
  const title = answer.name ?? texts.untitled;
  const goToText = (): void => {
    const span = answer.record.find(({ number }) => number === answer.at - 1)?.span ?? answer.span;
    editor.postMessage({ kind: "open", uri: answer.uri, span });
  };
  const press = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement && event.key !== "Escape";
    if (!event.defaultPrevented && !isTyping && position.press(event.key)) event.preventDefault();
  };
  const play = (game: Game): void => {
    opponent.play(game);
    position.leave();
    position.chosen();
  };
  const setUp = (): void => {
    position.leave();
    setup.open();
  };
  const stores = (side: Side) => <Stores position={position} answer={answer} side={side} next={next} />;
  const isWithoutAids = !position.isHinting || isVariant;
  return (
    <section class="view" hidden={isHidden} onKeyDown={press}>
      <header class="bar">
        <h1 onDblClick={goToText}>{title}</h1>
        <button hidden={!isVariant} onClick={close}>{texts.backToBoard}</button>
        <Menu isHidden={setup.isOpen || isVariant} canWrite={answer.played.length > 0} tell={tell} setUp={setUp} />
      </header>
      <div class="pair">
        <div class="frame">
          {stores("black")}
          <Grid
            id="position-board"
            label={title}
            picture={answer.svg}
            frame={answer.frame}
            places={placesOf(position, answer)}
            paths={traced ? [pathOf(traced)] : []}
            describedBy="position-keys"
            used={(name) => { position.point(name); }}
            pointed={(name) => { position.trace(narrowed(answer.actions, [...pointed, name]).complete[0]); }}
            pressed={(name, key) => position.press(key, name)}
            draggable={(name) => position.draggable(name)}
            dragged={(from, target) => { position.drag(from, target); }}
            opened={goToText}
          />
          {stores("white")}
          <Record answer={answer} line={position.line} isHidden={setup.isOpen} go={(line) => { position.go(line); }} />
          <div class="here" aria-live="polite">
            {complete.length > 0 && <span>{texts.hereToo}</span>}
            {complete.map(({ spelled, words }) => <button onClick={() => { position.play(spelled); }}>{words}</button>)}
            {pointed.length > 0 && <button onClick={() => { position.point(); }}>{texts.again}</button>}
          </div>
        </div>
        <div class="beside">
          <div>
            <p class="sentence" role="status"><Prose text={[answer.clock?.result, answer.sentence].find(Boolean) ?? ""} /></p>
            <p class="remark" role="status"><Prose text={position.refusal} /></p>
          </div>
          <SetupView setup={setup} answer={answer} write={() => { tell("write"); }} cancel={() => { setup.close(); position.go(AS_IN_TEXT); }} />
          <OpponentView
            opponent={opponent}
            answer={answer}
            isVariant={isVariant}
            isHidden={setup.isOpen || !answer.levels.length}
            play={play}
            takeBack={() => { position.takeBack(); }}
            hint={() => void position.hint()}
          >
            <Controls clocks={clocks} isHidden={!opponent.isPerson} changed={position.chosen} />
          </OpponentView>
          <EvaluationView
            evaluation={position.evaluation}
            answer={answer}
            isHidden={isWithoutAids}
            start={() => void position.evaluation.start(position.asking())}
            go={(line) => { position.go(line); }}
          />
          <AnalysisView analysis={position.analysis} answer={answer} isHidden={isWithoutAids} reach={(at) => { position.reach(at); }} />
          <ActionList
            actions={open}
            total={answer.actions.length}
            isHidden={setup.isOpen}
            choose={({ spelled }) => { position.play(spelled); }}
            hover={(action) => { position.trace(action); }}
          />
          <section hidden={!position.isHinting || !(answer.broken || facts.length)}>
            <h2>{texts.facts}</h2>
            <Sentences class="notes" of={answer.broken ? [texts.broken, ...facts] : facts} />
          </section>
          <p class="keys" id="position-keys" hidden={setup.isOpen}>{texts.positionKeys}</p>
        </div>
      </div>
    </section>
  );
}

/** What can be done with the game. The menu closes when something is chosen, or with a click elsewhere. */
function Menu({ isHidden, canWrite, tell, setUp }: { readonly isHidden: boolean; readonly canWrite: boolean; readonly tell: (kind: BoardCommand) => void; readonly setUp: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const close = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element && target.closest(".menu"))) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => { document.removeEventListener("pointerdown", close); };
  }, []);
  const entry = (text: string, run: () => void, hint?: string, isDisabled = false) => (
    <button title={hint} disabled={isDisabled} onClick={() => { setOpen(false); run(); }}>{text}</button>
  );
  return (
    <details class="menu" hidden={isHidden} open={isOpen} onToggle={({ currentTarget }) => { setOpen(currentTarget.open); }}>
      <summary aria-label={texts.more} title={texts.more}>⋯</summary>
      <div class="tools">
        {entry(texts.writeMoves, () => { tell("write"); }, texts.writeMovesHint, !canWrite)}
        {entry(texts.sheet, () => { tell("sheet"); }, texts.sheetHint)}
        {entry(texts.print, () => { tell("print"); }, texts.printHint)}
        {entry(texts.copy, () => { tell("copy"); })}
        {entry(texts.setUp, setUp, texts.setUpHint)}
      </div>
    </details>
  );
}

/** The pieces of a side beside the board, and its clock. */
function Stores({ position, answer, side, next }: { readonly position: Position; readonly answer: PositionAnswer; readonly side: Side; readonly next: ReadonlySet<string> }) {
  const { setup, isVariant } = position;
  const isOfTurn = side === answer.turn;
  const chip = ({ letter, name, count }: Held) => {
    const [held, what] = [heldName(letter), `@${side} ${letter}`];
    const isChosen = setup.isOpen ? setup.picked === what : isOfTurn && position.pointed[0] === held;
    const isFree = setup.isOpen || (isOfTurn && (next.has(held) || narrowed(answer.actions, [held]).open.length > 0));
    const use = (): void => {
      if (setup.isOpen) setup.pick(what);
      else position.point(held);
    };
    return (
      <button key={held} class="chip" title={name} disabled={!isFree} aria-label={filled(texts.held, name, count)} aria-pressed={isChosen} onClick={use}>
        {isVariant ? letter : <Sign shape={shapeOf(side, letter)} />}
        <span data-count={count} />
      </button>
    );
  };
  const groups = [[texts.hand, answer.hands[side]], [texts.reserve, answer.reserves[side]]] as const;
  const here = filled(texts.putHere, texts[side]);
  return (
    <div class={`stores${isOfTurn ? " turn" : ""}`} role="group" aria-label={texts[side]}>
      {groups.filter(([, held]) => held.length > 0 || !isVariant).map(([title, held]) => (
        <span key={title} class="store"><span>{filled(title, texts[side])}</span>{held.length ? held.map(chip) : texts.none}</span>
      ))}
      {setup.isOpen && <button aria-label={here} title={here} onClick={() => { setup.hold(side); }}>+</button>}
      <Timer clocks={position.clocks} side={side} />
    </div>
  );
}

/** The places of the board, described. */
function placesOf({ setup, pointed }: Position, answer: PositionAnswer): Place[] {
  const { open, next } = narrowed(answer.actions, pointed);
  const taken = new Set(pointed.length ? open.flatMap(({ takes }) => takes) : []);
  const men = new Map(answer.pieces.map((man) => [man.place, man]));
  const control = new Map(answer.control.map(({ square, words }) => [square, words]));
  const place = (name: string, kinds: readonly string[]) => {
    const man = men.get(name);
    const isOpen = pointed.length > 0 && next.has(name);
    const isHere = setup.isOpen ? setup.on(name) : undefined;
    const isSelected = pointed.includes(name) || (isHere !== undefined && isHere === setup.picked);
    const words = [
      ...kinds,
      man ? `${texts[man.side]} ${man.name}` : texts.empty,
      man && man.letter.length > 1 ? man.letter : "",
      man?.immobilized ? texts.stuck : "",
      control.get(name) ?? "",
      isSelected ? texts.chosen : isOpen ? texts.possible : "",
    ];
    const mark = taken.has(name) ? "taken" : man ? "on" : "";
    const classes = [...(isOpen ? ["open", mark] : []), isSelected ? "chosen" : "", isHere ? "home" : ""];
    return { label: words.filter(Boolean).join(", "), classes, isSelected };
  };
  return [
    ...answer.board.squares.map(({ name, x, y, exists, movable }) => {
      const kinds = [filled(texts.square, name), exists ? "" : texts.noSquare, movable ? texts.movable : ""];
      return { name, x, y, shape: "square" as const, ...place(name, kinds) };
    }),
    ...answer.board.intersections.map(({ name, x, y }) => ({ name, x, y, shape: "crossing" as const, ...place(name, [filled(texts.crossing, name)]) })),
  ];
}

/** The places of an action for its arrow. */
function pathOf(action: Action): readonly string[] {
  const [first, ...others] = chain(action).filter((one) => !one.startsWith("@"));
  return action.by !== null && others.length > 1 ? others : [first, ...others].filter((one) => one !== undefined);
}
