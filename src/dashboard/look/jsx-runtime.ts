/**
 * Makes elements as React does, but none that hides a letter: in a text its name is set off, in an
 * attribute it is in brackets. The build gives this file to every module, packages included, so that
 * no other place has to think of it.
 */
import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { partsForView, turnsAround, visible } from '../../core/letters.ts';

type Props = Record<string, unknown>;

export const { Fragment } = react;
export const jsx = (type: ElementType, props: Props, key?: Key) =>
  react.jsx(type, shown(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  react.jsxs(type, shown(type, props), key);

// Wouter makes its links without a runtime: it gets this function, and the others of React, from here.
export {
  cloneElement,
  createContext,
  forwardRef,
  isValidElement,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
export const createElement = (type: ElementType, props: Props | null, ...children: unknown[]) =>
  jsx(type, {
    ...props,
    ...(children.length > 0 && { children: children.length > 1 ? children : children[0] }),
  });

/** Read aloud, or shown by the browser itself. */
const SPOKEN = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];
/** They cannot contain elements. */
const PLAIN = ['option', 'title'];
const UNREAD = ['style', 'script', 'textarea'];
const CODE = ['code', 'pre', 'kbd', 'samp'];
const TYPED = ['textarea', 'input'];

/** Components pass texts on to elements, which show them. */
function shown(type: ElementType, props: Props): Props {
  if (type === Fragment) return { ...props, children: setOff(props.children) };
  if (typeof type !== 'string') return props;
  const changes: Props = {};
  for (const name of SPOKEN) {
    const words = props[name];
    if (typeof words === 'string') changes[name] = visible(words);
  }
  const { children, dir } = props;
  if (PLAIN.includes(type))
    changes.children = typeof children === 'string' ? visible(children) : children;
  else if (!UNREAD.includes(type)) changes.children = setOff(children);
  if (dir === undefined) changes.dir = directionOf(type, children);
  return Object.entries(changes).some(([name, value]) => value !== props[name])
    ? { ...props, ...changes }
    : props;
}

/** The name of each hidden letter is an element of its own. */
function setOff(child: unknown): unknown {
  if (Array.isArray(child)) {
    const children = child.map(setOff);
    return children.some((one, at) => one !== child[at]) ? children : child;
  }
  if (typeof child !== 'string') return child;
  const parts = partsForView(child);
  if (parts.every((part) => typeof part === 'string')) return child;
  const children = parts.map((part, at) =>
    typeof part === 'string'
      ? part
      : react.jsx('span', { className: 'hidden-letter', children: part.hidden }, at),
  );
  return react.jsx(react.Fragment, { children });
}

/** Code is read from left to right, and a text with other letters as its first one is. */
function directionOf(type: string, children: unknown): string | undefined {
  if (CODE.includes(type)) return 'ltr';
  if (TYPED.includes(type)) return 'auto';
  const texts = Array.isArray(children) ? children : [children];
  return texts.some((text) => typeof text === 'string' && turnsAround(text)) ? 'auto' : undefined;
}
