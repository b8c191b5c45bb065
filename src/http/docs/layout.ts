/**
 * The layout around every page of the documentation: the search, the list of pages, and the links
 * out.
 */
import { headOf, type PageAssets } from '../reading.ts';
import type { DocsPage } from './page.ts';
import { style } from './style.ts';

export type Around = {
  pages: DocsPage[];
  assets: PageAssets;
  /** The relative path from the page to the inbox, such as `../`. */
  root: string;
};

export type Shown = { title: string; main: string; here?: DocsPage; query?: string };

export function wholePage(around: Around, { title, main, here, query = '' }: Shown): string {
  const { assets, root } = around;
  const list = contents(around, here);
  return `${headOf({ title: `${title} · Agent Inbox`, assets, root, own: style })}
<body class="docs"><a class="skip" href="#main">Skip to the page</a>
<div class="sides"><nav aria-label="Documentation"><a class="back" href="${root}">← Back to the inbox</a>
<form role="search" action="${root}docs/search"><input type="search" name="q" maxlength="200" value="${html(query)}" placeholder="Search the documentation" aria-label="Search the documentation"></form>
<div class="beside">${list}</div><details class="above"><summary>Contents</summary>${list}</details></nav>
<main id="main" tabindex="-1">${main}</main></div></body></html>
`;
}

/** Lists every page, with the sections of the open one. */
function contents({ pages, root }: Around, here: DocsPage | undefined): string {
  const items = pages.map((page) => {
    const { name, title } = page;
    const link = `<a href="${root}docs/${html(name)}"${page === here ? ' aria-current="page"' : ''}>${html(title)}</a>`;
    return `<li>${link}${page === here ? sectionsOf(page) : ''}</li>`;
  });
  return `<ul><li><a href="${root}docs/index">All pages</a></li>${items.join('')}<li><a href="${root}docs">API reference</a></li></ul>`;
}

function sectionsOf({ sections }: DocsPage): string {
  const below = sections.filter(({ depth }) => depth === 2);
  if (below.length === 0) return '';
  const items = below.map(({ id, title }) => `<li><a href="#${html(id)}">${html(title)}</a></li>`);
  return `<ul>${items.join('')}</ul>`;
}

/** Lists the pages in reading order, each with its first sentence. */
export const listOf = (pages: DocsPage[], root: string) =>
  `<dl class="pages">${pages
    .map(
      ({ name, title, about }) =>
        `<div><dt><a href="${root}docs/${html(name)}">${html(title)}</a></dt><dd>${html(about)}</dd></div>`,
    )
    .join(
      '',
    )}<div><dt><a href="${root}docs">API reference</a></dt><dd>Every route, event and schema of this server.</dd></div></dl>`;

export const html = (text: string) => Bun.escapeHTML(text);
