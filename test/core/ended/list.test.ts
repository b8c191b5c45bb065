import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { endedFacets } from '../../../src/core/ended/facets.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { listRetracted } from '../../../src/core/retractions/retractions.ts';
import { ListRetracted } from '../../../src/core/retractions/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { reviewerOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

const options = ['approve', 'reject', 'later'];
const files = [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n' }];
const HOUR_MS = 3_600_000;

/** Six questions in two channels, answered an hour apart from noon on, the even ones by Rita. */
async function answered(inbox: TestInbox) {
  const [one, other] = [await inbox.channel({ name: 'one' }), await inbox.channel()];
  const cases: [title: string, type: string, JsonObject, JsonObject][] = [
    ['Alpha ship', 'approval', { options }, { selectedOption: 'approve' }],
    ['Bravo ship', 'approval', { options }, { selectedOption: 'reject' }],
    ['Charlie', 'diff-review', { files }, { verdict: 'request-changes' }],
    ['Delta', 'text-input', { prompt: 'Words?', dismissLabel: 'Skip' }, { _dismissed: true }],
    ['Echo ship', 'approval', { options }, { selectedOption: 'later' }],
    ['Foxtrot', 'diff-review', { files }, { verdict: 'approve' }],
  ];
  const ids: Record<string, string> = {};
  for (const [n, [title, type, payload, response]] of cases.entries()) {
    const channelId = (n < 3 ? one : other).id;
    const { id } = await inbox.send({
      channelId,
      review: { type, payload: { title, ...payload } },
    });
    ids[title.slice(0, 1)] = id;
    const by = n % 2 === 0 ? reviewerOf(channelId) : inbox.owner;
    await answerReview(inbox, by, id, response);
    inbox.clock.advance(HOUR_MS);
  }
  return { one, other, ids };
}

/** The initials of the titles that a query lists, the latest first, and the total. */
async function find(inbox: TestInbox, query: object, caller = inbox.owner) {
  const list = ListMessages.parse({ review: 'completed', order: 'ended', ...query });
  const { data, total, nextCursor } = await listMessages(inbox, caller, list);
  const letters = data.map(({ review }) => String(review?.payload.title).slice(0, 1)).join('');
  return { letters, total, nextCursor };
}

test('filters answered questions by person, channel, kind, verdict, time and words, and counts them', async () => {
  await using inbox = await testInbox();
  const { one, other } = await answered(inbox);
  const at = (hour: number) => `2030-01-02T${hour}:00:00.000Z`;
  const rows: [query: object, letters: string][] = [
    [{}, 'FEDCBA'],
    [{ channel: one.id }, 'CBA'],
    [{ channel: [one.id, other.id] }, 'FEDCBA'],
    [{ channel: ['nothing'] }, ''],
    [{ type: 'approval' }, 'EBA'],
    [{ type: ['approval', 'text-input'] }, 'EDBA'],
    [{ verdict: 'approved' }, 'FA'],
    [{ verdict: ['rejected', 'changes-requested', 'dismissed', 'other'] }, 'EDCB'],
    [{ respondedBy: 'reviewer' }, 'ECA'],
    [{ respondedBy: ['reviewer', inbox.owner.userId] }, 'FEDCBA'],
    [{ from: at(13), to: at(15) }, 'CB'],
    [{ from: '2030-01-02T14:00:00+01:00' }, 'FEDCB'],
    [{ search: 'SHIP' }, 'EBA'],
    [{ search: 'ship', verdict: 'other' }, 'E'],
    [{ search: 'words', channel: one.id }, ''],
    [{ channel: one.id, type: 'approval', verdict: 'approved', respondedBy: 'reviewer' }, 'A'],
  ];
  for (const [query, letters] of rows) {
    expect([query, await find(inbox, query)]).toEqual([
      query,
      { letters, total: letters.length, nextCursor: null },
    ]);
  }
});

test.each([{ type: 'approval' }, { search: 'ship' }])(
  'pages through matches of %p without repeats or gaps, each page with the total',
  async (query) => {
    await using inbox = await testInbox();
    await answered(inbox);
    let [seen, cursor] = ['', null as string | null];
    do {
      const more = cursor === null ? {} : { cursor };
      const { letters, total, nextCursor } = await find(inbox, { ...query, limit: 1, ...more });
      expect(total).toBe(3);
      seen += letters;
      cursor = nextCursor;
    } while (cursor !== null);
    expect(seen).toBe('EBA');
  },
);

test('limits a reviewer to their channels, for results and for filters', async () => {
  await using inbox = await testInbox();
  const { one, other } = await answered(inbox);
  const rita = reviewerOf(other.id);
  expect(await find(inbox, {}, rita)).toMatchObject({ letters: 'FED', total: 3 });
  expect(await find(inbox, { channel: one.id }, rita)).toMatchObject({ letters: '', total: 0 });
  expect(await find(inbox, { search: 'ship' }, rita)).toMatchObject({ letters: 'E', total: 1 });
  expect(await endedFacets(inbox, reviewerOf(one.id))).toEqual({
    respondedBy: expect.arrayContaining([{ id: 'reviewer', name: 'Rita' }]),
    type: ['approval', 'diff-review'],
  });
  expect(await endedFacets(inbox, reviewerOf('nothing'))).toEqual({ respondedBy: [], type: [] });
});

test('offers the kind of a question as a filter as soon as it expires', async () => {
  await using inbox = await testInbox();
  await inbox.send({ review: { type: 'approval', expiresInSeconds: 60 } });
  inbox.clock.advance(60_000);
  expect(await endedFacets(inbox, inbox.owner)).toEqual({
    respondedBy: [],
    type: ['approval'],
  });
});

test('filters retracted questions in the same way', async () => {
  await using inbox = await testInbox();
  const { one, ids } = await answered(inbox);
  for (const letter of ['A', 'B', 'D']) {
    await deleteMessage(inbox, inbox.agent, ids[letter] ?? '');
    inbox.clock.advance(HOUR_MS);
  }
  const letters = async (query: object) => {
    const { data } = await listRetracted(inbox, inbox.owner, ListRetracted.parse(query));
    return data.map(({ id }) => Object.keys(ids).find((one) => ids[one] === id)).join('');
  };
  expect(await letters({})).toBe('DBA');
  expect(await letters({ channel: [one.id] })).toBe('BA');
  expect(await letters({ type: ['text-input'] })).toBe('D');
  expect(await letters({ respondedBy: ['reviewer'] })).toBe('A');
  expect(await letters({ from: '2030-01-02T19:00:00Z', to: '2030-01-02T20:00:00Z' })).toBe('B');
});

test('reads a page and its total from an index, for all channels and for some', async () => {
  await using inbox = await testInbox();
  const planOf = async (query: string) => {
    const plan = sql<{ detail: string }>`explain query plan ${sql.raw(query)}`;
    return (await plan.execute(inbox.store.read)).rows.map(({ detail }) => detail).join();
  };
  const rest = `and type in ('a', 'b') and "answeredBy" in ('u') and "respondedAt" > '2030'`;
  for (const within of ['', `and "channelId" = 'x'`]) {
    const some = `from reviews where status = 'completed' ${within} and verdict in ('other') ${rest}`;
    const page = await planOf(
      `select "messageId" ${some} order by "respondedAt" desc, "messageId" desc limit 51`,
    );
    expect(page).toMatch(/USING COVERING INDEX reviews_completed/);
    expect(page).not.toContain('TEMP B-TREE');
    expect(await planOf(`select count(*) ${some}`)).toMatch(
      /USING COVERING INDEX reviews_completed/,
    );
  }
});

test.each([
  ['verdict', { verdict: 'approved' }],
  ['type', { type: 'form', review: 'pending' }],
  ['from', { from: '2030-01-01T00:00:00Z', order: 'sent' }],
  ['verdict', { order: 'ended', review: 'expired', verdict: 'approved' }],
  ['respondedBy', { order: 'ended', review: 'expired', respondedBy: 'x' }],
  ['verdict', { order: 'ended', review: 'completed', verdict: 'splendid' }],
  ['from', { order: 'ended', review: 'completed', from: 'yesterday' }],
  [
    'to',
    {
      order: 'ended',
      review: 'completed',
      from: '2030-01-02T00:00:00Z',
      to: '2030-01-01T00:00:00Z',
    },
  ],
] as const)('refuses an invalid filter at %s: %p', (field, query) => {
  const parsed = ListMessages.safeParse(query);
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
