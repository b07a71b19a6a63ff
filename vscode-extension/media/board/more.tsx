/**
 * What can be opened below the board of a piece: its moves in every dialect and engine, its
 * figures, and the wins from the position of its variant.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FiguresAnswer, ReadingsAnswer, WinsAnswer } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled, theme } from "./dom";
import { texts } from "./page";
import { Drawn, Prose, Sentences, useAnswer } from "./parts";

interface About {
  /** The shown piece, its text, and its board. */
  readonly subject: string;
  /** The board that the user has chosen. */
  readonly choices: Choices;
}

/** A part that is closed at first, and what it is doing. */
function More({
  name,
  title,
  status,
  open,
  children,
}: {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly open: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void];
  readonly children: ComponentChildren;
}) {
  return (
    <details
      class={`more ${name}`}
      open={open[0]}
      onToggle={({ currentTarget }) => {
        open[1](currentTarget.open);
      }}
    >
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
  const { answer, isGoing, problem } = useAnswer<ReadingsAnswer>(
    isOpen && "wazir/readings",
    choices,
    subject,
  );
  useLayoutEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  useLayoutEffect(() => {
    if (answer && reached.current !== wanted) cards.current?.parentElement?.scrollIntoView();
    if (answer) reached.current = wanted;
  }, [answer, wanted]);
  const status = isGoing ? texts.waiting : problem || (answer === null ? texts.oneReading : "");
  return (
    <More name="readings" title={texts.readings} status={status} open={[isOpen, setOpen]}>
      <div ref={cards} class="maps">
        {answer?.readings.map((one) => (
          <Reading {...one} />
        ))}
      </div>
    </More>
  );
}

function Reading({ names, isOfFile, sentence, svg }: ReadingsAnswer["readings"][number]) {
  const title = names.join(", ");
  return (
    <section>
      <h2>{isOfFile ? filled(texts.ofFile, title) : title}</h2>
      {svg && <Drawn svg={svg} alt={`${title}: ${sentence}`} />}
      <p>
        <Prose text={sentence} />
      </p>
    </section>
  );
}

/** The figures of a piece. Whether it mates is computed only on demand. */
export function Figures({ subject, choices }: About) {
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState("");
  /** The subject of which mates are computed. */
  const [mates, setMates] = useState("");
  const request = useAnswer<FiguresAnswer>(isOpen && "wazir/figures", choices, subject);
  const { answer, isGoing, problem } = request;
  const hasMates = mates === subject;
  const status = isGoing
    ? hasMates
      ? progress
      : texts.computing
    : problem || (answer === null ? texts.nothing : "");
  const offersMates = !isGoing && (problem ? hasMates : !hasMates && answer?.hasTable);
  const computeMates = (): void => {
    setMates(subject);
    setProgress(texts.computingMates);
    void request.send(
      "wazir/figures",
      { ...choices, mate: true, theme: theme() },
      ({ moves }: { readonly moves: number }) => {
        setProgress(filled(texts.matesSoFar, moves));
      },
    );
  };
  return (
    <More name="figures" title={texts.figures} status={status} open={[isOpen, setOpen]}>
      <Sentences of={answer?.lines ?? []} />
      <div class="tools">
        <button hidden={!offersMates} onClick={computeMates}>
          {texts.mates}
        </button>
        <button
          hidden={!isGoing}
          onClick={() => {
            request.cancel();
          }}
        >
          {texts.cancel}
        </button>
      </div>
      <div class="maps">
        {answer?.maps.map(({ title, svg }) => (
          <figure>
            <Drawn svg={svg} alt={title} />
            <figcaption>{title}</figcaption>
          </figure>
        ))}
      </div>
    </More>
  );
}

/** The wins in one and two moves from the start of a variant, which takes seconds to search. */
export function Wins() {
  const [isOpen, setOpen] = useState(false);
  const { answer, isGoing, problem } = useAnswer<WinsAnswer>(isOpen && "wazir/wins", {});
  const ended = problem || (answer === null ? texts.nothing : "");
  return (
    <More
      name="wins"
      title={texts.wins}
      status={isGoing ? texts.searchingWins : ended}
      open={[isOpen, setOpen]}
    >
      <progress hidden={!isGoing} aria-label={texts.searchingWins} />
      <Sentences of={isGoing || problem ? [] : (answer?.sentences ?? [])} />
      <div class="row">
        <button
          hidden={!isGoing}
          onClick={() => {
            setOpen(false);
          }}
        >
          {texts.cancel}
        </button>
      </div>
    </More>
  );
}
