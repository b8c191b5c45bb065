/** Finds words in all pages: each heading under which every word stands, with a paragraph that has them. */
import { html } from './layout.ts';
import type { DocsPage, DocsSection } from './page.ts';

const MOST = 50;
/** Anybody may search: a query must not hold up the server. */
const MOST_WORDS = 10;
const EXCERPT = 260;
const BEFORE = 80;

type Place = DocsSection & { page: DocsPage; words: string };
type Sought = { words: string[]; pattern: RegExp };
type Found = { place: Place; isTitle: boolean };

export type Search = (query: string) => { count: number; html: (root: string) => string };

export function searchIn(pages: DocsPage[]): Search {
  const places: Place[] = pages.flatMap((page) =>
    page.sections.map((section) => {
      const words = [page.title, section.title, ...section.paragraphs].join('\n').toLowerCase();
      return { ...section, page, words };
    }),
  );
  return (query) => {
    const words = wordsOf(query);
    const found = words.length === 0 ? [] : find(places, words);
    const sought = { words, pattern: patternOf(words) };
    const htmlOf = (root: string) => found.slice(0, MOST).map((one) => shown(one, sought, root));
    return { count: found.length, html: (root) => htmlOf(root).join('') };
  };
}

/** Those whose title has all words come first, else it is as one reads. */
function find(places: Place[], words: string[]): Found[] {
  const found = places
    .filter((place) => words.every((word) => place.words.includes(word)))
    .map((place) => {
      const title = place.title.toLowerCase();
      return { place, isTitle: words.every((word) => title.includes(word)) };
    });
  return found.toSorted((one, other) => Number(other.isTitle) - Number(one.isTitle));
}

function shown({ place }: Found, sought: Sought, root: string): string {
  const { page, id, title, depth, paragraphs } = place;
  const { pattern } = sought;
  const of = depth > 1 ? ` <small>in ${html(page.title)}</small>` : '';
  const path = `${root}docs/${html(page.name)}#${html(id)}`;
  const text = marked(excerptOf(paragraphs, sought), pattern);
  return `<dt><a href="${path}">${marked(title, pattern)}</a>${of}</dt><dd>${text}</dd>`;
}

/** Of the paragraph that has most of the words, what is around the first. */
function excerptOf(paragraphs: string[], { words, pattern }: Sought): string {
  const hits = paragraphs.map((one) => {
    const text = one.toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  });
  const best = paragraphs[hits.indexOf(Math.max(...hits))] ?? '';
  if (best.length <= EXCERPT) return best;
  const first = best.search(pattern);
  const start = first <= BEFORE ? 0 : best.lastIndexOf(' ', first - BEFORE) + 1;
  const end = start + EXCERPT;
  const cut = best.slice(start, end).replace(end < best.length ? /\s\S*$/ : /$^/, '');
  return `${start > 0 ? '… ' : ''}${cut}${end < best.length ? ' …' : ''}`;
}

/** A text as HTML in which the words are marked: what the pattern takes stands at every second place. */
const marked = (text: string, pattern: RegExp) =>
  text
    .split(pattern)
    .map((part, at) => (at % 2 === 1 ? `<mark>${html(part)}</mark>` : html(part)))
    .join('');

const patternOf = (words: string[]) => {
  const literal = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(${literal.join('|')})`, 'iu');
};

const wordsOf = (query: string) =>
  [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);
