/** The documentation under /docs/; /docs itself is the API reference. */
import { html, listOf, wholePage } from './docs/layout.ts';
import type { Docs, DocsPage } from './docs/page.ts';
import { type Search, searchIn } from './docs/search.ts';
import { pathOf } from './gates/incoming.ts';
import { strictTransport } from './headers.ts';
import { type PageAssets, readingPolicy } from './reading.ts';
import { A_YEAR, always, answer, etagOf, keepText, unlessKnown } from './static.ts';

type Options = { read: () => Promise<Docs>; assets: PageAssets; publicUrl: string | null };
type Site = Docs & { search: Search; shown: Map<string, Uint8Array<ArrayBuffer>> };
type Headers = Record<string, string>;

const FOLDER = '/docs/';
const LONGEST_QUERY = 200;
/** A picture that is opened on its own runs no scripts. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Answers requests under /docs/; undefined for all others. The pages are read on the first request. */
export function createDocs({ read, assets, publicUrl }: Options) {
  const secure = strictTransport(publicUrl);
  let site: Promise<Site> | undefined;
  return (request: Request): Promise<Response> | undefined => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (!pathOf(request).startsWith(FOLDER)) return undefined;
    site ??= siteOf(read);
    // The next request tries to read them again.
    site.catch(() => {
      site = undefined;
    });
    return site.then((known) => answerOf(known, request, assets, secure));
  };
}

async function siteOf(read: () => Promise<Docs>): Promise<Site> {
  const docs = await read();
  return { ...docs, search: searchIn(docs.pages), shown: new Map() };
}

async function answerOf(
  site: Site,
  request: Request,
  assets: PageAssets,
  secure: Headers,
): Promise<Response> {
  const name = pathOf(request).slice(FOLDER.length) || 'index';
  const [, picture] = /^pictures\/([^/]+)$/.exec(name) ?? [];
  const kept = { ...secure, 'cache-control': A_YEAR, 'content-security-policy': picturePolicy };
  const shown = picture && answer(site.pictures, picture, request, kept);
  if (shown) return shown;
  const around = { ...site, assets, root: '../'.repeat(name.split('/').length) };
  if (name === 'search') {
    return ofNow(wholePage(around, found(site, request, around.root)), 200, request, secure);
  }
  const page = site.pages.find((one) => one.name === name);
  if (!page && name !== 'index') {
    return ofNow(wholePage(around, missing(site.pages, around.root)), 404, request, secure);
  }
  const file = `${name}.html`;
  if (!site.shown.has(file)) {
    await keepText(site.shown, file, wholePage(around, page ? ofPage(page) : index(site)));
  }
  const headers = { ...headersOf(secure), etag: etagOf(site.shown.get(file)) };
  return unlessKnown(site.shown, file, request, headers) ?? new Response(null, { status: 404 });
}

const headersOf = (secure: Headers): Headers => ({
  ...secure,
  'cache-control': 'no-cache',
  'content-security-policy': readingPolicy,
});

function ofNow(text: string, status: number, { method }: Request, secure: Headers): Response {
  const bytes = new TextEncoder().encode(text);
  const type = 'text/html; charset=utf-8';
  const sized = { 'content-type': type, 'content-length': `${bytes.length}` };
  const headers = { ...always, ...headersOf(secure), ...sized };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

const ofPage = (page: DocsPage) => ({ title: page.title, main: page.html, here: page });

const index = ({ pages }: Site) => ({
  title: 'Documentation',
  main: `<h1>Documentation</h1>${listOf(pages, '../')}`,
});

function found({ search }: Site, { url }: Request, root: string) {
  const query = (new URLSearchParams(url.split('?')[1]).get('q') ?? '').slice(0, LONGEST_QUERY);
  const result = search(query);
  const count = result.count === 1 ? '1 section matches' : `${result.count} sections match`;
  const said =
    query.trim() === '' ? 'Type what you are looking for.' : `${count} “${html(query)}”.`;
  const list = result.count > 0 ? `<dl class="found">${result.html(root)}</dl>` : '';
  return { title: 'Search', query, main: `<h1>Search</h1><p role="status">${said}</p>${list}` };
}

const missing = (pages: DocsPage[], root: string) => ({
  title: 'No such page',
  main: `<h1>No such page</h1><p>Search the documentation, or choose one of its pages:</p>${listOf(pages, root)}`,
});
