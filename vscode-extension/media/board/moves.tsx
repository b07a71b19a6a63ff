/** The moves of a game: its record is stepped through, and all legal ones are listed. */
import { useRef, useState } from "preact/hooks";
import { matching, narrowed } from "./choosing";
import { filled, onArrows } from "./dom";
import { AS_IN_TEXT } from "./line";
import { texts } from "./page";
import { Prose } from "./parts";
import { lastOf, type Shown } from "./position";

/** The number of listed moves. */
const MOST = 120;

/** The buttons for stepping through the record. */
export function Record({ position, answer }: Shown) {
  const { at, length, played } = answer;
  const { line, ply, total } = position;
  const further = filled(played.length === 1 ? texts.furtherOne : texts.further, played.length);
  const summary = [length ? filled(texts.reached, at, length) : "", played.length ? further : ""]
    .filter(Boolean)
    .join(", ");
  const last = lastOf(answer);
  // The buttons keep the focus for the keyboard when there is nowhere to go.
  const step = (sign: string, words: string | undefined, isDisabled: boolean, go: () => void) => (
    <button
      aria-label={words}
      title={words}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : go}
    >
      {sign}
    </button>
  );
  return (
    <div class="record" role="group" aria-label={texts.record}>
      <div class="row">
        {step("«", texts.start, ply === 0, () => {
          position.reach(0);
        })}
        {step("‹", texts.back, ply === 0, () => {
          position.reach(ply - 1);
        })}
        {step("›", texts.on, ply === total, () => {
          position.reach(ply + 1);
        })}
        {step("»", texts.end, ply === total, () => {
          position.reach(total);
        })}
        <input
          type="range"
          min={0}
          step={1}
          max={total}
          value={ply}
          hidden={total === 0}
          aria-label={texts.record}
          aria-valuetext={summary}
          onInput={({ currentTarget }) => {
            position.reach(Number(currentTarget.value));
          }}
        />
        {step("⇅", texts.flip, false, () => {
          position.flip();
        })}
        {step(
          texts.reset,
          undefined,
          line.at === null && !line.played.length && !line.start,
          () => {
            position.go(AS_IN_TEXT);
          },
        )}
      </div>
      <span class="count">{summary}</span>
      <p class="last" role="status">
        <Prose text={last ? filled(texts.last, `\`${last.spelled}\` ${last.words}`) : ""} />
      </p>
    </div>
  );
}

/** The list of all legal moves with a filter. */
export function ActionList({ position, answer: { actions } }: Shown) {
  const entries = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState("");
  const found = matching(narrowed(actions, position.pointed).open, filter);
  const leave = (): void => {
    position.trace(undefined);
  };
  return (
    <section class="actions">
      <div class="row">
        <h2 id="actions-title">{texts.actions}</h2>
        <span class="count" role="status">
          {filled(texts.counted, found.length, actions.length)}
        </span>
      </div>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={filter}
        onInput={({ currentTarget }) => {
          setFilter(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          entries.current?.querySelector("button")?.focus();
        }}
      />
      <ul
        ref={entries}
        aria-labelledby="actions-title"
        hidden={!found.length}
        onKeyDown={onArrows}
        onPointerLeave={leave}
        onFocusOut={leave}
      >
        {found.slice(0, MOST).map((action, place) => {
          const trace = (): void => {
            position.trace(action);
          };
          return (
            <li key={action.spelled}>
              <button
                tabIndex={place ? -1 : 0}
                onClick={() => {
                  position.play(action);
                }}
                onPointerEnter={trace}
                onFocus={trace}
              >
                <code>{action.spelled}</code>
                <span>{action.words}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p class="count" hidden={found.length <= MOST}>
        {texts.moreActions}
      </p>
    </section>
  );
}
