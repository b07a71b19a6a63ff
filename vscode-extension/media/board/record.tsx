/** The buttons for stepping through a record. */
import { useRef } from "preact/hooks";
import type { PositionAnswer } from "../../src/views/answers";
import { filled } from "./dom";
import { AS_IN_TEXT, back, isAtEnd, isAtStart, on, to, type Line } from "./line";
import { texts } from "./page";
import { Prose } from "./parts";

interface Props {
  readonly answer: PositionAnswer;
  readonly line: Line;
  readonly isHidden: boolean;
  readonly go: (line: Line) => void;
}

export function Record({ answer, line, isHidden, go }: Props) {
  const { at, length, played } = answer;
  const isStart = isAtStart(line, answer);
  const further = filled(played.length === 1 ? texts.furtherOne : texts.further, played.length);
  const summary = [length ? filled(texts.reached, at, length) : "", played.length ? further : ""].filter(Boolean).join(", ");
  const last = lastOf(answer);
  return (
    <div class="record" role="group" aria-label={texts.record} hidden={isHidden}>
      <div class="row">
        <Step sign="«" words={texts.start} isDisabled={isStart && at === 0} run={() => { go(to(0)); }} />
        <Step sign="‹" words={texts.back} isDisabled={isStart} run={() => { go(back(line, answer)); }} />
        <Step sign="›" words={texts.on} isDisabled={isAtEnd(line, answer)} run={() => { go(on(line, answer)); }} />
        <Step sign="»" words={texts.end} isDisabled={at === length && !played.length} run={() => { go(to(length)); }} />
        <input
          type="range"
          min={0}
          step={1}
          max={length}
          value={at}
          hidden={length === 0}
          aria-label={texts.record}
          aria-valuetext={summary}
          onInput={({ currentTarget }) => { go(to(Number(currentTarget.value))); }}
        />
        <Step sign={texts.reset} isDisabled={line.at === null && !line.played.length} run={() => { go(AS_IN_TEXT); }} />
      </div>
      <span class="count">{summary}</span>
      <p class="last" role="status"><Prose text={last ? filled(texts.last, `\`${last.spelled}\` ${last.words}`) : ""} /></p>
    </div>
  );
}

/** The last action before the position. */
export function lastOf({ at, played, record }: PositionAnswer): PositionAnswer["played"][number] | undefined {
  return played.at(-1) ?? record.find(({ number }) => number === at - 1);
}

interface Button {
  readonly sign: string;
  readonly words?: string;
  readonly isDisabled: boolean;
  readonly run: () => void;
}

/** A button that keeps the focus for the keyboard when it is disabled. */
function Step({ sign, words, isDisabled, run }: Button) {
  const button = useRef<HTMLButtonElement>(null);
  const hasFocus = button.current !== null && button.current === document.activeElement;
  return (
    <button ref={button} aria-label={words} title={words} disabled={isDisabled && !hasFocus} aria-disabled={hasFocus ? isDisabled : undefined} onClick={run}>
      {sign}
    </button>
  );
}
