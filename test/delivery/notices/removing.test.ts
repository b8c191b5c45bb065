import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Human } from '../../../src/core/access/callers.ts';
import { removeUser } from '../../../src/core/access/users.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { markRemoved } from '../../../src/core/channels/table.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { deleteContact } from '../../../src/core/notify/contacts.ts';
import { replacePairing } from '../../../src/core/notify/pairings.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { finishContactRemovals } from '../../../src/core/notify/sweep.ts';
import { markRead } from '../../../src/core/reviews/reads.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import type { TestInbox } from '../../support/inbox/inbox.ts';
import { idle, later, testBurst } from '../../support/reach/burst.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
type Reaching = Awaited<ReturnType<typeof testReaching>>;
type Made = { ann: Human; channelId: string; contactId: string; ids: string[] };

async function rows({ inbox }: Reaching) {
  await finishContactRemovals(inbox);
  const count = async (table: 'contacts' | 'notices') =>
    (await inbox.store.read.selectFrom(table).select('id').execute()).length;
  return { contacts: await count('contacts'), notices: await count('notices') };
}

async function sent(reaching: Reaching) {
  const contact = await reaching.contact();
  const { id, channelId } = await reaching.inbox.send({ review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  return { id, channelId, contact };
}

test.each([
  [
    'contact',
    ({ inbox }: Reaching, { contact }: { contact: { id: string } }) =>
      deleteContact(inbox, inbox.owner, contact.id),
    { contacts: 0, notices: 0 },
  ],
  [
    'message',
    ({ inbox }: Reaching, { id }: { id: string }) => deleteMessage(inbox, inbox.agent, id),
    { contacts: 1, notices: 0 },
  ],
  [
    'channel',
    ({ inbox }: Reaching, { channelId }: { channelId: string }) =>
      deleteChannel(inbox, inbox.owner, channelId),
    { contacts: 1, notices: 0 },
  ],
  [
    'channel whose messages are deleted later',
    ({ inbox }: Reaching, { channelId: id }: { channelId: string }) =>
      changeByItself(inbox, async (change) => {
        await markRemoved(change, id);
        change.emit('agent:deleted', { id }, { by: inbox.owner });
      }),
    { contacts: 1, notices: 0 },
  ],
] as const)(
  'takes back what was sent and leaves nothing behind when a %s is removed',
  async (_, remove, left) => {
    await using reaching = await testReaching();
    const made = await sent(reaching);
    await remove(reaching, made as never);
    await reaching.ntfy.has(2);
    expect(reaching.ntfy.shown('phone')).toEqual([]);
    await idle(reaching);
    expect(await rows(reaching)).toEqual(left);
  },
);

const everyOne =
  (remove: (inbox: TestInbox, id: string) => Promise<unknown>) =>
  async ({ inbox }: Reaching, { ids }: Made) => {
    for (const id of ids) await remove(inbox, id);
  };

test.each([
  [
    'its contact is removed',
    ({ inbox }: Reaching, made: Made) => deleteContact(inbox, made.ann, made.contactId),
    0,
  ],
  [
    'its person is removed',
    ({ inbox }: Reaching, { ann }: Made) => removeUser(inbox, inbox.owner, ann.userId),
    0,
  ],
  [
    'its channel is removed',
    ({ inbox }: Reaching, made: Made) => deleteChannel(inbox, inbox.owner, made.channelId),
    1,
  ],
  ['its messages are removed', everyOne((inbox, id) => deleteMessage(inbox, inbox.agent, id)), 1],
  [
    'each message is removed after its answer was counted',
    async (reaching: Reaching, { ids }: Made) => {
      for (const id of ids) {
        await answerReview(reaching.inbox, reaching.inbox.owner, id, { selectedOption: 'approve' });
        await later(reaching, 3000);
        await deleteMessage(reaching.inbox, reaching.inbox.agent, id);
      }
    },
    1,
  ],
] as const)('leaves nothing of a burst behind once %s', async (_, remove, contacts) => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  const { id: contactId } = await reaching.contact({ address: 'ann' }, ann);
  const filesBefore = filesIn(inbox.data);
  const { single, gathered } = await testBurst(reaching, 6, channelId);
  await remove(reaching, { ann, channelId, contactId, ids: [...single, ...gathered] });
  await later(reaching, 3000);
  expect(ntfy.shown('ann')).toEqual([]);
  expect(await rows(reaching)).toEqual({ contacts, notices: 0 });
  expect(filesIn(inbox.data)).toEqual(filesBefore);
});

test('leaves nothing of a channel behind whose questions ended before anyone was notified', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact({ delaySeconds: 60 });
  const { id, channelId } = await inbox.send({ review });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await deleteChannel(inbox, inbox.owner, channelId);
  expect(await rows(reaching)).toEqual({ contacts: 1, notices: 0 });
});

test('leaves nothing of a removed user behind once their notices are taken back', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  await reaching.contact({ address: 'ann' }, ann);
  await setAttention(inbox, ann, { ...NO_ATTENTION, timeZone: 'Europe/Berlin' });
  const pairing = { id: 'pairing', hash: 'hash', kind: 'telegram', userId: ann.userId };
  await changeByItself(inbox, (change) =>
    replacePairing(change, {
      ...pairing,
      origin: '{}',
      rules: '{}',
      expiresAt: '2030-01-02T12:15:00.000Z',
      contactId: null,
    }),
  );
  const { id } = await inbox.send({ channelId, review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await markRead(inbox, ann, id);
  expect(await tablesNaming(inbox, ann.userId)).toEqual([
    'attention',
    'contacts',
    'notices',
    'pairings',
    'review_reads',
    'seen',
    'user_channels',
  ]);
  const filesBefore = filesIn(inbox.data);
  await removeUser(inbox, inbox.owner, ann.userId);
  await ntfy.has(2);
  expect(ntfy.shown('ann')).toEqual([]);
  await idle(reaching);
  expect(await rows(reaching)).toEqual({ contacts: 0, notices: 0 });
  expect(await tablesNaming(inbox, ann.userId)).toEqual([]);
  expect(filesIn(inbox.data)).toEqual(filesBefore);
});

const filesIn = (data: string) => readdirSync(data, { recursive: true }).sort();

/** The tables that have rows of a user. */
async function tablesNaming({ store }: TestInbox, userId: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select m.name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'userId' order by m.name`.execute(store.read);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const one = sql`select 1 from ${sql.table(name)} where "userId" = ${userId} limit 1`;
    if ((await one.execute(store.read)).rows.length > 0) found.push(name);
  }
  return found;
}
