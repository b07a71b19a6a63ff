/** Small parts of views. Text is never parsed as HTML. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { onArrows, roving } from "./dom";
import { Request } from "./page";

/** A text of the server with code between backquotes. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, number) => (number % 2 ? <code>{part}</code> : part))}</>;
}

/** A list of sentences, hidden if there are none. */
export function Sentences({ of, ...attributes }: { readonly of: readonly string[]; readonly class?: string; readonly "aria-live"?: "polite" }) {
  return <ul {...attributes} hidden={!of.length}>{of.map((one) => <li><Prose text={one} /></li>)}</ul>;
}

/** A shape of an inline picture by itself. */
export function Sign({ shape, ...attributes }: { readonly shape: string; readonly class?: string; readonly style?: Readonly<Record<string, string>> }) {
  return <svg class="sign" viewBox="-16 -16 32 32" aria-hidden="true" {...attributes}><use href={`#${shape}`} /></svg>;
}

/** A picture of the server as an image. */
export function Drawn({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} decoding="async" />;
}

/** Options of a menu, each a value with its text. */
export function Options({ of }: { readonly of: readonly (readonly [value: string, text: string])[] }) {
  return <>{of.map(([value, text]) => <option value={value}>{text}</option>)}</>;
}

/** The reference to an element with buttons that is one Tab stop, within which arrow keys move. */
export function useRoving<Of extends HTMLElement>(): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useLayoutEffect(() => {
    if (element.current) onArrows(element.current);
  }, []);
  useLayoutEffect(() => {
    if (element.current) roving(element.current);
  });
  return element;
}

/** The requests of a part of the view. */
export function useRequest<Answer>(): Request<Answer> {
  return useState(() => new Request<Answer>())[0];
}
