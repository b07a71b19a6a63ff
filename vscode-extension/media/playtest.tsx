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
import { openGames } from "../../server/wazir/features/game/steps.js";
import type { Line } from "../src/views/messages";

const PLAYERS = [
  ["random", texts.playerRandom],
  ["greedy", texts.playerGreedy],
  ["engine", texts.playerEngine],
] as const;
type Player = (typeof PLAYERS)[number][0];
const ENGINE = "engine";
/** A game of the report, and the part of it that says why it is worth seeing. */
const GAME = "details.game-of-report";
const REASON = "summary span";
const MAX_NODES = 1_000_000;
const MAX_GAMES = 20_000;
const MAX_SEED = 2 ** 31 - 1;

interface Terms {
  readonly player: Player;
  /** The other player; empty for the same. */
  readonly against: Player | "";
  /** The nodes that the engine searches for a move. */
  readonly nodes: number;
  /** The variant to compare with; empty for none. */
  readonly other: string;
  readonly games: number;
  readonly seed: number;
}

const request = new Request<Playtest>();
let terms: Terms = {
  player: "random",
  against: "",
  nodes: 1000,
  other: "",
  games: 200,
  seed: 1,
};
/** The moves from the position at the cursor to that in which games begin. */
let line: Line = {};
/** Who can play. */
let players: readonly string[] = ["random", "greedy"];
/** The variants to compare with. */
let others: readonly string[] = [];
/** The numbers of games of the last result. */
let numbers: Pick<Playtest, "played" | "games"> | undefined;
let problem = "";
/** The user has stopped the games, which is no problem. */
let isStopped = false;
/** The report as a page. */
let html = "";
/** The report as the command prints it in JSON. */
let report: unknown;

page.draw = () => {
  render(<View />, main);
};
listen((message) => {
  if (message.kind === "cursor") {
    page.cursor = message.cursor;
  } else if (message.kind === "play") {
    line = message.line;
    terms = { ...terms, other: "" };
    void start();
  }
});
refresh();

async function start(): Promise<void> {
  numbers = undefined;
  problem = "";
  html = "";
  report = undefined;
  const { against, other, ...others } = terms;
  const optional = { ...(against && { against }), ...(other && { other }) };
  const answer = await request.send("wazir/playtest", { ...line, ...others, ...optional }, take);
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
  report = answer.report ?? report;
  players = answer.players ?? players;
  others = answer.others ?? others;
  problem = answer.problem ?? "";
  refresh();
}

function View() {
  const { isGoing } = request;
  const save = (): void => {
    if (page.cursor) {
      const json = `${JSON.stringify(report, null, 1)}\n`;
      editor.postMessage({ kind: "save", uri: page.cursor.uri, html, json });
    }
  };
  const ready = PLAYERS.filter(([name]) => players.includes(name));
  const hasEngine = [terms.player, terms.against].includes(ENGINE);
  return (
    <>
      <div class="tools">
        <Choice
          label={texts.player}
          value={terms.player}
          of={ready}
          choose={(player) => {
            choose({ player });
          }}
        />
        <Choice
          label={texts.against}
          value={terms.against}
          of={[["", texts.samePlayer], ...ready]}
          choose={(against) => {
            choose({ against });
          }}
        />
        {hasEngine && (
          <Count
            label={texts.nodes}
            value={terms.nodes}
            least={1}
            most={MAX_NODES}
            choose={(nodes) => {
              choose({ nodes });
            }}
          />
        )}
        {others.length > 0 && (
          <Choice
            label={texts.compareWith}
            value={terms.other}
            of={[["", texts.noOther], ...others.map((name) => [name, name] as const)]}
            choose={(other) => {
              choose({ other });
            }}
          />
        )}
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

/** The part of the page that is the report. */
function Report() {
  const element = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState("");
  useLayoutEffect(() => {
    if (html === drawn || !element.current) return;
    fill(element.current);
    setDrawn(html);
  });
  return <div ref={element} class="report" />;
}

/** Shows the report. Games that the reader has opened stay as they are, at the reader's place. */
function fill(report: HTMLElement): void {
  const opened = [...report.querySelectorAll<HTMLElement>(`${GAME}[open]`)];
  const read = opened.find(isOnScreen);
  const top = read?.getBoundingClientRect().top ?? 0;
  const focused = document.activeElement;
  report.replaceChildren(...reportOf(html));
  openGames(report);
  for (const game of opened) keep(game, report);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (read?.isConnected) window.scrollBy(0, read.getBoundingClientRect().top - top);
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Puts an opened game into a newer report, also if it is no longer one of those worth seeing. */
function keep(game: HTMLElement, report: HTMLElement): void {
  const identifier = game.dataset.game ?? "";
  const same = report.querySelector(`${GAME}[data-game="${identifier}"]`);
  const reason = game.querySelector(REASON);
  if (same) {
    reason?.replaceWith(same.querySelector(REASON) ?? "");
    same.replaceWith(game);
  } else {
    reason?.remove();
    const ofVariant = report.querySelectorAll(`${GAME}[data-game^="${identifier.charAt(0)}"]`);
    [...ofVariant].at(-1)?.after(game);
  }
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
  const entered = (input: HTMLInputElement): number | undefined => {
    const count = Math.trunc(input.valueAsNumber);
    return count >= least && count <= most ? count : undefined;
  };
  // A result that comes while somebody types does not reset the field.
  const type = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const count = entered(currentTarget);
    if (count !== undefined) chosen(count);
  };
  const leave = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    if (entered(currentTarget) === undefined) currentTarget.value = String(value);
  };
  return (
    <label>
      {label}
      <input type="number" min={least} max={most} value={value} onInput={type} onChange={leave} />
    </label>
  );
}
