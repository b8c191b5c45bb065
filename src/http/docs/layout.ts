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

/** Lists every page under its readers' aim, with the sections of the open one. */
function contents({ pages, root }: Around, here: DocsPage | undefined): string {
  const item = (page: DocsPage) => {
    const { name, title } = page;
    const link = `<a href="${root}docs/${html(name)}"${page === here ? ' aria-current="page"' : ''}>${html(title)}</a>`;
    return `<li>${link}${page === here ? sectionsOf(page) : ''}</li>`;
  };
  const groups = groupsOf(pages).map(
    ([group, own]) => `${headed(group, 'p')}<ul>${own.map(item).join('')}</ul>`,
  );
  return `<ul><li><a href="${root}docs/index">All pages</a></li><li><a href="${root}docs">API reference</a></li></ul>${groups.join('')}`;
}

const groupsOf = (pages: DocsPage[]) => [...Map.groupBy(pages, ({ group }) => group)];

const headed = (group: string, tag: 'p' | 'h2') =>
  group === ''
    ? ''
    : `<${tag} class="group">${html(group[0]?.toUpperCase() + group.slice(1))}</${tag}>`;

function sectionsOf({ sections }: DocsPage): string {
  const below = sections.filter(({ depth }) => depth === 2);
  if (below.length === 0) return '';
  const items = below.map(({ id, title }) => `<li><a href="#${html(id)}">${html(title)}</a></li>`);
  return `<ul>${items.join('')}</ul>`;
}

/** Lists the pages under their readers' aims, each with its first sentence. */
export function listOf(pages: DocsPage[], root: string): string {
  const item = (path: string, title: string, about: string) =>
    `<div><dt><a href="${root}${path}">${html(title)}</a></dt><dd>${html(about)}</dd></div>`;
  const groups = groupsOf(pages).map(([group, own]) => {
    const items = own.map(({ name, title, about }) => item(`docs/${html(name)}`, title, about));
    return `${headed(group, 'h2')}<dl class="pages">${items.join('')}</dl>`;
  });
  const reference = item('docs', 'API reference', 'Every route, event and schema of this server.');
  return `${groups.join('')}<dl class="pages">${reference}</dl>`;
}

export const html = (text: string) => Bun.escapeHTML(text);
