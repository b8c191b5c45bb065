import { Elysia } from 'elysia';
import { z } from 'zod';
import { JsonObject } from '../core/json-checks.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
import type { Route } from './openapi/operations.ts';
import { apiPage } from './openapi/page.ts';
import { type PageAssets, readingPolicy } from './reading.ts';

const Search = z.object({ q: z.string().max(200).default('') });

/** The API as a document and as a page, both made from the routes on the first request. */
export function openApiRoutes(routes: () => Route[], assets: PageAssets, base: string) {
  let made: Promise<OpenApiDocument> | undefined;
  let page: ReturnType<typeof apiPage> | undefined;
  const document = () => (made ??= openApiDocument(routes(), base));
  return new Elysia()
    .get('/openapi.json', () => document(), {
      detail: {
        operationId: 'getOpenApi',
        summary: 'Get this document',
        tags: ['Server'],
        public: true,
      },
      response: { 200: JsonObject },
    })
    .get(
      '/docs',
      async ({ set, query }) => {
        set.headers['content-type'] = 'text/html; charset=utf-8';
        set.headers['content-security-policy'] = readingPolicy;
        page ??= apiPage(await document(), assets);
        return page(query.q);
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
