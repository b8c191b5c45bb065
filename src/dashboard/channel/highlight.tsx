/** Where the words of a search occur in a text. */
import { useEffect } from 'react';

const BEFORE = 60;
const LONGEST = 240;

export const wordsOf = (search: string) => search.trim().split(/\s+/).filter(Boolean);

/** Returns every occurrence of the words, in order and without overlaps. */
export function placesOf(text: string, words: readonly string[]): [from: number, to: number][] {
  const source = words.map(escaped).sort((one, other) => other.length - one.length);
  if (source.length === 0) return [];
  const found = text.matchAll(new RegExp(source.join('|'), 'giu'));
  return [...found].map(({ index, 0: word }) => [index, index + word.length]);
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Returns the part of a text around the first match. */
export function excerpt(text: string, search: string): string {
  const [first] = placesOf(text, wordsOf(search));
  const from = Math.max(0, (first?.[0] ?? 0) - BEFORE);
  const part = text.slice(from, from + LONGEST).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + LONGEST < text.length ? '…' : ''}`;
}

/** A text with its matches marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  const parts = placesOf(text, words).flatMap(([from, to]) => {
    const before = text.slice(at, from);
    at = to;
    return [
      before,
      <mark key={from} className="found">
        {text.slice(from, to)}
      </mark>,
    ];
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

const NAME = 'found';

/**
 * Marks the matches in a rendered message, whatever its Markdown; the elements stay unchanged. A
 * browser without highlights shows none.
 */
export function useHighlight(elementId: string | null, search: string): void {
  useEffect(() => {
    if (!('highlights' in CSS) || elementId === null || search.trim() === '') return;
    const mark = () => {
      const element = document.getElementById(elementId)?.querySelector('.channel-body');
      const ranges = element ? rangesIn(element, wordsOf(search)) : [];
      if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
      return ranges.length > 0;
    };
    // The message is rendered once the list has scrolled to it.
    const observer = new MutationObserver(() => mark() && observer.disconnect());
    if (!mark()) observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [elementId, search]);
}

function rangesIn(element: Element, words: readonly string[]): Range[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const [from, to] of placesOf(node.nodeValue ?? '', words)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  return ranges;
}
