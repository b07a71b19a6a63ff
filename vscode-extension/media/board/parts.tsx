/** Small parts of views. Text is never parsed as HTML. */
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choices, Method } from "../../src/views/messages";
import { inline, theme } from "./dom";
import { Request, texts } from "./page";

/** A text of the server with code between backquotes. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split(/`([^`]+)`/).map((part, number) => (number % 2 ? <code>{part}</code> : part))}</>
  );
}

/** A list of sentences, hidden if there are none. */
export function Sentences({
  of,
  ...attributes
}: {
  readonly of: readonly string[];
  readonly class?: string;
  readonly "aria-live"?: "polite";
}) {
  return (
    <ul {...attributes} hidden={!of.length}>
      {of.map((one) => (
        <li>
          <Prose text={one} />
        </li>
      ))}
    </ul>
  );
}

/** A shape of an inline picture by itself. */
export function Sign({
  shape,
  ...attributes
}: {
  readonly shape: string;
  readonly class?: string;
  readonly style?: Readonly<Record<string, string>>;
}) {
  return (
    <svg class="sign" viewBox="-16 -16 32 32" aria-hidden="true" {...attributes}>
      <use href={`#${shape}`} />
    </svg>
  );
}

/** A picture of the server as an image. */
export function Drawn({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} decoding="async" />;
}

/** The values of a menu of sides. */
export const SIDES = [
  ["white", texts.white],
  ["black", texts.black],
] as const;

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The values, each with its text. */
  readonly of: readonly (readonly [value: Value, text: string])[];
  readonly choose: (value: Value) => void;
}

/** A menu with its label. */
export function Choice<Value extends string>({ label, value, of, choose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value as Value);
        }}
      >
        {of.map(([one, text]) => (
          <option value={one}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/**
 * The reference to an element that shows a picture of the server as a part of the page, and the
 * picture.
 */
export function useInline(
  svg: string,
): [RefObject<HTMLDivElement | null>, SVGSVGElement | undefined] {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef<SVGSVGElement | undefined>(undefined);
  // Without a new picture the last one stays, as for a piece with an error.
  const drawn = useMemo(() => (svg ? inline(svg) : last.current), [svg]);
  last.current = drawn;
  useLayoutEffect(() => {
    if (drawn) element.current?.replaceChildren(drawn);
  }, [drawn]);
  return [element, drawn];
}

/**
 * The request of a part of the view, which is sent again when its choices or its *subject* change.
 * Without a method it ends.
 */
export function useAnswer<Answer>(
  method: Method | false,
  choices: Choices,
  subject = "",
): Request<Answer> {
  const [request] = useState(() => new Request<Answer>());
  const asked = { ...choices, theme: theme() };
  useLayoutEffect(() => {
    if (!method) return undefined;
    void request.send(method, asked);
    return () => {
      request.drop();
    };
  }, [method, JSON.stringify(asked), subject]);
  return request;
}
