/** The API page: plain HTML made from the document, so that it works without scripts and other hosts. */
import { headOf, type PageAssets } from '../reading.ts';
import type { OpenApiDocument } from './document.ts';
import { html, prose, type Section, sectionsOf } from './sections.ts';

/** Makes the page once, with its search index. */
export function apiPage(document: OpenApiDocument, assets: PageAssets) {
  const { info } = document;
  const sections = sectionsOf(document);
  const head = headOf({ title: 'Agent Inbox API', assets });
  const intro = `<h1>Agent Inbox API <small>${html(info.version)}</small></h1>
<p>${prose(info.description)} The same as a document: <a href="openapi.json">openapi.json</a>.</p>`;
  const whole = bodyOf(intro, sections, sections.length, '');

  return (query: string): string => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return head + whole;
    const found = sections.filter((one) => words.every((word) => one.words.includes(word)));
    return head + bodyOf(intro, found, sections.length, query);
  };
}

function bodyOf(intro: string, sections: Section[], all: number, query: string): string {
  const groups = [...Map.groupBy(sections, ({ group }) => group)];
  const found = query
    ? `<p role="status">${sections.length} of ${all} match. <a href="docs">Show all</a></p>`
    : '';
  return `<body><div class="sides"><nav aria-label="Contents"><a class="back" href="./">← Back to the inbox</a> <a class="back" href="docs/index">Documentation</a>
<form role="search" action="docs"><input type="search" name="q" maxlength="200" value="${html(query)}" placeholder="Search routes and schemas" aria-label="Search routes and schemas"></form>
<details class="contents" open><summary>Contents</summary>${groups.map(listed).join('')}</details></nav>
<main>${intro}${found}${groups.map(shown).join('')}</main></div></body></html>
`;
}

const listed = ([group, sections]: [string, Section[]]) =>
  `<h2>${html(group)}</h2><ul>${sections
    .map(({ id, title }) => `<li><a href="#${html(id)}">${html(short(title))}</a></li>`)
    .join('')}</ul>`;

const shown = ([group, sections]: [string, Section[]]) =>
  `<section><h2>${html(group)}</h2>${sections.map((one) => one.html).join('')}</section>`;

/** Every path begins like this. */
const short = (title: string) => title.replace(' /api/v1/', ' /');
