/** Who may send what has been claimed: of webhooks and of notices alike. */
import { expect, test } from 'bun:test';
import { createContact } from '../../src/core/notify/contacts.ts';
import { CreateContact } from '../../src/core/notify/schema.ts';
import { notSent } from '../../src/core/outgoing/outcome.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { noticeQueue } from '../../src/delivery/notices/queue.ts';
import { webhookQueue } from '../../src/delivery/webhooks/queue.ts';
import { noWays } from '../../src/ways/ways.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const HOME = 'https://inbox.example';
const LEASE_MS = 20_000;
const ways = { ...noWays, ntfyUrl: 'http://127.0.0.1:1' };

const queues = [
  {
    name: 'webhook',
    queueOf: (inbox: TestInbox) => webhookQueue(inbox, async () => notSent('nobody sends')),
    async make(inbox: TestInbox): Promise<void> {
      const { id: channelId } = await inbox.channel({ webhookUrl: 'https://example.com/hook' });
      const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
      await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    },
  },
  {
    name: 'notice',
    queueOf: (inbox: TestInbox) => noticeQueue(inbox, { homeOf: () => HOME }),
    async make(inbox: TestInbox): Promise<void> {
      const contact = CreateContact.parse({ kind: 'ntfy', address: 'phone' });
      await createContact(inbox, inbox.owner, contact);
      await inbox.send({ review: { type: 'approval', urgency: 'critical' } });
    },
  },
];

/** A queue with one item, which has been claimed. */
async function claimed({ queueOf, make }: (typeof queues)[number]) {
  const inbox = await testInbox({ ways });
  const queue = queueOf(inbox);
  await make(inbox);
  const due = async () => {
    const found = await queue.findDue({ atMs: inbox.now(), limit: 9, isBusy: () => false });
    return found.map(({ id }) => id);
  };
  const [id = ''] = await due();
  expect(await queue.claim([id])).toHaveLength(1);
  const takeBack = (isUnderWay = false) => queue.takeBack(inbox.now(), () => isUnderWay);
  return { inbox, queue, id, due, takeBack };
}

test.each(queues)(
  'a claimed $name is due again when its lease ends, and not before',
  async (one) => {
    const { inbox, queue, id, due, takeBack } = await claimed(one);
    await using _ = inbox;
    expect(await queue.nextDueAt(inbox.now())).toBe(inbox.now() + LEASE_MS);
    inbox.clock.advance(LEASE_MS - 1);
    await takeBack();
    expect(await due()).toEqual([]);
    inbox.clock.advance(1);
    await takeBack(true);
    expect(await due()).toEqual([]);
    await takeBack();
    expect(await due()).toEqual([id]);
  },
);

test.each(queues)('a claimed $name is due again once it is released', async (one) => {
  const { inbox, queue, id, due, takeBack } = await claimed(one);
  await using _ = inbox;
  await queue.release([id]);
  await takeBack();
  expect(await due()).toEqual([id]);
});
