/** Renders a page of markdown as HTML, with the text for the search. */
import { Marked, type Token, type Tokens } from 'marked';
import type { DocsPage, DocsSection } from '../../http/docs/page.ts';
import { withLinks } from './links.ts';
import { nameOf, type Source } from './sources.ts';
import { plain, textsOf } from './text.ts';

/** How many characters of code fit on a line of a phone. */
const NARROW = 40;

/** @param pictures the paths of all pictures, with the names they are served by */
export function renderPage(
  source: Source,
  pages: ReadonlySet<string>,
  pictures: ReadonlyMap<string, string>,
): DocsPage {
  const tokens = marked.lexer(source.text);
  const ids = slugs();
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading') Object.assign(token, { id: ids(plain(token.tokens ?? [])) });
  });
  const sections = sectionsOf(tokens);
  const title = sections[0]?.title ?? nameOf(source.path);
  return {
    name: nameOf(source.path),
    group: source.group,
    title,
    about: firstSentence(tokens),
    html: withLinks(marked.parser(tokens), source.path, { pages, pictures }),
    sections,
  };
}

type Heading = Tokens.Heading & { id: string };

const marked = new Marked({
  gfm: true,
  renderer: {
    heading(heading) {
      const { tokens, depth, id } = heading as Heading;
      const label = `Link to “${Bun.escapeHTML(plain(tokens))}”`;
      const anchor = `<a class="anchor" href="#${id}" aria-label="${label}">#</a>`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} ${anchor}</h${depth}>\n`;
    },
    code: codeBlock,
  },
});

/** The keyboard can scroll whatever may be wider than its page. */
function codeBlock({ text }: Tokens.Code): string {
  const isWide = text.split('\n').some((line) => line.length > NARROW);
  return `<pre${isWide ? ' tabindex="0"' : ''}><code>${Bun.escapeHTML(text)}</code></pre>\n`;
}

/** The anchors of headings, as GitHub makes them. */
function slugs(): (title: string) => string {
  const used = new Map<string, number>();
  return (title) => {
    const kept = title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
    const slug = kept.replaceAll(' ', '-');
    let id = slug;
    while (used.has(id)) {
      const count = (used.get(slug) ?? 0) + 1;
      used.set(slug, count);
      id = `${slug}-${count}`;
    }
    used.set(id, 0);
    return id;
  };
}

function sectionsOf(tokens: Token[]): DocsSection[] {
  const sections: DocsSection[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id, depth, tokens: words } = token as Heading;
      sections.push({ id, depth, title: plain(words), paragraphs: [] });
    } else sections.at(-1)?.paragraphs.push(...textsOf(token));
  }
  return sections;
}

function firstSentence(tokens: Token[]): string {
  const texts = tokens.map((token) =>
    token.type === 'paragraph' ? plain(token.tokens ?? []) : '',
  );
  const first = texts.find((text) => text.trim() !== '')?.trim() ?? '';
  return (
    /^.*?(?:(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s)|$)/s.exec(first)?.[0].replace(/:$/, '.') ?? first
  );
}
