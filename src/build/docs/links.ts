/** Links and pictures of a page, from where they are in the repository to where the inbox serves them. */
import { nameOf, pathFrom } from './sources.ts';

export type Served = {
  /** The paths of all pages. */
  pages: ReadonlySet<string>;
  /** The paths of all pictures, with the names they are served by. */
  pictures: ReadonlyMap<string, string>;
};

type Element = HTMLRewriterTypes.Element;

/** Removes comments, and links to what the inbox does not serve, leaving their text. */
export function withLinks(html: string, from: string, served: Served): string {
  let dark: string | null = null;
  const picture = (link: string | null) => served.pictures.get(pathFrom(from, link ?? ''));
  return new HTMLRewriter()
    .onDocument({ comments: (comment) => void comment.remove() })
    .on('a[href]', { element: (link) => rewriteLink(link, from, served) })
    .on('table', { element: scrollable })
    .on('picture', { element: (element) => void element.removeAndKeepContent() })
    .on('source', {
      element(source) {
        dark = source.getAttribute('srcset');
        source.remove();
      },
    })
    .on('img', {
      element(image) {
        const twin = dark === null ? undefined : picture(dark);
        dark = null;
        show(image, picture(image.getAttribute('src')), twin);
      },
    })
    .transform(html);
}

function rewriteLink(link: Element, from: string, { pages, pictures }: Served): void {
  const [path = '', anchor] = (link.getAttribute('href') ?? '').split('#');
  if (/^[a-z]+:/.test(path)) return void link.setAttribute('rel', 'noreferrer');
  if (path === '') return;
  const target = pathFrom(from, path);
  const picture = pictures.get(target);
  const isIndex = target === 'docs/' || target === 'docs';
  if (!picture && !isIndex && !pages.has(target)) return void link.removeAndKeepContent();
  const name = picture ? `pictures/${picture}` : isIndex ? 'index' : nameOf(target);
  link.setAttribute('href', anchor === undefined ? name : `${name}#${anchor}`);
}

/** Renders a picture with its dark twin; only the visible one is loaded. */
function show(image: Element, name: string | undefined, dark: string | undefined): void {
  if (name === undefined) throw new Error(`No such picture: ${image.getAttribute('src')}`);
  image.setAttribute('src', `pictures/${name}`);
  image.setAttribute('loading', 'lazy');
  if (dark === undefined) return;
  const kept = [...image.attributes].filter(([key]) => key !== 'src');
  const others = kept
    .map(([key, value]) => `${key}="${(value ?? '').replaceAll('"', '&quot;')}"`)
    .join(' ');
  image.setAttribute('class', 'in-light');
  image.after(`<img class="in-dark" src="pictures/${dark}" ${others}>`, { html: true });
}

/** Makes a table scroll by itself, by keyboard too. */
function scrollable(table: Element): void {
  table.before('<div class="wide" tabindex="0" role="group" aria-label="Table">', { html: true });
  table.after('</div>', { html: true });
}
