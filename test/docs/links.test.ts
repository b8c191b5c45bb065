/** Every link within the documentation leads to a file that exists, and to a heading of it. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pageNames, root } from '../support/docs/blocks.ts';

const pages = [...(await pageNames()), 'CHANGELOG.md'].sort();
const texts = new Map(
  await Promise.all(pages.map(async (page) => [page, await read(page)] as const)),
);

test('every link and anchor in the documentation resolves', () => {
  const links = pages.flatMap((page) => linksIn(page));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ leads }) => !leads).map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});

test('every page of the documentation is reachable from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const { file } of linksIn(page)) if (texts.has(file)) reached.add(file);
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

/** Without its blocks of code, in which nothing is a link. */
async function read(page: string): Promise<string> {
  const text = await Bun.file(join(root, page)).text();
  return text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');
}

function linksIn(page: string) {
  const text = (texts.get(page) ?? '').replaceAll(/`[^`\n]*`/g, '');
  const targets = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g),
    ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm),
  ].map(([, to = '']) => to);
  return targets
    .filter((to) => !/^(https?|mailto):/.test(to))
    .map((to) => ({ from: page, to, ...target(page, to) }));
}

function target(page: string, to: string) {
  const [path = '', anchor] = to.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  const isThere = existsSync(join(root, file)) && !file.startsWith('..');
  const hasAnchor = anchor === undefined || anchorsOf(texts.get(file) ?? '').includes(anchor);
  return { file, leads: isThere && hasAnchor };
}

/** The anchors that GitHub makes of headings, and those that a page sets itself. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return [...own, ...headings];
}

test('the README has at most 150 lines', async () => {
  const lines = (await Bun.file(join(root, 'README.md')).text()).split('\n');
  expect(lines.length).toBeLessThanOrEqual(151);
});
