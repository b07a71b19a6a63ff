/** The list of all moves with a filter. */
import { useState } from "preact/hooks";
import type { Action } from "../../src/views/answers";
import { matching } from "./choosing";
import { filled } from "./dom";
import { texts } from "./page";
import { useRoving } from "./parts";

const MOST = 120;

interface Props {
  readonly actions: readonly Action[];
  /** The number of all actions. */
  readonly total: number;
  readonly isHidden: boolean;
  readonly choose: (action: Action) => void;
  /** The pointer or the focus is on an action; undefined when it leaves. */
  readonly hover: (action: Action | undefined) => void;
}

export function ActionList({ actions, total, isHidden, choose, hover }: Props) {
  const [filter, setFilter] = useState("");
  const entries = useRoving<HTMLUListElement>();
  const found = matching(actions, filter);
  const leave = (): void => { hover(undefined); };
  return (
    <section class="actions" hidden={isHidden}>
      <div class="row">
        <h2 id="actions-title">{texts.actions}</h2>
        <span class="count" role="status">{filled(texts.counted, found.length, total)}</span>
      </div>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        aria-label={texts.filter}
        placeholder={texts.filter}
        onInput={({ currentTarget }) => { setFilter(currentTarget.value); }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          entries.current?.querySelector("button")?.focus();
        }}
      />
      <ul ref={entries} aria-labelledby="actions-title" hidden={!found.length} onPointerLeave={leave} onFocusOut={leave}>
        {found.slice(0, MOST).map((action) => (
          <li key={action.spelled}>
            <button onClick={() => { choose(action); }} onPointerEnter={() => { hover(action); }} onFocus={() => { hover(action); }}>
              <code>{action.spelled}</code>
              <span>{action.words}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="count" hidden={found.length <= MOST}>{texts.moreActions}</p>
    </section>
  );
}
