/**
 * The script of the view of playtests: starts the games of a variant, and shows the report, which
 * grows while they are played.
 */
import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Playtest } from "../src/views/answers";
import { filled } from "./board/dom";
import { editor, listen, main, page, refresh, Request, texts } from "./board/page";
import { Choice } from "./board/parts";

const PLAYERS = [
  ["random", texts.playerRandom],
  ["greedy", texts.playerGreedy],
] as const;
type Player = (typeof PLAYERS)[number][0];
const MAX_GAMES = 20_000;
const MAX_SEED = 2 ** 31 - 1;

interface Terms {
  readonly player: Player;
  readonly games: number;
  readonly seed: number;
}

const request = new Request<Playtest>();
let terms: Terms = { player: "random", games: 200, seed: 1 };
/** The numbers of games of the last result. */
let numbers: Pick<Playtest, "played" | "games"> | undefined;
let problem = "";
/** The user has stopped the games, which is no problem. */
let isStopped = false;
/** The report as a page. */
let html = "";

page.draw = () => {
  render(<View />, main);
};
listen((message) => {
  if (message.kind === "cursor") page.cursor = message.cursor;
  else if (message.kind === "play") void start();
});
refresh();

async function start(): Promise<void> {
  numbers = undefined;
  problem = "";
  html = "";
  const answer = await request.send("wazir/playtest", { ...terms }, take);
  const wasStopped = isStopped;
  isStopped = false;
  if (answer) take(answer);
  else if (answer === null) problem = texts.noVariant;
  else if (!wasStopped) ({ problem } = request);
  refresh();
}

function take(answer: Playtest): void {
  numbers = answer;
  html = answer.html ?? html;
  problem = answer.problem ?? "";
  refresh();
}

function View() {
  const { isGoing } = request;
  const save = (): void => {
    if (page.cursor) editor.postMessage({ kind: "save", uri: page.cursor.uri, html });
  };
  return (
    <>
      <div class="tools">
        <Choice
          label={texts.player}
          value={terms.player}
          of={PLAYERS}
          choose={(player) => {
            choose({ player });
          }}
        />
        <Count
          label={texts.games}
          value={terms.games}
          least={1}
          most={MAX_GAMES}
          choose={(games) => {
            choose({ games });
          }}
        />
        <Count
          label={texts.seed}
          value={terms.seed}
          least={0}
          most={MAX_SEED}
          choose={(seed) => {
            choose({ seed });
          }}
        />
        {isGoing ? (
          <button
            class="main"
            onClick={() => {
              isStopped = true;
              request.cancel();
            }}
          >
            {texts.stop}
          </button>
        ) : (
          <button class="main" onClick={() => void start()}>
            {texts.startGames}
          </button>
        )}
        <button disabled={!html} onClick={save}>
          {texts.saveReport}
        </button>
      </div>
      <p class="progress">
        <progress
          hidden={!isGoing}
          max={numbers?.games ?? 1}
          value={numbers?.played ?? 0}
          aria-label={texts.playtest}
        />
        <span role="status">{status()}</span>
      </p>
      <p class="remark" role="alert">
        {problem}
      </p>
      <Report />
    </>
  );
}

function choose(change: Partial<Terms>): void {
  terms = { ...terms, ...change };
  refresh();
}

function status(): string {
  const { isGoing } = request;
  if (!numbers) return isGoing ? texts.waiting : "";
  const { played, games } = numbers;
  const isAll = played === games;
  return isAll
    ? filled(texts.gamesDone, played.toLocaleString("en"))
    : filled(texts.gamesPlayed, played.toLocaleString("en"), games.toLocaleString("en"));
}

/** The part of the page that is the report. What the reader has opened stays open. */
function Report() {
  const element = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState("");
  useLayoutEffect(() => {
    if (html === drawn || !element.current) return;
    const opened = [...element.current.querySelectorAll("details")].map(({ open }) => open);
    element.current.replaceChildren(...reportOf(html));
    element.current.querySelectorAll("details").forEach((details, at) => {
      details.open = opened[at] ?? false;
    });
    setDrawn(html);
  });
  return <div ref={element} class="report" />;
}

/** The report in a page. The style of the page is left out: this one has its own. */
function reportOf(html: string): readonly ChildNode[] {
  const report = html.slice(html.indexOf("<main>"), html.lastIndexOf("</main>"));
  return [
    ...(new DOMParser().parseFromString(report, "text/html").querySelector("main")?.childNodes ??
      []),
  ];
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly choose: (value: number) => void;
}

/** A field for an integer. */
function Count({ label, value, least, most, choose: chosen }: CountProps) {
  const enter = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const entered = Math.trunc(currentTarget.valueAsNumber);
    if (entered >= least && entered <= most) chosen(entered);
    else currentTarget.value = String(value);
  };
  return (
    <label>
      {label}
      <input type="number" min={least} max={most} value={value} onChange={enter} />
    </label>
  );
}
