import { expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import { createElement, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { countMarkdown, whyPlain } from '../../src/core/messages/markdown.ts';
import { safeLink } from '../../src/dashboard/message/elements.tsx';
import { Markdown } from '../../src/dashboard/message/markdown.tsx';
import { parse } from '../../src/dashboard/message/parsed.tsx';
import { bombs } from '../support/texts/bombs.ts';
import { payloads } from '../support/texts/injections.ts';
import { markdown } from '../support/texts/markdown.ts';

const shown = (text: string) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Markdown, { text })));

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:http://localhost/x',
  '//example.com',
  '/api/v1/auth/logout',
  '#x',
])('renders %p without a link', (url) => {
  expect(safeLink(url)).toBe('');
  expect(shown(`[press](<${url}>)`)).not.toContain('href');
});

test.each(['https://example.com/a?b', 'http://example.com', 'mailto:a@example.com'])(
  'opens %p in a new tab without opener or referrer',
  (url) => {
    const html = shown(`[press](${url})`);
    expect(html).toContain(`href="${url}"`);
    expect(html).toContain('target="_blank" rel="noopener noreferrer"');
  },
);

test.each([
  ['[docs](https://example.com/a)', 'docs</a>', '(example.com)'],
  ['[https://bank.example/login](https://evil.example/x)', 'login</a>', '(evil.example)'],
  ['[bank.example](https://bank.example@evil.example)', 'bank.example</a>', '(evil.example)'],
  ['https://p\u0430ypal.example', 'ypal.example</a>', '(xn--pypal-4ve.example)'],
  ['[`bank.example`](https://bank.example)', 'bank.example</code></a>', '(bank.example)'],
  ['[write](mailto:a@example.com)', 'write</a>', '(a@example.com)'],
])('says behind the link of %p where it leads', (text, label, place) => {
  const html = shown(text).replaceAll('<!-- -->', '');
  expect(html).toContain(`${label}<span class="markdown-place" dir="ltr"> ${place}</span>`);
});

test.each([
  'https://example.com/a?b=1',
  'www.example.com',
  '[example.com/a](https://example.com/a)',
  'a@example.com',
])('shows %p without saying it twice', (text) => {
  expect(shown(text)).not.toContain('markdown-place');
});

test('renders an image of another host as a link', () => {
  const html = shown('![the graph](https://example.com/graph.png)');
  expect(html).not.toContain('<img');
  expect(html).toContain('>image: the graph</a>');
  expect(html).toContain('(example.com)');
});

test('renders HTML as plain text', () => {
  const html = shown('a <b onclick="x()">b</b> <img src=x onerror=y()>');
  expect(html).toContain('&lt;b onclick=');
  expect(html).not.toMatch(/<(b|img)\b/);
});

test("renders a heading one level below the page's", () => {
  expect(shown('# Big')).toContain('<h2>Big</h2>');
});

test.each(payloads.map((text, index) => [index, text] as const))(
  'renders script %i without active content',
  (_, text) => {
    const tags = shown(text).match(/<[^>]*>/g) ?? [];
    const own =
      /^<\/?(div|p|a|span|h[2-6]|ul|ol|li|pre|code|strong|em|del|blockquote|hr|table|t[rhd]|thead|tbody|section|sup|button|svg|rect|path|style)\b/;
    // Mantine brings a style of its own, before the text.
    const written = tags.slice(tags.findIndex((tag) => tag.includes('class="markdown"')));
    for (const tag of written) {
      expect(tag).toMatch(own);
      expect(tag).not.toMatch(/\son\w+=|\sstyle="(?!--)|(href|src)="(?!https?:|mailto:)/i);
    }
  },
);

/** The number of elements, and the depth of nested quotes and lists. */
function measured(node: ReactNode): { elements: number; levels: number } {
  if (Array.isArray(node)) {
    const all = node.map(measured);
    return {
      elements: all.reduce((sum, { elements }) => sum + elements, 0),
      levels: Math.max(0, ...all.map(({ levels }) => levels)),
    };
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return { elements: 0, levels: 0 };
  const { elements, levels } = measured(node.props.children);
  const isLevel = node.type === 'blockquote' || node.type === 'li';
  return { elements: elements + 1, levels: levels + (isLevel ? 1 : 0) };
}

/** A line makes at most a list, an item, a paragraph in it and a break; a footnote its way back. */
const ELEMENTS_A_NODE = 5;

test('creates no more elements than were counted', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const count = countMarkdown(text);
      fc.pre(whyPlain(text) === null);
      const made = measured(parse(text));
      expect(made.levels).toBeLessThanOrEqual(count.levels);
      const most = ELEMENTS_A_NODE * (count.nodes + count.runs + 1);
      expect(made.elements).toBeLessThanOrEqual(most);
    }),
    { numRuns: 200 },
  );
});

test.each(Object.entries(bombs))('renders %s within bounds', (_, text) => {
  const html = shown(text);
  expect(html.includes('Shown as plain text')).toBe(whyPlain(text) !== null);
  // A plain text is cut, and another has at most a few marks for each character.
  expect(html.length).toBeLessThan(1_000_000);
});
