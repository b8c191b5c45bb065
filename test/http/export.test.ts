import { expect, test } from 'bun:test';
import type { NewToken, User } from '../../src/core/access/schema.ts';
import type { ExportedQuestion } from '../../src/core/ended/schema.ts';
import { createLarge } from '../../src/http/large.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const nasty = 'He said "no, 1;2"\r\nand left – ünïcode 🦊';
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];

async function answer(server: TestServer, channelId: string, review: object, response: object) {
  const asked = await server.as.agent.post<{ id: string }>('/messages', { channelId, review });
  const { id } = asked.body;
  const sent = await server.as.owner.post(`/reviews/${id}/respond`, { response });
  expect([asked.status, sent.status]).toEqual([201, 200]);
  return id;
}

const textInput = (title: string) => ({ type: 'text-input', payload: { title } });

test('writes every answer as one CSV row without formulas', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel({ name: '@bots, all' });
  for (const text of [...formulas, nasty]) {
    await answer(server, channelId, textInput(text.trim()), { text });
  }
  const { status, headers, body } = await server.as.owner.get<string>('/reviews/export?format=csv');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="answered-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head = [], ...rows] = cellsOf(body);
  expect(rows).toHaveLength(formulas.length + 1);
  for (const row of rows) expect(row).toHaveLength(head.length);
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)]).toReversed();
  expect(column('answer')).toEqual([...formulas.map((text) => `'${text}`), nasty]);
  expect(new Set(column('channel'))).toEqual(new Set(["'@bots, all"]));
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(column('verdict')).toEqual(rows.map(() => 'other'));
  expect(column('credential')).toEqual(rows.map(() => 'local'));
  expect(column('questionDigest').every((digest) => /^[0-9a-f]{64}$/.test(digest ?? ''))).toBe(
    true,
  );
});

