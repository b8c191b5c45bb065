import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listAudit } from '../../../src/core/audit/list.ts';
import { record } from '../../../src/core/audit/record.ts';
import { type AuditAction, type AuditActor, ListAudit } from '../../../src/core/audit/schema.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { reviewerOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const actors = ['ada', 'bob', 'ci'] as const;
const actions = ['key.created', 'key.revoked', 'user.created'] as const;
const COUNT = 2400;

let inbox: TestInbox;
beforeAll(async () => {
  inbox = await testInbox();
  for (let at = 0; at < COUNT; at++) {
    // Set back now and then, as clocks are.
    inbox.clock.advance(at % 100 === 99 ? -30_000 : 1000);
    void changeByItself(inbox, (change) =>
      record(change, { actor: actorAt(at), visit: null }, actionAt(at)),
    );
    if (at % 500 === 0) await changeByItself(inbox, async () => {});
  }
  await changeByItself(inbox, async () => {});
}, 60_000);
afterAll(() => inbox[Symbol.asyncDispose]());

function actorAt(at: number): AuditActor {
  // One of the three did something at the very beginning alone.
  const id = at < 3 ? 'ci' : (actors[at % 2] ?? null);
  return { kind: 'user', id, name: id };
}

const actionAt = (
  at: number,
): { action: AuditAction; subject: { kind: 'key'; id: string; name: null } } => ({
  action: at === 5 ? 'user.created' : (actions[at % 2] ?? 'key.created'),
  subject: { kind: 'key', id: `key-${at % 7}`, name: null },
});

const cases: [name: string, filters: Record<string, string | string[]>][] = [
  ['nothing', {}],
  ['an actor', { actor: 'ada' }],
  ['an actor of long ago', { actor: 'ci' }],
  ['an action', { action: ['key.revoked'] }],
  ['a rare action', { action: ['user.created'] }],
  ['two actions', { action: ['key.revoked', 'user.created'] }],
  ['a prefix', { action: ['key.'] }],
  ['a prefix of nothing', { action: ['nothing.'] }],
  ['a subject', { subject: 'key-3' }],
  ['a subject and an actor', { subject: 'key-3', actor: 'bob' }],
  ['an actor and a rare action', { actor: 'bob', action: ['user.created'] }],
  ['a time', { after: '2030-01-02T12:05:00Z' }],
  ['an end', { before: '2030-01-02T12:10:00Z' }],
  ['a span', { after: '2030-01-02T12:05:00Z', before: '2030-01-02T14:08:00+02:00' }],
  ['a span and an action', { before: '2030-01-02T12:10:00Z', action: ['key.revoked'] }],
  ['an actor and a span', { actor: 'ada', before: '2030-01-02T12:02:00Z' }],
];

test.each(cases)('lists the entries that match %s, each once, in order', async (_, filters) => {
  const all = await inbox.store.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  const isWanted = (action: string) =>
    [filters.action ?? '']
      .flat()
      .some((one) => action === one || one === '' || (one.endsWith('.') && action.startsWith(one)));
  const time = (name: string) => Date.parse(`${filters[name]}`);
  const expected = all.filter(
    (row) =>
      isWanted(row.action) &&
      (!filters.actor || row.actorId === filters.actor) &&
      (!filters.subject || row.subjectId === filters.subject) &&
      (!filters.after || Date.parse(row.at) >= time('after')) &&
      (!filters.before || Date.parse(row.at) < time('before')),
  );
  const isByTime = (filters.after || filters.before) && !filters.actor && !filters.subject;
  if (isByTime) expected.sort((a, b) => a.at.localeCompare(b.at) || a.seq - b.seq);
  const seqs = expected.map(({ seq }) => seq);
  const listed = async (order: string) =>
    (await entriesOf(inbox, { ...filters, order })).map(({ seq }) => seq);
  expect(await listed('oldest')).toEqual(seqs);
  expect(await listed('newest')).toEqual(seqs.toReversed());
});

test('has the titles of messages beside the entries, and none of a deleted one', async () => {
  await using own = await testInbox();
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  const [kept, deleted] = [await own.send({ review }), await own.send({ review })];
  const removed = await own.send({ review });
  for (const { id } of [kept, deleted, removed]) {
    await answerReview(own, own.owner, id, { selectedOption: 'approve' });
  }
  await deleteMessage(own, own.owner, deleted.id);
  await deleteChannel(own, own.owner, removed.channelId);
  const { data, titles } = await listAudit(own, own.owner, ListAudit.parse({}));
  expect(titles).toEqual({ [kept.id]: 'Deploy?' });
  expect(JSON.stringify(data)).not.toContain('Deploy?');
});

test('refuses reviewers and agents', async () => {
  for (const caller of [reviewerOf('any'), inbox.agent]) {
    const listing = listAudit(inbox, caller, ListAudit.parse({}));
    await expect(listing).rejects.toMatchObject({ code: 'forbidden' });
  }
});
