import { expect, test } from 'bun:test';
import { change } from '../../../src/core/change.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { markRemoved } from '../../../src/core/channels/table.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { deleteContact } from '../../../src/core/reach/contacts.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
type Reaching = Awaited<ReturnType<typeof testReaching>>;

async function rows({ inbox }: Reaching) {
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

/** Resolves once nothing is being sent any longer. */
async function idle({ inbox }: Reaching): Promise<void> {
  const open = inbox.store.read
    .selectFrom('notices')
    .select('id')
    .where('status', '=', 'sending')
    .unionAll(
      inbox.store.read
        .selectFrom('notices')
        .select('id')
        .where('status', '=', 'waiting')
        .where('dueAt', '<=', new Date(inbox.now()).toISOString()),
    );
  while ((await open.execute()).length > 0) await new Promise(setImmediate);
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
      change(inbox, async (tx, emit) => {
        await markRemoved(tx, id);
        emit('agent:deleted', { id }, { by: inbox.owner });
      }),
    { contacts: 1, notices: 0 },
  ],
] as const)(
  'withdraws what was sent and leaves nothing behind when a %s is removed',
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
