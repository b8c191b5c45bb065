/** Markdown as elements. Parsing costs more than rendering, so the results are cached. */
import type { ReactElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { turnsAround } from '../../core/letters.ts';
import { whyPlain } from '../../core/messages/markdown.ts';
import { elements, safeLink } from './elements.tsx';

/** Letters that Markdown could interpret, anywhere or at the beginning. */
const MARKED = /[\\`*_[\]<>&~|@\n\r]|:\/\/|www\./i;
const BEGINS = /^\s*([#+=-]|\d+[.)])|^\s|\s$/;

/** Twice the size of a conversation, so that nothing in view is parsed again. */
const KEPT = 800;
const LONGEST = 10_000;
const kept = new Map<string, ReactElement>();
const plugins = [remarkGfm];

/** The text must be one that may be laid out: see `whyPlain`. */
export function parsed(text: string): ReactElement {
  const known = kept.get(text);
  if (known) return known;
  const made = parse(text);
  if (text.length <= LONGEST) kept.set(text, made);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

/** Most messages are one plain line, which needs no parser. */
export function parse(text: string): ReactElement {
  if (!MARKED.test(text) && !BEGINS.test(text)) return <p>{text}</p>;
  // Called, not rendered: it is a function of its options, without hooks.
  return ReactMarkdown({
    children: text,
    remarkPlugins: plugins,
    rehypePlugins: turnsAround(text) ? [stepByStep, directed] : [stepByStep],
    components: elements,
    urlTransform: safeLink,
  });
}

type Node = { tagName?: string; properties?: Record<string, unknown>; children?: Node[] };

const BLOCK = /^(?:p|h[1-6]|li|blockquote|t[dh])$/;

/** Gives each block the direction of its own first letter. */
const directed = () => (tree: Node) => {
  const walk = ({ tagName = '', properties, children }: Node) => {
    if (properties && BLOCK.test(tagName)) properties.dir = 'auto';
    children?.forEach(walk);
  };
  walk(tree);
};

/** Makes heading levels consecutive, whatever the writer began with, for screen readers. */
const stepByStep = () => (tree: Node) => {
  let last = 0;
  const walk = (node: Node) => {
    const [, depth] = /^h([1-6])$/.exec(node.tagName ?? '') ?? [];
    if (depth !== undefined) {
      last = Math.min(Number(depth), last + 1);
      node.tagName = `h${last}`;
    }
    node.children?.forEach(walk);
  };
  walk(tree);
};

const SLICE_MS = 5;

/** Parses texts while the page is idle, a few milliseconds at a time. */
export function parseAhead(texts: readonly string[]): () => void {
  const left = texts.filter((text) => text.length <= LONGEST && !kept.has(text));
  let timer: ReturnType<typeof setTimeout>;
  const slice = () => {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      const text = left.pop();
      if (text === undefined) return;
      if (whyPlain(text) === null) parsed(text);
    }
    timer = setTimeout(slice);
  };
  timer = setTimeout(slice);
  return () => clearTimeout(timer);
}
