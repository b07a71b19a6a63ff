/** The list of all moves with a filter. */
import { matching, narrowed } from "./choosing";
import { filled } from "./dom";
import { refresh, texts } from "./page";
import { useRoving } from "./parts";
import type { Shown } from "./position";

const MOST = 120;

export function ActionList({ position, answer: { actions } }: Shown) {
  const entries = useRoving<HTMLUListElement>();
  const found = matching(narrowed(actions, position.pointed).open, position.filter);
  const leave = (): void => { position.trace(undefined); };
  return (
    <section class="actions">
      <div class="row">
        <h2 id="actions-title">{texts.actions}</h2>
        <span class="count" role="status">{filled(texts.counted, found.length, actions.length)}</span>
      </div>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={position.filter}
        onInput={({ currentTarget }) => {
          position.filter = currentTarget.value;
          refresh();
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          entries.current?.querySelector("button")?.focus();
        }}
      />
      <ul ref={entries} aria-labelledby="actions-title" hidden={!found.length} onPointerLeave={leave} onFocusOut={leave}>
        {found.slice(0, MOST).map((action) => {
          const trace = (): void => { position.trace(action); };
          return (
            <li key={action.spelled}>
              <button onClick={() => { position.play(action); }} onPointerEnter={trace} onFocus={trace}>
                <code>{action.spelled}</code>
                <span>{action.words}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p class="count" hidden={found.length <= MOST}>{texts.moreActions}</p>
    </section>
  );
}
