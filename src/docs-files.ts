/**
 * The documentation: in the executable, as it was built; in a checkout, rendered on the first
 * request.
 */
import { isExecutable } from './executable.ts';
import type { Docs, DocsPage } from './http/docs/page.ts';

export async function readDocs(): Promise<Docs> {
  if (!isExecutable) {
    const { buildDocsWhenStale } = await import('./build/docs.ts');
    await buildDocsWhenStale();
  }
  const { files } = await import('../dist/docs/files.js');
  const { 'pages.json': pages = '', ...rest } = files;
  const pictures = Object.entries(rest).map(
    async ([name, path]) => [name, await Bun.file(path).bytes()] as const,
  );
  return {
    pages: (await Bun.file(pages).json()) as DocsPage[],
    pictures: new Map(await Promise.all(pictures)),
  };
}