test('exports what the filters list, with retracted questions and without passwords', async () => {
  await using server = await testServer();
  const [one, other] = [await server.channel({ name: 'one' }), await server.channel()];
  const fields = [
    { name: 'pin', type: 'password', label: 'PIN', defaultValue: 'old secret' },
    { name: 'sum', type: 'number', label: 'Refund' },
    { name: 'why', type: 'select', label: 'Why', options: [{ value: 'g', label: 'Goodwill' }] },
  ];
  const form = { type: 'form', payload: { title: 'Pay?', fields } };
  const approval = (title: string) => ({
    type: 'approval',
    payload: { title, allowComment: true },
  });
  const yes = { selectedOption: 'approve', comment: 'After six.' };
  const first = await answer(server, one.id, form, { pin: 'open sesame', sum: -5, why: 'g' });
  const second = await answer(server, one.id, approval('Deploy the needle?'), yes);
  const third = await answer(server, other.id, approval('Elsewhere?'), {
    selectedOption: 'reject',
  });
  const gone = await answer(server, one.id, approval('Gone?'), yes);
  await server.as.agent.delete(`/messages/${gone}`);
  const exported = async (query: string, caller = server.as.owner) => {
    const { status, body } = await caller.get<ExportedQuestion[]>(`/reviews/export${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body;
  };
  const idsOf = async (query: string) => (await exported(query)).map(({ id }) => id);

  expect(await idsOf('')).toEqual([gone, third, second, first]);
  expect(await idsOf(`?channel=${one.id}`)).toEqual([gone, second, first]);
  expect(await idsOf('?verdict=approved&verdict=rejected')).toEqual([third, second]);
  expect(await idsOf('?type=form')).toEqual([first]);
  expect(await idsOf('?search=NEEDLE%20deploy')).toEqual([second]);
  expect(await idsOf('?to=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await idsOf('?review=expired')).toEqual([]);
  // Whatever a retracted question had named as its session is gone.
  expect(await idsOf('?session=s1')).toEqual([]);
  expect(await idsOf('?askedBy=local')).toEqual([]);

  const asked = { channelId: one.id, review: approval('Moot?') };
  const { id: moot } = (await server.as.agent.post<{ id: string }>('/messages', asked)).body;
  await server.as.agent.post(`/reviews/${moot}/withdraw`, { reason: '=done' });
  const [withdrawn, ...more] = await exported('?review=withdrawn');
  expect([withdrawn, more]).toMatchObject([
    { id: moot, status: 'withdrawn', withdrawnWhy: '=done', title: 'Moot?', response: null },
    [],
  ]);
  const csv = await server.as.owner.get('/reviews/export?review=withdrawn&format=csv');
  expect(`${csv.body}`).toContain(",'=done,");
  expect(csv.headers.get('content-disposition')).toContain('withdrawn-');

  const [tomb, , approved, paid] = await exported('');
  expect(tomb).toMatchObject({ status: 'retracted', answer: 'approve', title: null, text: null });
  expect(approved).toMatchObject({
    channelName: 'one',
    title: 'Deploy the needle?',
    verdict: 'approved',
    answer: 'Approve',
    comment: 'After six.',
    status: 'completed',
  });
  expect(paid).toMatchObject({
    answer: 'PIN: ***; Refund: -5; Why: Goodwill',
    response: { pin: '***', sum: -5, why: 'g' },
  });
  for (const format of ['json', 'csv']) {
    const { body } = await server.as.owner.get(`/reviews/export?format=${format}`);
    expect(JSON.stringify(body)).not.toMatch(/open sesame|old secret|Gone/);
  }
});

test('exports only visible questions to a reviewer, and none to an agent', async () => {
  await using server = await testServer();
  const [mine, theirs] = [await server.channel(), await server.channel()];
  const own = await answer(server, mine.id, textInput('Mine'), { text: 'x' });
  const other = await answer(server, theirs.id, textInput('Theirs'), { text: 'x' });
  await server.as.agent.delete(
    `/messages/${await answer(server, theirs.id, textInput('Gone'), { text: 'x' })}`,
  );
  const email = 'rita@example.com';
  const user = { email, name: 'Rita', role: 'reviewer', channels: [mine.id] };
  expect((await server.as.owner.post<User>('/users', user)).status).toBe(201);
  const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'script', email });
  const rita = server.as.key(body.token);
  const all = await rita.get<ExportedQuestion[]>('/reviews/export');
  expect(all.body.map(({ id }) => id)).toEqual([own]);
  const asked = await rita.get<ExportedQuestion[]>(`/reviews/export?channel=${theirs.id}`);
  expect(asked.body).toEqual([]);
  const csv = await rita.get<string>('/reviews/export?format=csv');
  expect(cellsOf(csv.body)).toHaveLength(2);
  expect(csv.body).not.toContain(other);
  expect((await server.as.agent.get('/reviews/export')).status).toBe(403);
});

test('refuses invalid parameters by name', async () => {
  await using server = await testServer();
  for (const [query, field] of [
    ['format=xlsx', 'format'],
    ['review=pending', 'review'],
    ['review=expired&verdict=approved', 'verdict'],
    ['from=monday', 'from'],
    [`search=${Array.from({ length: 51 }, (_, n) => `w${n}`).join('+')}`, 'search'],
  ]) {
    const refused = await server.as.owner.get(`/reviews/export?${query}`);
    expect([query, refused.status, refused.body.errors?.[0]?.path?.[0]]).toEqual([
      query,
      400,
      field,
    ]);
  }
});

test('streams on demand and ends when the client leaves', async () => {
  let [read, ended] = [0, false];
  async function* lines() {
    try {
      while (true) {
        read++;
        yield 'x'.repeat(1024);
      }
    } finally {
      ended = true;
    }
  }
  await using inbox = await testInbox();
  const { body } = await createLarge(inbox).text(new Request('http://inbox'), lines(), {});
  const reader = body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(read).toBeLessThan(1000);
  expect(ended).toBe(false);
  await reader?.cancel();
  expect(ended).toBe(true);
});

/** The cells of a CSV, by the letter of RFC 4180. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  let rest = csv;
  while (rest !== '') {
    const [all = '', quoted, plain, end] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (all === '') throw new Error(`not CSV: ${JSON.stringify(rest.slice(0, 60))}`);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    rest = rest.slice(all.length);
    if (end === '\r\n' && rest !== '') rows.push([]);
  }
  return rows;
}
