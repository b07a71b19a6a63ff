/** A move shown leg by leg, as an animation or step by step. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { WayView } from "../../src/views/answers";
import { filled } from "./dom";
import { texts } from "./page";
import { Prose } from "./parts";

/** Milliseconds between two steps. */
const PAUSE = 1_200;

/** A move and the number of its shown step. */
export interface Walk {
  readonly way: WayView;
  readonly at: number;
}

interface Props extends Walk {
  readonly go: (at: number) => void;
  readonly close: () => void;
}

/**
 * The shown step. Steps follow each other by themselves at first, unless the user prefers reduced
 * motion.
 */
export function Steps({ way, at, go, close }: Props) {
  const last = way.steps.length - 1;
  const [plays, setPlaying] = useState(false);
  const isPlaying = plays && at < last;
  const next = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    next.current?.focus();
  }, [way]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(go, PAUSE, at + 1);
    return () => {
      clearTimeout(timer);
    };
  }, [way, at, isPlaying]);
  const play = (): void => {
    if (at === last) go(0);
    setPlaying(!isPlaying);
  };
  return (
    <div class="steps" role="group" aria-label={texts.show}>
      <div class="row">
        <b>{filled(texts.stepOf, at + 1, last + 1)}</b>
        <button
          disabled={at === 0}
          aria-label={texts.firstStep}
          title={texts.firstStep}
          onClick={() => {
            setPlaying(false);
            go(at - 1);
          }}
        >
          ‹
        </button>
        <button disabled={last === 0} onClick={play}>
          {isPlaying ? texts.pause : texts.play}
        </button>
        <button
          ref={next}
          disabled={at === last}
          aria-label={texts.nextStep}
          title={texts.nextStep}
          onClick={() => {
            go(at + 1);
          }}
        >
          ›
        </button>
        <button aria-label={texts.close} title={texts.close} onClick={close}>
          ×
        </button>
      </div>
      <p role="status">
        <Prose text={way.steps[at]?.words ?? ""} />
      </p>
    </div>
  );
}
