/**
 * The analysis of the shown game: the server's curve, in which positions are chosen, and the marks
 * of mistakes.
 */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Analysis as Found, PositionAnswer } from "../../src/views/answers";
import { onArrows } from "./dom";
import { Request, texts } from "./page";
import { Prose, Sentences, useInline } from "./parts";
import type { Position, Shown } from "./position";

export class Analysis {
  /** Played actions are analysed, too. */
  private follows = false;
  private isDue = false;
  private readonly request = new Request<Found>();

  constructor(private readonly position: Position) {}

  get isGoing(): boolean {
    return this.request.isGoing;
  }

  /** Takes a game with its analysis so far. */
  take({ analysis }: PositionAnswer): void {
    if (this.isDue && analysis.missing) void this.start();
  }

  /** An action was played. */
  played(): void {
    this.isDue = this.follows;
  }

  /** Starts the analysis, or stops it. The verdicts before are kept. */
  toggle(): void {
    this.follows = !this.isGoing;
    if (this.isGoing) this.request.cancel();
    else void this.start();
  }

  async start(): Promise<void> {
    if (this.isGoing) return;
    this.isDue = false;
    await this.request.send("wazir/analyse", { ...this.position.line }, this.position.chosen);
    this.position.chosen();
  }
}

export function AnalysisView({ position, answer }: Shown) {
  const { isGoing } = position.analysis;
  const { actions, missing, summary, svg } = answer.analysis;
  const at = answer.at + answer.played.length;
  const total = actions.length + missing;
  const marked = actions.filter(({ sign }) => sign);
  const [pointed, setPointed] = useState<number>();
  const [curve, drawn] = useInline(svg);
  useLayoutEffect(() => {
    for (const one of drawn?.querySelectorAll("[data-at]") ?? []) {
      one.classList.toggle("now", one.getAttribute("data-at") === String(at));
    }
  }, [drawn, at]);

  /** The verdict about the action that leads to a position. */
  const words = (place: number): string => {
    if (!place) return texts.start;
    return actions.find(({ ply }) => ply === place - 1)?.sentence ?? texts.notAnalysed;
  };
  const choose = ({ target }: Event): void => {
    const chosen = placeOf(target);
    if (chosen !== undefined) position.reach(chosen);
  };
  return (
    <section class="analysis">
      <div class="row">
        <h2>{texts.analysis}</h2>
        <button
          title={texts.analyseHint}
          disabled={!isGoing && !missing}
          onClick={() => {
            position.analysis.toggle();
          }}
        >
          {isGoing ? texts.stop : texts.analyse}
        </button>
        <progress
          hidden={!isGoing}
          max={Math.max(total, 1)}
          value={actions.length}
          aria-label={texts.analysis}
        />
      </div>
      <div
        ref={curve}
        class="curve"
        role="img"
        aria-label={texts.curve}
        hidden={!actions.length}
        onClick={choose}
        onPointerMove={({ target }) => {
          setPointed(placeOf(target));
        }}
        onPointerLeave={() => {
          setPointed(undefined);
        }}
      />
      <p class="count" role="status" hidden={!actions.length}>
        <Prose text={words(pointed ?? at)} />
      </p>
      <ul class="marks" hidden={!marked.length} onKeyDown={onArrows}>
        {marked.map(({ ply, number, action, sign, words: told }, place) => (
          <li key={ply}>
            <button
              tabIndex={place ? -1 : 0}
              aria-current={ply === at - 1 ? "step" : undefined}
              onClick={() => {
                position.reach(ply + 1);
              }}
            >
              <code>{`${number} ${action}${sign}`}</code>
              <span>{told}</span>
            </button>
          </li>
        ))}
      </ul>
      <Sentences class="notes" of={missing ? [] : summary} />
    </section>
  );
}

/** The number of actions before the place of the curve under the pointer. */
function placeOf(target: EventTarget | null): number | undefined {
  const at =
    target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
  return at ? Number(at) : undefined;
}
