/**
 * A picture of a board by the server, with a transparent grid of places over it for pointer,
 * keyboard and screen readers.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Frame } from "../../src/views/answers";
import { Sign, useInline } from "./parts";
import { rows, walked, type Spot } from "./walking";

/** A place, and what is shown of it. */
export interface Place extends Spot {
  /** `crossing` is an intersection. */
  readonly shape: "square" | "hexagon" | "crossing";
  readonly label: string;
  readonly classes?: readonly string[];
  readonly isSelected?: boolean;
}

interface Props {
  readonly id: string;
  readonly label: string;
  readonly picture: string;
  readonly frame: Frame;
  readonly places: readonly Place[];
  /** The paths that are drawn over the board, each given by its places. */
  readonly paths?: readonly (readonly string[])[];
  /** The Tab stop, unless the focus is on another place. */
  readonly stop?: string;
  readonly describedBy?: string;
  /** Its lower side is above. */
  readonly isFlipped?: boolean;
  /** A place was clicked, or chosen with Enter or Space. */
  readonly used: (name: string) => void;
  /** The pointer or the focus is on it. */
  readonly pointed?: (name: string) => void;
  /** The shape of what can be dragged from it, by its name in the picture. */
  readonly draggable?: (name: string) => string | undefined;
  readonly dragged?: (from: string, to: string) => void;
  /** It was clicked twice. */
  readonly opened?: (name: string) => void;
}

interface Drag {
  readonly from: string;
  readonly x: number;
  readonly y: number;
  /** The way of the pointer, once it is long enough. */
  readonly way?: string;
}

/** The minimum distance of a drag in pixels. */
const FAR = 6;
/** Milliseconds that the pointer rests on a place before it counts. */
const REST = 90;

