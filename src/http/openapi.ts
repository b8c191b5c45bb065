import { Elysia } from 'elysia';
import { z } from 'zod';
import { JsonObject } from '../core/json.ts';
import { type OpenApiDocument, openApiDocument, type Route } from './openapi/document.ts';
import { apiPage } from './openapi/page.ts';

/** The style stands in the page, and nothing else is allowed on it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The interface as a document and as a page, both made of the routes when first asked for. */
export function openApiRoutes(routes: () => Route[]) {
  let made: Promise<OpenApiDocument> | undefined;
  let page: string | undefined;
  const document = () => (made ??= openApiDocument(routes()));
  return new Elysia()
    .get('/openapi.json', () => document(), {
      detail: { summary: 'This document', tags: ['Server'], public: true },
      response: { 200: JsonObject },
    })
    .get(
      '/docs',
      async ({ set }) => {
        set.headers['content-type'] = 'text/html; charset=utf-8';
        set.headers['content-security-policy'] = policy;
        page ??= apiPage(await document());
        return page;
      },
      {
        detail: { summary: 'This document as a page', tags: ['Server'], public: true, hide: true },
        response: { 200: z.string() },
      },
    );
}
