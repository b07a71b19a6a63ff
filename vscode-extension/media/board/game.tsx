/** The view of a position of a game: moves, record, evaluation and analysis. */
import { useRef } from "preact/hooks";
import type { ActionView, Held, PositionAnswer, Side } from "../../src/views/answers";
import { AnalysisView } from "./analysis";
import { chain, heldName, narrowed, shapeOf } from "./choosing";
import { Timer } from "./clocks";
import { filled } from "./dom";
import { EvaluationView } from "./evaluation";
import { Grid, nameOf, type Place } from "./grid";
import { ActionList, Record } from "./moves";
import { OpponentView } from "./opponent";
import { editor, texts } from "./page";
import { Prose, Sentences, Sign } from "./parts";
import type { Position, Shown } from "./position";
import { SetupView } from "./setup";
import type { BoardState } from "./state";

interface Props extends Shown {
  readonly board: BoardState;
  readonly isHidden: boolean;
}

export function GameView({ position, answer, isHidden, board }: Props) {
  const { setup, pointed, traced, isVariant, isHinting, isSetUp, isFlipped } = position;
  const shown = { position, answer };
  const { complete } = narrowed(answer.actions, pointed);
  const facts = [
    ...(answer.broken ? [texts.broken] : []),
    ...answer.facts.filter((one) => !answer.sentence.includes(one)),
  ];
  const title = answer.name ?? texts.untitled;
  const goToText = (): void => {
    const span = answer.record.find(({ number }) => number === answer.at - 1)?.span ?? answer.span;
    editor.postMessage({ kind: "open", uri: answer.uri, span });
  };
  const press = (event: KeyboardEvent): void => {
    const { target, key, defaultPrevented } = event;
    const isTyping =
      (target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement) &&
      key !== "Escape";
    const isCommand = event.ctrlKey || event.altKey || event.metaKey;
    if (!defaultPrevented && !isTyping && !isCommand && position.press(key, nameOf(target))) {
      event.preventDefault();
    }
  };
  return (
    <section class="view" hidden={isHidden} onKeyDown={press}>
      <header class="bar">
        <h1 onDblClick={goToText}>{title}</h1>
        {isVariant && texts.backToBoard && (
          <button
            onClick={() => {
              board.playVariant(false);
            }}
          >
            {texts.backToBoard}
          </button>
        )}
        {answer.pgn && (
          <button
            title={texts.copyGameHint}
            onClick={() => {
              editor.postMessage({
                kind: "copyText",
                text: position.opponent.withResult(answer.pgn),
              });
            }}
          >
            {texts.copyGame}
          </button>
        )}
        {isVariant && (
          <button
            title={texts.copyPositionHint}
            onClick={() => {
              editor.postMessage({ kind: "copyText", text: answer.fen });
            }}
          >
            {texts.copyPosition}
          </button>
        )}
        {!isSetUp && texts.playtest && (
          <button
            title={texts.playtestHint}
            onClick={() => {
              board.tell("playtest");
            }}
          >
            {texts.playtest}
          </button>
        )}
        {!isSetUp && !isVariant && <Menu {...shown} board={board} />}
      </header>
      <p class="remark" role="status">
        {board.notice}
      </p>
      <div class="pair">
        <div class="frame">
          <Stores {...shown} side={isFlipped ? "white" : "black"} />
          <Grid
            id="position-board"
            label={title}
            picture={answer.svg}
            frame={answer.frame}
            places={placesOf(position, answer)}
            paths={traced ? [pathOf(traced)] : []}
            describedBy="position-keys"
            isFlipped={isFlipped}
            used={(name) => {
              position.point(name);
            }}
            pointed={(name) => {
              position.trace(narrowed(answer.actions, [...pointed, name]).complete[0]);
            }}
            draggable={(name) => position.draggable(name)}
            dragged={(from, to) => {
              position.drag(from, to);
            }}
            opened={goToText}
          />
          <Stores {...shown} side={isFlipped ? "black" : "white"} />
          {!isSetUp && <Record {...shown} />}
          <div class="here" aria-live="polite">
            {complete.length > 0 && <span>{texts.hereToo}</span>}
            {complete.map((action) => (
              <button
                onClick={() => {
                  position.play(action);
                }}
              >
                {action.words}
              </button>
            ))}
            {pointed.length > 0 && (
              <button
                onClick={() => {
                  position.choose([]);
                }}
              >
                {texts.again}
              </button>
            )}
          </div>
        </div>
        <div class="beside">
          <div>
            <p class="sentence" role="status">
              <Prose
                text={
                  [position.opponent.resignation, answer.clock?.result, answer.sentence].find(
                    Boolean,
                  ) ?? ""
                }
              />
            </p>
            <p class="remark" role="status">
              <Prose text={position.refusal} />
            </p>
          </div>
          {setup.isOpen && (
            <SetupView
              {...shown}
              write={() => {
                board.tell("write");
              }}
            />
          )}
          {!isSetUp && answer.levels.length > 0 && <OpponentView {...shown} />}
          {isHinting && !isVariant && (
            <EvaluationView key={`${answer.uri} ${answer.version ?? 0} ${title}`} {...shown} />
          )}
          {isHinting && !isVariant && <AnalysisView {...shown} />}
          {isVariant && <Paste position={position} />}
          {!isSetUp && <ActionList {...shown} />}
          {isHinting && facts.length > 0 && (
            <section>
              <h2>{texts.facts}</h2>
              <Sentences class="notes" of={facts} />
            </section>
          )}
          <p class="keys" id="position-keys" hidden={isSetUp}>
            {texts.positionKeys}
          </p>
        </div>
      </div>
    </section>
  );
}

