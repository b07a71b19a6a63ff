/**
 * The view of a piece: a board with other pieces, and the reason why each square can or cannot be
 * reached.
 */
import { useLayoutEffect, useState } from "preact/hooks";
import type { PieceAnswer, WayView } from "../../src/views/answers";
import { filled, theme, unquoted } from "./dom";
import { Grid, nameOf } from "./grid";
import { Figures, Readings, Wins } from "./more";
import { editor, light, texts } from "./page";
import { Prose, Sentences, Sign } from "./parts";
import { cycled, isOfPosition, moved, removed } from "./placing";
import type { BoardState } from "./state";
import { Steps, type Walk } from "./steps";
import { Tools } from "./tools";
import { walkedTo } from "./walking";

const LONGEST_LIST = 6;
/** The number of characters of a sentence that may not fit in the two lines above the board. */
const LONG_SENTENCE = 130;

export function PieceView({
  board,
  answer,
  isHidden,
}: {
  readonly board: BoardState;
  readonly answer: PieceAnswer;
  readonly isHidden: boolean;
}) {
  const { setting } = board;
  const [at, setAt] = useState<string>();
  const [walk, setWalk] = useState<Walk>();
  const isPosition = isOfPosition(answer);
  const square = answer.squares.find(({ name }) => name === at);
  const ways = square?.ways.filter(({ steps }) => steps.length) ?? [];
  const openWay = (way: WayView): void => {
    setWalk({ way: { ...way }, at: 0 });
  };
  const close = (): void => {
    setWalk(undefined);
  };
  const goToText = (): void => {
    editor.postMessage({ kind: "open", uri: answer.uri, span: answer.span });
  };

  useLayoutEffect(close, [answer.title, answer.board, setting, at]);
  useLayoutEffect(() => {
    const step = walk?.way.steps[walk.at];
    if (square && !isHidden) light(answer, step?.span ? [step.span] : square.spans);
  }, [answer, at, walk]);

  const use = (name: string): void => {
    if (answer.men[name]) board.choose({ ...setting, square: name });
    else if (name !== answer.square && !isPosition) board.choose(cycled(setting, name));
  };
  const press = (event: KeyboardEvent): void => {
    const name = nameOf(event.target);
    const [first] = ways;
    const key = event.key.toLowerCase();
    if (name === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "m") board.choose(moved(setting, name));
    else if (key === "delete" || key === "backspace") board.choose(removed(setting, name));
    else if (key === "p" && first) openWay(first);
  };
  const draggable = (name: string): string | undefined => {
    if (name === answer.square) return answer.side === "white" ? "wo" : "bo";
    return answer.men[name] && "";
  };
  const drag = (from: string, to: string): void => {
    if (answer.men[from]) {
      board.choose({ ...setting, square: to, put: [...setting.put, `${from}-${to}`] });
    } else {
      board.choose(moved(setting, to));
    }
  };

  const places = answer.squares.map((one) => {
    const isBlocking = square?.blockers.includes(one.name) ?? false;
    return {
      ...one,
      shape: answer.lattice === "hex" ? ("hexagon" as const) : ("square" as const),
      label: isBlocking ? `${one.label}, ${texts.blocked}` : one.label,
      classes: [one.name === answer.square ? "home" : "", isBlocking ? "blocked" : ""],
    };
  });
  /** A piece in hand: a click shows where it may enter. */
  const chip = (side: "white" | "black", letter: string, letters: readonly string[]) => {
    const place = `${side === "white" ? letter : letter.toLowerCase()}@`;
    const count = letters.filter((one) => one === letter).length;
    return (
      <button
        key={place}
        class="chip"
        aria-label={filled(texts.held, letter, count)}
        aria-pressed={answer.square === place}
        onClick={() => {
          board.choose({ ...setting, square: place });
        }}
      >
        {letter}
        <span data-count={count} />
      </button>
    );
  };
  const hand = (side: "white" | "black") => {
    const held = answer.hands[side];
    const letters = held?.split(" ").filter(Boolean) ?? [];
    const kinds = [...new Set(letters)];
    return (
      <div class="stores" role="group" aria-label={texts[side]} hidden={held === undefined}>
        <span class="store">
          <span>{filled(texts.hand, texts[side])}</span>
          {kinds.length ? kinds.map((letter) => chip(side, letter, letters)) : texts.none}
        </span>
      </div>
    );
  };
  const about = {
    subject: [answer.uri, answer.version, answer.title, answer.board, theme()].join(" "),
    choices: setting.board === null ? {} : { board: setting.board },
  };
  return (
    <section class={`view${isPosition ? " of-position" : ""}`} hidden={isHidden}>
      <header onDblClick={goToText}>
        <h1>{answer.title}</h1>
        <p class="sentence first-lines">
          <Prose text={answer.sentence} />
        </p>
      </header>
      <div class="pair">
        <div class="frame" onKeyDown={press}>
          {hand("black")}
          <Grid
            id="piece-board"
            label={filled(texts.boardOfPiece, answer.title, answer.boardWords)}
            picture={answer.svg}
            frame={answer.frame}
            places={places}
            paths={
              walk
                ? [walkedTo(walk.way, walk.at)]
                : ways.slice(0, LONGEST_LIST).map(({ path }) => path)
            }
            stop={answer.square}
            describedBy="piece-keys"
            used={use}
            pointed={setAt}
            draggable={draggable}
            dragged={drag}
            opened={(name) => {
              if (name === answer.square) goToText();
            }}
          />
          {hand("white")}
          {isPosition && (
            <div class="row">
              <button
                class="main"
                title={texts.playVariantHint}
                onClick={() => {
                  board.playVariant(true);
                }}
              >
                {texts.playVariant}
              </button>
              <button
                title={texts.playtestHint}
                onClick={() => {
                  board.tell("playtest");
                }}
              >
                {texts.playtest}
              </button>
            </div>
          )}
        </div>
        <div class="reason">
          <div class="why" aria-live="polite" aria-atomic="true">
            <h2 hidden={!square}>{square?.name}</h2>
            <p>
              <Prose text={square?.why ?? texts.point} />
            </p>
          </div>
          <ul
            class="ways"
            hidden={!ways.length}
            aria-label={filled(texts.ways, square?.name ?? "")}
          >
            {ways.map((way) => (
              <li>
                {ways.length > 1 && (
                  <span>
                    <Prose text={way.words} />
                  </span>
                )}
                <button
                  aria-label={`${texts.show}: ${unquoted(way.words)}`}
                  onClick={() => {
                    openWay(way);
                  }}
                >
                  {texts.show}
                </button>
              </li>
            ))}
            {square?.moreWays ? <li>{filled(texts.moreWays, square.moreWays)}</li> : null}
          </ul>
          {walk && (
            <Steps
              {...walk}
              go={(number) => {
                setWalk({ ...walk, at: number });
              }}
              close={close}
            />
          )}
        </div>
        <div class="under">
          <Tools board={board} ofFile={answer.board} />
          <p class="remark" role="status">
            <Prose text={board.remark} />
          </p>
          <Sentences
            class="problems"
            of={answer.problems
              .filter(({ severity }) => severity !== "hint")
              .map(({ message }) => message)}
          />
          <p class="played" hidden={!answer.played}>
            <Prose text={answer.played} />
          </p>
          <details class="whole" hidden={answer.sentence.length <= LONG_SENTENCE}>
            <summary>{texts.wholeSentence}</summary>
            <p class="sentence">
              <Prose text={answer.sentence} />
            </p>
          </details>
        </div>
        <div class="beside">
          <ul class="legend">
            {answer.legend.map(({ sign, words }) => (
              <li>
                <Sign shape={sign} />
                {words}
              </li>
            ))}
          </ul>
          <Sentences
            class="notes"
            of={answer.broken ? [texts.broken, ...answer.notes] : answer.notes}
          />
          <Rules of={answer.rules} />
          <p class="keys" id="piece-keys">
            {isPosition ? texts.variantKeys : texts.boardKeys}
          </p>
        </div>
      </div>
      <Readings {...about} wanted={board.readings} />
      <Figures {...about} />
      {isPosition && <Wins key={JSON.stringify([answer.uri, answer.version, answer.span])} />}
    </section>
  );
}

/** The rules of a variant. */
function Rules({ of }: { readonly of: PieceAnswer["rules"] }) {
  return (
    <section class="rules" hidden={!of.length}>
      <h2>{texts.rules}</h2>
      {of.map(({ title, sentences, pieces }) => (
        <>
          {title && <h3>{title}</h3>}
          <p>
            <Prose text={sentences.join(" ")} />
          </p>
          {pieces.length > 0 && (
            <ul>
              {pieces.map((one) => (
                <li>
                  <Prose text={one} />
                </li>
              ))}
            </ul>
          )}
        </>
      ))}
    </section>
  );
}
