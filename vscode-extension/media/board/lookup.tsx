/**
 * The search for a piece by the squares that it reaches: they are ticked on a board, and what is
 * found is listed.
 */
import { useState } from "preact/hooks";
import type { FindAnswer } from "../../src/views/answers";
import { Grid } from "./grid";
import { editor, texts } from "./page";
import { Prose, useAnswer } from "./parts";

type Kind = "both" | "quiet" | "capture";
const NEXT: Readonly<Record<Kind | "", Kind | "">> = {
  "": "both",
  both: "quiet",
  quiet: "capture",
  capture: "",
};
/** The board, with room for leaps of four squares, and its middle. */
const BOARD = "9x9";
const MIDDLE = "e5";

export function Lookup({
  isOpen,
  close,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
}) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Kind>>(new Map());
  const [goesOn, setGoesOn] = useState(false);
  const of = (kind: Kind): string[] =>
    [...ticked].filter(([, one]) => one === kind).map(([name]) => name);
  const on = goesOn ? { on: [...ticked.keys()].filter((name) => /^[ai]|[19]$/.test(name)) } : {};
  const choices = {
    square: MIDDLE,
    board: BOARD,
    both: of("both"),
    quiet: of("quiet"),
    capture: of("capture"),
    ...on,
    whole: true,
  };
  const { answer, problem, isGoing } = useAnswer<FindAnswer>(isOpen && "wazir/find", choices);

  const tick = (name: string): void => {
    const next = NEXT[ticked.get(name) ?? ""];
    const others = [...ticked].filter(([other]) => other !== name);
    if (name !== MIDDLE) setTicked(new Map(next ? [...others, [name, next]] : others));
  };
  const isNothing = !isGoing && ticked.size > 0 && !answer?.found.length;
  return (
    <section class="view" hidden={!isOpen}>
      <header class="bar">
        <h1>{texts.findPiece}</h1>
        <button onClick={close}>{texts.backToBoard}</button>
      </header>
      <p>{texts.how}</p>
      <div class="pair">
        <div class="frame">
          {answer && (
            <Grid
              id="lookup-board"
              label={texts.findPiece}
              picture={answer.board.svg}
              frame={answer.board.frame}
              places={answer.board.squares.map((one) => ({ ...one, shape: "square" }))}
              used={tick}
            />
          )}
          <div class="tools">
            <label>
              <input
                type="checkbox"
                checked={goesOn}
                onChange={({ currentTarget }) => {
                  setGoesOn(currentTarget.checked);
                }}
              />
              {texts.goOn}
            </label>
            <button
              onClick={() => {
                setTicked(new Map());
              }}
            >
              {texts.clearTicks}
            </button>
          </div>
        </div>
        <div class="beside">
          <p role="status">{problem || (isNothing ? texts.nothingFound : "")}</p>
          <ul class="found">
            {answer?.found.map((text, number) => (
              <Found text={text} isFirst={text.sentence !== answer.found[number - 1]?.sentence} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** A found text, after its sentence if it is the first with it. */
function Found({
  text,
  isFirst,
}: {
  readonly text: FindAnswer["found"][number];
  readonly isFirst: boolean;
}) {
  const insert = (): void => {
    editor.postMessage({ kind: "insert", text });
  };
  return (
    <>
      {isFirst && (
        <li>
          <strong>{text.known}</strong> <Prose text={text.sentence} />
        </li>
      )}
      <li class="row">
        <code>{text.source}</code>
        <span class="count">{text.title}</span>
        <button aria-label={`${texts.insert}: ${text.source}`} onClick={insert}>
          {texts.insert}
        </button>
      </li>
    </>
  );
}
