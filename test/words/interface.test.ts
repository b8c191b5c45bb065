/** Nothing that a reader of the API reads has a phrase of the list: its document, and its refusals. */
import { expect, test } from 'bun:test';
import { documentOf } from '../support/server/documented.ts';
import { type Failure, testServer } from '../support/server/server.ts';
import { PHRASES } from '../support/words/phrases.ts';

const faults = (sentences: string[]) =>
  sentences.flatMap((sentence) =>
    PHRASES.filter(({ phrase }) => phrase.test(sentence)).map(
      ({ instead }) => `${sentence} (${instead})`,
    ),
  );

/** Texts for people: titles, summaries and descriptions, wherever they are. */
function proseIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && ['title', 'summary', 'description'].includes(name)
      ? [inner]
      : proseIn(inner),
  );
}

test('the OpenAPI document has no banned phrase', async () => {
  await using server = await testServer();
  const prose = proseIn(await documentOf(server.url));
  expect(prose.length).toBeGreaterThan(300);
  expect(faults(prose)).toEqual([]);
});

test('no route refuses a request with a banned phrase', async () => {
  await using server = await testServer();
  const { owner, agent } = server.as;
  const refused = new Set<string>();
  for (const [path, method] of await routesOf(server.url)) {
    for (const client of [owner, agent]) {
      for (const body of method === 'GET' ? [null] : ['{}', '{"x":']) {
        const answer = await client.send<Failure>(path, { method, body, headers: JSON_TYPE });
        if (answer.status < 400) continue;
        refused.add(answer.body.message);
        for (const { message } of answer.body.errors ?? []) refused.add(message);
      }
    }
  }
  expect(refused.size).toBeGreaterThan(20);
  expect(faults([...refused])).toEqual([]);
}, 30_000);

/** All but those that would log the caller out. */
async function routesOf(url: string): Promise<[path: string, method: string][]> {
  const { paths } = await documentOf(url);
  const entries = Object.entries(paths).filter(
    ([path]) => path.startsWith('/api/v1/') && !/\/auth\/(logout|sessions)$/.test(path),
  );
  return entries.flatMap(([path, operations]) =>
    Object.keys(operations).map((method): [string, string] => [
      path.slice('/api/v1'.length).replaceAll(/\{\w+\}/g, 'nothing'),
      method.toUpperCase(),
    ]),
  );
}

const JSON_TYPE = { 'content-type': 'application/json' };
