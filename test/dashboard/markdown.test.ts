import { expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { safeLink } from '../../src/dashboard/message/elements.tsx';
import { Markdown } from '../../src/dashboard/message/markdown.tsx';
import { payloads } from '../support/payloads.ts';

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
])('%p is no link', (url) => {
  expect(safeLink(url)).toBe('');
  expect(shown(`[press](<${url}>)`)).not.toContain('href');
});

test.each(['https://example.com/a?b', 'http://example.com', 'mailto:a@example.com'])(
  '%p opens in a tab of its own that knows nothing of this one',
  (url) => {
    const html = shown(`[press](${url})`);
    expect(html).toContain(`href="${url}"`);
    expect(html).toContain('target="_blank" rel="noopener noreferrer"');
  },
);

test('a picture of another host is a link until somebody follows it', () => {
  const html = shown('![the graph](https://example.com/graph.png)');
  expect(html).not.toContain('<img');
  expect(html).toContain('>image: the graph</a>');
});

test('HTML is shown as it was written', () => {
  const html = shown('a <b onclick="x()">b</b> <img src=x onerror=y()>');
  expect(html).toContain('&lt;b onclick=');
  expect(html).not.toMatch(/<(b|img)\b/);
});

test('a headline stands below those of the page', () => {
  expect(shown('# Big')).toContain('<h3>Big</h3>');
});

test.each(payloads.map((text, index) => [index, text] as const))(
  'script %i is shown, and is none',
  (_, text) => {
    const tags = shown(text).match(/<[^>]*>/g) ?? [];
    const own =
      /^<\/?(div|p|a|span|h[3-6]|ul|ol|li|pre|code|strong|em|del|blockquote|hr|table|t[rhd]|thead|tbody|section|sup|button|svg|rect|path|style)\b/;
    // Mantine brings a style of its own, before the text.
    const written = tags.slice(tags.findIndex((tag) => tag.includes('class="markdown"')));
    for (const tag of written) {
      expect(tag).toMatch(own);
      expect(tag).not.toMatch(/\son\w+=|\sstyle="(?!--)|(href|src)="(?!https?:|mailto:)/i);
    }
  },
);