/** A field for a position or a game of a variant, which is shown then. */
function Paste({ position }: Pick<Shown, "position">) {
  const field = useRef<HTMLTextAreaElement>(null);
  const paste = (): void => {
    position.paste(field.current?.value ?? "");
    if (field.current) field.current.value = "";
  };
  return (
    <details class="paste">
      <summary>{texts.paste}</summary>
      <textarea
        ref={field}
        rows={3}
        spellcheck={false}
        aria-label={texts.pasteHere}
        placeholder={texts.pasteHere}
      />
      <button onClick={paste}>{texts.pasteShow}</button>
    </details>
  );
}

/**
 * What can be done with the game. The menu closes when something is chosen, or with a click
 * elsewhere.
 */
function Menu({ position, answer, board }: Shown & { readonly board: BoardState }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    menu.current?.removeAttribute("open");
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) close();
  };
  const entry = (text: string, hint: string | undefined, run: () => void, isDisabled = false) => (
    <button title={hint} disabled={isDisabled} onClick={run}>
      {text}
    </button>
  );
  return (
    <details ref={menu} class="menu" onFocusOut={leave}>
      <summary aria-label={texts.more} title={texts.more}>
        ⋯
      </summary>
      <div class="tools" onClick={close}>
        {entry(
          texts.writeMoves,
          texts.writeMovesHint,
          () => {
            board.tell("write");
          },
          !answer.played.length,
        )}
        {entry(texts.sheet, texts.sheetHint, () => {
          board.tell("sheet");
        })}
        {entry(texts.print, texts.printHint, () => {
          board.tell("print");
        })}
        {entry(texts.copy, undefined, () => {
          board.tell("copy");
        })}
        {entry(texts.setUp, texts.setUpHint, () => {
          position.setup.open();
        })}
      </div>
    </details>
  );
}

/** The pieces of a side beside the board, and its clock. */
function Stores({ position, answer, side }: Shown & { readonly side: Side }) {
  const { setup, isVariant, pointed } = position;
  const isOfTurn = side === answer.turn;
  const { next } = narrowed(answer.actions, pointed);
  const chip = ({ letter, name, count, shape: own }: Held) => {
    const held = heldName(letter);
    const what = `@${side} ${letter}`;
    const shape = isVariant ? own : shapeOf(side, letter);
    const isChosen = setup.isOpen ? setup.picked === what : isOfTurn && pointed[0] === held;
    const isFree =
      setup.isOpen ||
      (isOfTurn && (next.has(held) || narrowed(answer.actions, [held]).open.length > 0));
    const use = (): void => {
      if (setup.isOpen) setup.pick(what);
      else position.point(held);
    };
    return (
      <button
        key={held}
        class="chip"
        title={name}
        disabled={!isFree}
        aria-label={filled(texts.held, name, count)}
        aria-pressed={isChosen}
        onClick={use}
      >
        {shape ? <Sign shape={shape} /> : letter}
        <span data-count={count} />
      </button>
    );
  };
  const groups = [
    [texts.hand, answer.hands[side]],
    [texts.reserve, answer.reserves[side]],
  ] as const;
  const here = filled(texts.putHere, texts[side]);
  return (
    <div class={`stores${isOfTurn ? " turn" : ""}`} role="group" aria-label={texts[side]}>
      {groups
        .filter(([, held]) => held.length > 0 || !isVariant)
        .map(([title, held]) => (
          <span key={title} class="store">
            <span>{filled(title, texts[side])}</span>
            {held.length ? held.map(chip) : texts.none}
          </span>
        ))}
      {setup.isOpen && (
        <button
          aria-label={here}
          title={here}
          onClick={() => {
            setup.hold(side);
          }}
        >
          +
        </button>
      )}
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
    const classes = [
      ...(isOpen ? ["open", mark] : []),
      isSelected ? "chosen" : "",
      isHere ? "home" : "",
    ];
    return { label: words.filter(Boolean).join(", "), classes, isSelected };
  };
  return [
    ...answer.board.squares.map(({ name, x, y, exists, movable }) => {
      const kinds = [
        filled(texts.square, name),
        exists ? "" : texts.noSquare,
        movable ? texts.movable : "",
      ];
      return { name, x, y, shape: "square" as const, ...place(name, kinds) };
    }),
    ...answer.board.intersections.map(({ name, x, y }) => ({
      name,
      x,
      y,
      shape: "crossing" as const,
      ...place(name, [filled(texts.crossing, name)]),
    })),
  ];
}

/** The places of an action for its arrow. */
function pathOf(action: ActionView): readonly string[] {
  const [first, ...others] = chain(action).filter((one) => !one.startsWith("@"));
  return action.by !== null && others.length > 1
    ? others
    : [first, ...others].filter((one) => one !== undefined);
}
