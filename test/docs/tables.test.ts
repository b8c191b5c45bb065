/** The tables of the pages that must follow the code: every route, every event, every package. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { dependencies, devDependencies } from '../../package.json';
import { liveNames, liveOf, postedNames } from '../../src/core/events/lookup.ts';
import { builtInNames, kindNames } from '../../src/core/reviews/kinds/words.ts';
import { answeringKinds, contactKinds, wayOf } from '../../src/ways/ways.ts';
import { importRows } from '../support/architecture/import-table.ts';
import { mutualFeatures, readSources } from '../support/architecture/imports.ts';
import { documentOf } from '../support/server/documented.ts';
import { testServer } from '../support/server/server.ts';

const root = join(import.meta.dir, '../..');

/** The rows of the table under a heading whose first cell names something `in code`. */
async function rowsOf(page: string, heading: string): Promise<string[][]> {
  const text = await Bun.file(join(root, page)).text();
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n');
  return rows.filter((row) => row.startsWith('| `')).map((row) => row.split('|').slice(1, -1));
}

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Returns the names in the first column of the table under a heading. */
const firstColumn = async (page: string, heading: string) =>
  (await rowsOf(page, heading)).flatMap(([cell]) => namesIn(cell));

test("the HTTP page lists exactly the server's routes", async () => {
  await using server = await testServer();
  const { paths } = await documentOf(server.url);
  const routes = Object.entries(paths).flatMap(([path, methods]) => {
    const shown = path.replace(/^\/api\/v1/, '').replaceAll(/\{(\w+)\}/g, ':$1');
    return Object.keys(methods).map((method) => `${method.toUpperCase()} ${shown}`);
  });
  expect((await firstColumn('docs/http.md', 'All routes')).sort()).toEqual(routes.sort());
});

test('the page on live events lists exactly the events of sockets and their audience', async () => {
  const documented = (await rowsOf('docs/live.md', 'Events')).flatMap(([event, , agents, users]) =>
    namesIn(event).map((name) => [name, Boolean(agents?.trim()), Boolean(users?.trim())]),
  );
  const emitted = liveNames.flatMap((name) => {
    const { live, as } = liveOf(name);
    return as === undefined ? [[name, live.agents !== undefined, live.people !== undefined]] : [];
  });
  expect(documented.sort()).toEqual(emitted.sort());
});

test('the page on webhooks lists exactly the events that are sent', async () => {
  const posted = [...postedNames, 'webhook:test'];
  expect((await firstColumn('docs/webhooks.md', 'Which URL gets what')).sort()).toEqual(
    posted.sort(),
  );
});

test('the pages on questions have every kind of question', async () => {
  const [asked, meant] = [
    await firstColumn('docs/http.md', 'Questions'),
    await firstColumn('docs/concepts.md', 'Kinds of questions'),
  ];
  expect(asked).toEqual(expect.arrayContaining(builtInNames));
  expect(meant).toEqual(expect.arrayContaining(kindNames));
});

test('the HTTP page names the kinds of contacts that are added there, and those that answer', async () => {
  const page = await Bun.file(join(root, 'docs/http.md')).text();
  const [, added] = /`POST \/contacts` takes `kind` \(([^)]*)\)/.exec(page) ?? [];
  const [, answering] = /or the kind of contact \(([^)]*)\)/.exec(page) ?? [];
  const byPost = contactKinds.filter((kind) => wayOf(kind).added.by !== 'link');
  expect(namesIn(added).sort()).toEqual(byPost.sort());
  expect(namesIn(answering).sort()).toEqual(answeringKinds.toSorted());
});

test('the page on the architecture lists who writes in the same change as which event', async () => {
  const rows = await rowsOf('docs/architecture.md', 'What else happens in a change');
  const documented = rows.flatMap(([events, , files]) =>
    namesIn(events).flatMap((event) => namesIn(files).map((file) => `${event} ${file}`)),
  );
  // A list of names before it, or one name. The outbox's are those of webhooks, which have their own page.
  const listeners = /(?:of \[([^\]]+)\] as const\) \{\s+\S+|\bbus)\.within\(('[^']+')?/g;
  const listening = Object.entries(await readSources(join(root, 'src'))).flatMap(([file, source]) =>
    [...source.matchAll(listeners)].flatMap(([, names = '', name = names]) =>
      [...name.matchAll(/'([^']+)'/g)].map(([, event]) => `${event} ${file}`),
    ),
  );
  expect(documented.sort()).toEqual(listening.sort());
});

test('the page for contributors lists the allowed imports', async () => {
  const rows = await rowsOf('CONTRIBUTING.md', 'Who may import whom');
  expect(rows.map((cells) => `|${cells.join('|')}|`)).toEqual(importRows());
});

test('the page for contributors gives a reason for every pair of features that use each other', async () => {
  const rows = await rowsOf('CONTRIBUTING.md', 'Features that use each other');
  const named = rows.map(([features]) => namesIn(features).join(' '));
  expect(named).toEqual(mutualFeatures(await readSources(join(root, 'src'))));
});

test('the page about MCP lists exactly its tools', async () => {
  await using server = await testServer();
  const client = new Client({ name: 'probe', version: '1' });
  const headers = { authorization: `Bearer ${server.agentKey.key}` };
  const url = new URL(`${server.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const { tools } = await client.listTools();
  await client.close();
  expect(await firstColumn('docs/mcp.md', 'The tools')).toEqual(tools.map(({ name }) => name));
});

test('the page for contributors gives a reason for every package', async () => {
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const named = await firstColumn('CONTRIBUTING.md', 'Dependencies');
  expect(named.sort()).toEqual(packages.sort());
});
