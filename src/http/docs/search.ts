/**
 * Searches all pages: finds each heading whose section has every word, with a paragraph that has
 * them.
 */
import { html } from './layout.ts';
import type { DocsPage, DocsSection } from './page.ts';

const MOST = 50;
/** The search needs no login: a query must not block the server. */
const MOST_WORDS = 10;
const EXCERPT = 260;
const BEFORE = 80;

type Place = DocsSection & { page: DocsPage; words: string };
type Query = { words: string[]; pattern: RegExp };
type Found = { place: Place; isTitle: boolean };

export type Search = (query: string) => { count: number; html: (root: string) => string };

export function searchIn(pages: DocsPage[]): Search {
  const places: Place[] = pages.flatMap((page) =>
    // The links at the end of a page say only what other pages are about.
    page.sections
      .filter(({ title }) => title !== 'Next')
      .map((section) => {
        const words = [page.title, section.title, ...section.paragraphs].join('\n').toLowerCase();
        return { ...section, page, words };
      }),
  );
  return (text) => {
    const words = wordsOf(text);
    const found = words.length === 0 ? [] : find(places, words);
    const query = { words, pattern: patternOf(words) };
    const htmlOf = (root: string) => found.slice(0, MOST).map((one) => shown(one, query, root));
    return { count: found.length, html: (root) => htmlOf(root).join('') };
  };
}

/** Pages with all words in the title come first, otherwise in reading order. */
function find(places: Place[], words: string[]): Found[] {
  const found = places
    .filter((place) => words.every((word) => place.words.includes(word)))
    .map((place) => {
      const title = place.title.toLowerCase();
      return { place, isTitle: words.every((word) => title.includes(word)) };
    });
  return found.toSorted((one, other) => Number(other.isTitle) - Number(one.isTitle));
}

function shown({ place }: Found, query: Query, root: string): string {
  const { page, id, title, depth, paragraphs } = place;
  const { pattern } = query;
  const of = depth > 1 ? ` <small>in ${html(page.title)}</small>` : '';
  const path = `${root}docs/${html(page.name)}#${html(id)}`;
  const text = marked(excerptOf(paragraphs, query), pattern);
  return `<dt><a href="${path}">${marked(title, pattern)}</a>${of}</dt><dd>${text}</dd>`;
}

/** Takes the text around the first word from the paragraph that has most of the words. */
function excerptOf(paragraphs: string[], { words, pattern }: Query): string {
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

/** Returns the text as HTML with the words marked: matches of the pattern are at the odd positions. */
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