export function Grid(props: Props) {
  const {
    places,
    frame: { left, top, square },
    pointed,
    draggable,
    dragged,
    paths = [],
  } = props;
  const board = useRef<HTMLDivElement>(null);
  const [picture, drawn] = useInline(props.picture);
  const [current, setCurrent] = useState<string>();
  const [drag, setDrag] = useState<Drag>();
  const column = useRef(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { width, height } = drawn?.viewBox.baseVal ?? { width: 1, height: 1 };
  const lines = rows(places);
  if (props.isFlipped) lines.reverse().forEach((row) => row.reverse());
  const hasFocus = board.current?.contains(document.activeElement) ?? false;
  const isPlace = (name: string | undefined): boolean => places.some((one) => one.name === name);
  const stop = [hasFocus ? current : props.stop, current].find(isPlace) ?? lines[0]?.[0]?.name;
  const focus = (name: string): void =>
    board.current?.querySelector<HTMLElement>(`[data-name="${CSS.escape(name)}"]`)?.focus();

  useLayoutEffect(() =>
    board.current?.parentElement?.style.setProperty("--shape", String(width / height)),
  );
  useLayoutEffect(() => {
    if (hasFocus && stop !== undefined && !board.current?.contains(document.activeElement)) {
      focus(stop);
    } // Its place is gone.
  });

  const press = (event: KeyboardEvent): void => {
    const from = places.find(({ name }) => name === nameOf(event.target));
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const before = column.current;
    const next = walked(lines, from, event.key, before);
    if (event.key === "Enter" || event.key === " ") {
      props.used(from.name);
    } else if (next) {
      focus(next.name);
      if (/Up|Down/.test(event.key)) column.current = before;
    } else if (!/^(?:Arrow|Home|End|Page)/.test(event.key)) {
      return;
    }
    event.preventDefault();
  };
  /** Calls back with the place of an event. */
  const on =
    (call: ((name: string) => void) | undefined) =>
    ({ target }: Event): void => {
      const name = nameOf(target);
      if (name !== undefined) call?.(name);
    };
  const enter = (name: string): void => {
    column.current = places.find((one) => one.name === name)?.x ?? column.current;
    setCurrent(name);
    pointed?.(name);
  };
  const grab = ({ target, button, clientX: x, clientY: y }: PointerEvent): void => {
    const from = nameOf(target);
    if (from !== undefined && button === 0 && draggable?.(from) !== undefined) {
      setDrag({ from, x, y });
    }
  };
  const pull = ({ clientX: x, clientY: y, buttons, pointerId }: PointerEvent): void => {
    if (!drag || (drag.way === undefined && Math.hypot(x - drag.x, y - drag.y) <= FAR)) return;
    // So that its end is no click on a place.
    if (buttons) board.current?.setPointerCapture(pointerId);
    const sign = props.isFlipped ? -1 : 1;
    setDrag(
      buttons
        ? { ...drag, way: `translate(${sign * (x - drag.x)}px, ${sign * (y - drag.y)}px)` }
        : undefined,
    );
  };
  const drop = ({ clientX, clientY }: PointerEvent): void => {
    const to = nameOf(document.elementFromPoint(clientX, clientY));
    setDrag(undefined);
    if (drag?.way !== undefined && to !== undefined && to !== drag.from) dragged?.(drag.from, to);
  };
  const cell = ({ name, x, y, shape, label, classes = [], isSelected }: Place) => {
    const names = ["place", shape, ...classes].join(" ");
    return (
      <div
        key={name}
        role="gridcell"
        tabIndex={name === stop ? 0 : -1}
        data-name={name}
        class={names}
        style={{ "--x": String(x), "--y": String(y) }}
        aria-label={label}
        aria-selected={isSelected}
      >
        {drag?.from === name && drag.way !== undefined && (
          <Sign shape={draggable?.(name) ?? ""} class="ghost" style={{ transform: drag.way }} />
        )}
      </div>
    );
  };
  const routes = paths.map((path) =>
    path.flatMap((name) => places.find((one) => one.name === name) ?? []),
  );
  return (
    <div
      ref={board}
      id={props.id}
      class={`board${drag?.way === undefined ? "" : " dragging"}${props.isFlipped ? " flipped" : ""}`}
      role="grid"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      style={{
        aspectRatio: `${width} / ${height}`,
        "--across": String(width / square),
        "--left": String(left / square),
        "--top": String(top / square),
      }}
      onKeyDown={press}
      onFocusIn={on(enter)}
      onClick={on(props.used)}
      onDblClick={on(props.opened)}
      onPointerOver={(event) => {
        clearTimeout(rest.current);
        rest.current = setTimeout(on(pointed), REST, event);
      }}
      onPointerLeave={() => {
        clearTimeout(rest.current);
      }}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={() => {
        setDrag(undefined);
      }}
    >
      <div ref={picture} class="picture" aria-hidden="true" />
      {lines.map((row) => (
        <div key={row[0]?.y} role="row">
          {row.map(cell)}
        </div>
      ))}
      <svg
        class="overlay"
        aria-hidden="true"
        viewBox={[-left, -top, width, height].map((one) => one / square).join(" ")}
      >
        <marker
          id={`${props.id}-head`}
          class="head"
          viewBox="-1.8 -1.2 2 2.4"
          markerWidth=".4"
          markerHeight=".48"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0L-1.6 1L-1.6 -1Z" />
        </marker>
        {routes
          .filter(({ length }) => length > 1)
          .map((route) => (
            <Arrow
              key={route.map(({ name }) => name).join(" ")}
              route={route}
              head={`url(#${props.id}-head)`}
            />
          ))}
      </svg>
    </div>
  );
}

/** The name of the place under the target of an event. */
export function nameOf(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>("[data-name]")?.dataset.name
    : undefined;
}

/**
 * An arrow through places, drawn over a wider line in the colour of the page for contrast. It
 * starts beside the piece.
 */
function Arrow({ route, head }: { readonly route: readonly Place[]; readonly head: string }) {
  const [first, second] = route;
  if (!first || !second) return null;
  const part = Math.min(0.42 / Math.hypot(second.x - first.x, second.y - first.y), 0.6);
  const start = {
    x: first.x + (second.x - first.x) * part,
    y: first.y + (second.y - first.y) * part,
  };
  const points = [start, ...route.slice(1)].map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <>
      <polyline points={points} class="under" />
      <polyline points={points} class="over" marker-end={head} />
    </>
  );
}
