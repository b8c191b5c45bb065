import { Elysia } from 'elysia';
import { z } from 'zod';
import { JsonObject } from '../core/json-checks.ts';
import { basePathOf } from './base-path.ts';
import type { IncomingRequest } from './gates/incoming.ts';
import { openApiDocument } from './openapi/document.ts';
import { documentAnswers } from './openapi/files.ts';
import type { Route } from './openapi/operations.ts';
import { apiPage } from './openapi/page.ts';
import { type PageAssets, readingPolicy } from './reading.ts';
import { etagOf, keepText, unlessKnown } from './static.ts';

const Search = z.object({ q: z.string().max(200).default('') });

type Options = {
  routes: () => Route[];
  assets: PageAssets;
  publicUrl: string | null;
  /** Counts a request against the rate limit. */
  count: (incoming: IncomingRequest) => Promise<void>;
};

/** The API as a document and as a page, both made from the routes on the first request. */
export function openApiRoutes({ routes, assets, publicUrl, count }: Options) {
  let made: ReturnType<typeof make> | undefined;
  const reference = () => (made ??= make());

  async function make() {
    const document = await openApiDocument(routes(), basePathOf(publicUrl));
    const page = apiPage(document, assets);
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    await keepText(files, 'openapi.json', JSON.stringify(document));
    await keepText(files, 'docs.html', page(''));
    return { page, files };
  }

  async function answer(name: string, { request, set }: IncomingRequest): Promise<Response> {
    const { files } = await reference();
    // The router answers HEAD with the length of what GET has.
    const asked = { method: 'GET', headers: request.headers };
    const headers = { 'cache-control': 'no-cache', etag: etagOf(files.get(name)) };
    const answered =
      unlessKnown(files, name, asked, headers) ?? new Response(null, { status: 404 });
    if (set.headers.vary) answered.headers.append('vary', `${set.headers.vary}`);
    return answered;
  }

  return new Elysia()
    .onBeforeHandle(({ request, set }) => count({ request, set }))
    .get('/openapi.json', ({ request, set }) => answer('openapi.json', { request, set }), {
      detail: {
        operationId: 'getOpenApi',
        summary: 'Get this document',
        tags: ['Server'],
        public: true,
        responses: documentAnswers,
      },
      response: { 200: JsonObject },
    })
    .get(
      '/docs',
      async ({ request, set, query }) => {
        set.headers['content-security-policy'] = readingPolicy;
        if (query.q === '') return answer('docs.html', { request, set });
        const { page } = await reference();
        return new Response(page(query.q), {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      },
      {
        query: Search,
        detail: {
          summary: 'Get this document as a web page',
          tags: ['Server'],
          public: true,
          hide: true,
        },
        response: { 200: z.string() },
      },
    );
}
