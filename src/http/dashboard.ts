/** The dashboard's page and its assets. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { basePathOf } from './base-path.ts';
import { pathOf } from './gates/incoming.ts';
import { strictTransport } from './headers.ts';
import type { PageAssets } from './reading.ts';
import { A_YEAR, answer, etagOf, type StaticFiles, unlessKnown } from './static.ts';

export type Dashboard = (request: Request) => Response | undefined;

/**
 * Returns the files that the API page shares with the dashboard, under the names they were built
 * with.
 */
export function pageAssets(files: StaticFiles): PageAssets {
  const named = (name: RegExp) => [...files.keys()].find((one) => name.test(one)) ?? null;
  return {
    font: named(/^inter-latin-wght-normal-\w+\.woff2$/),
    scheme: named(/^scheme-\w+\.js$/),
  };
}

/** It loads nothing, and calls only this inbox. */
const workerHeaders = { 'content-security-policy': "default-src 'none'; connect-src 'self'" };

const MANIFEST = 'manifest.webmanifest';

/** The files at the root, which keep their names, with headers of their own. */
const headersAtRoot = new Map<string, Record<string, string>>([
  ['sw.js', workerHeaders],
  [MANIFEST, {}],
]);

const ELSEWHERE = /^\/(api|health|metrics|docs|openapi\.json|socket\.io|ws)(\/|$)/;

/** The page of decision links is apart from all others: it is small, and needs no login. */
const DECIDE = '/decide';

/** Answers requests for the dashboard; undefined for all others, which the app answers. */
export function createDashboard(built: StaticFiles, publicUrl: string | null): Dashboard {
  const files = withBasePath(basePathOf(publicUrl), built);
  const secure = strictTransport(publicUrl);
  const etags = new Map(fixed.map((name) => [name, etagOf(files.get(name))]));
  const newest = (name: string, request: Request, headers: Record<string, string>) => {
    const etag = etags.get(name) ?? '';
    return unlessKnown(files, name, request, {
      ...secure,
      'cache-control': 'no-cache',
      etag,
      ...headers,
    });
  };

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = pathOf(request);
    if (path.startsWith('/assets/')) {
      const name = path.slice('/assets/'.length);
      return answer(files, name, request, { ...secure, 'cache-control': A_YEAR });
    }
    const atRoot = path.slice(1);
    const headersOf = headersAtRoot.get(atRoot);
    if (headersOf) return newest(atRoot, request, headersOf);
    if (!isPage(path, request)) return undefined;
    if (path === DECIDE) return newest('decide.html', request, decideHeaders);
    const headers = { 'content-security-policy': policy(request.headers.get('host')) };
    return newest('index.html', request, headers);
  };
}

const pages = ['index.html', 'decide.html'];
/** Files that keep their names. */
const fixed = [...pages, ...headersAtRoot.keys()];

/** A page under a path names its files there; the files refer to one another by relative paths. */
function withBasePath(base: string, files: StaticFiles): StaticFiles {
  if (base === '') return files;
  const moved = [...pages, MANIFEST].flatMap((name) => {
    const text = new TextDecoder()
      .decode(files.get(name))
      .replaceAll(
        /"(\/assets\/|\/api\/|\/manifest\.webmanifest")/g,
        // A path may have letters that mean something in a replacement.
        (_, path) => `"${base}${path}`,
      )
      // A browser resolves it against the host alone.
      .replace('"id": "/"', () => `"id": "${base}/"`);
    const bytes = new TextEncoder().encode(text);
    return [
      [name, bytes],
      [`${name}.br`, new Uint8Array(brotliCompressSync(bytes))],
      [`${name}.gz`, new Uint8Array(gzipSync(bytes))],
    ] as const;
  });
  return new Map([...files, ...moved]);
}

/** Scanners of mail and monitors open links to these, and accept anything. */
const KNOWN = /^\/(decide|setup|login|device|m|c|answered|activity|files|channels|settings)(\/|$)/;

/**
 * A program that mistypes a path of the API gets an error; a browser gets the page, which handles
 * unknown paths.
 */
function isPage(path: string, { headers }: Request): boolean {
  if (path === '/') return true;
  if (ELSEWHERE.test(path) || /\.[^/]*$/.test(path)) return false;
  const accepted = headers.get('accept') ?? '*/*';
  return accepted.includes('text/html') || (KNOWN.test(path) && accepted.includes('*/*'));
}

/**
 * Mantine writes its variables into a style element: inline styles are allowed, inline scripts
 * never.
 */
function policy(host: string | null): string {
  // Safari does not accept 'self' for a socket's address.
  const sockets = host && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Nothing from elsewhere, no forms, and requests to this origin only. */
const decideHeaders = {
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};
