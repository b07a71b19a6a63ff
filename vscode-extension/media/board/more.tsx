/** What can be opened below the board of a piece: its moves in every dialect and engine, and its figures. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FiguresAnswer, ReadingsAnswer } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled, theme } from "./dom";
import { texts } from "./page";
import { Drawn, Prose, Sentences, useRequest } from "./parts";

interface About {
  /** The shown piece, its text, its board, and the theme of pictures. */
  readonly subject: string;
  /** The board that the user has chosen. */
  readonly choices: Choices;
}

/** A part that is closed at first, and what it is doing. */
function More({ name, title, status, open, children }: {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly open: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void];
  readonly children: ComponentChildren;
}) {
  return (
    <details class={`more ${name}`} open={open[0]} onToggle={({ currentTarget }) => { open[1](currentTarget.open); }}>
      <summary>{title}</summary>
      <p role="status">{status}</p>
      {children}
    </details>
  );
}

/** The readings of a piece. They are opened and scrolled to whenever *wanted* grows. */
export function Readings({ subject, choices, wanted }: About & { readonly wanted: number }) {
  const [isOpen, setOpen] = useState(false);
  const cards = useRef<HTMLDivElement>(null);
  const reached = useRef(0);
  const request = useRequest<ReadingsAnswer>();
  useLayoutEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    void request.send("wazir/readings", { ...choices, theme: theme() }).then(() => {
      if (reached.current !== wanted) cards.current?.parentElement?.scrollIntoView();
      reached.current = wanted;
    });
    return () => { request.drop(); };
  }, [isOpen, subject, wanted]);
  const status = request.isGoing ? texts.waiting : request.problem || (request.answer === null ? texts.oneReading : "");
  return (
    <More name="readings" title={texts.readings} status={status} open={[isOpen, setOpen]}>
      <div ref={cards} class="maps">{request.answer?.readings.map((one) => <Reading {...one} />)}</div>
    </More>
  );
}

function Reading({ names, isOfFile, sentence, svg }: ReadingsAnswer["readings"][number]) {
  const title = names.join(", ");
  return (
    <section>
      <h2>{isOfFile ? filled(texts.ofFile, title) : title}</h2>
      {svg && <Drawn svg={svg} alt={`${title}: ${sentence}`} />}
      <p><Prose text={sentence} /></p>
    </section>
  );
}

/** The figures of a piece. Whether it mates is computed only on demand. */
export function Figures({ subject, choices }: About) {
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState("");
  const [hasMates, setHasMates] = useState(false);
  const request = useRequest<FiguresAnswer>();
  const load = (mate: boolean): void => {
    setHasMates(mate);
    setProgress(mate ? texts.computingMates : texts.computing);
    void request.send("wazir/figures", { mate, theme: theme(), ...choices }, ({ moves }: { readonly moves: number }) => {
      setProgress(filled(texts.matesSoFar, moves));
    });
  };
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    load(false);
    return () => { request.drop(); };
  }, [isOpen, subject]);
  const { answer, isGoing, problem } = request;
  const status = isGoing ? progress : problem || (answer === null ? texts.nothing : "");
  const offersMates = !isGoing && (problem ? hasMates : !hasMates && answer?.hasTable);
  return (
    <More name="figures" title={texts.figures} status={status} open={[isOpen, setOpen]}>
      <Sentences of={answer?.lines ?? []} />
      <div class="tools">
        <button hidden={!offersMates} onClick={() => { load(true); }}>{texts.mates}</button>
        <button hidden={!isGoing} onClick={() => { request.cancel(); }}>{texts.cancel}</button>
      </div>
      <div class="maps">
        {answer?.maps.map(({ title, svg }) => <figure><Drawn svg={svg} alt={title} /><figcaption>{title}</figcaption></figure>)}
      </div>
    </More>
  );
}
