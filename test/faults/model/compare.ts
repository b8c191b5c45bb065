/** Whether an inbox shows of a channel what the model says, everywhere where one can look. */
import { expect } from 'bun:test';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import { listDeliveries } from '../../../src/core/webhooks/deliveries.ts';
import { ListDeliveries } from '../../../src/core/webhooks/schema.ts';
import type { Clock, TestInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';
import type { Entry, Model } from './model.ts';

/** The inbox, and the ids of the channel's messages by the number that the model has for them. */
export type Real = {
  inbox: TestInbox;
  clock: Clock;
  channelId: string;
  ids: string[];
  /** Events of the channel announced since it was last asked, as the model writes it. */
  takeReceived: () => string[];
  restart: () => Promise<void>;
};

export async function sameAs(model: Model, real: Real): Promise<void> {
  const { inbox, channelId: channel, ids } = real;
  const numbered = model.entries.map((entry, number) => ({ ...entry, number }));
  const there = numbered.filter((entry) => !entry.isGone).reverse();
  const list = async (more: object) => {
    const page = ListMessages.parse({ channel, limit: 100, ...more });
    return (await listMessages(inbox, inbox.owner, page)).data;
  };
  const numbers = (messages: Message[]) => messages.map(({ id }) => ids.indexOf(id));
  const numbersOf = (entries: typeof there) => entries.map(({ number }) => number);

  expect((await list({})).map(asEntry)).toEqual(there.map(asShown));
  for (const status of ['pending', 'completed', 'expired', 'withdrawn'] as const) {
    const wanted = there.filter((entry) => entry.review?.status === status);
    expect([status, numbers(await list({ review: status }))]).toEqual([status, numbersOf(wanted)]);
  }
  const found = there.filter(
    ({ text, draft }) => text?.includes('deploy') && draft !== 'streaming',
  );
  expect(numbers(await list({ search: 'deploy' }))).toEqual(numbersOf(found));
  const soonest = there.filter((entry) => entry.review?.status === 'pending').sort(bySoonest);
  expect(
    numbers((await listPending(inbox, inbox.agent, { channel: [channel], limit: 100 })).data),
  ).toEqual(numbersOf(soonest));
  await samePostings(there, real);
  const [last] = there;
  const one = last && (await getMessage(inbox, inbox.agent, ids[last.number] ?? ''));
  expect(one && asEntry(one)).toEqual(last && asShown(last));
}

async function samePostings(there: (Entry & { number: number })[], real: Real): Promise<void> {
  const list = ListDeliveries.parse({ channel: real.channelId });
  const deliveries = await listDeliveries(real.inbox, real.inbox.owner, list);
  const stored = deliveries.map(({ messageId, event, status, attempts }) =>
    [real.ids.indexOf(messageId ?? ''), event, status, attempts.length].join(' '),
  );
  const expected = there.flatMap(({ number, postings }) =>
    postings.map(({ event, status, attempts }) => [number, event, status, attempts].join(' ')),
  );
  expect(stored.sort()).toEqual(expected.sort());
}

type Numbered = Entry & { number: number };
const bySoonest = (one: Numbered, other: Numbered) =>
  (one.review?.expiresAtMs ?? 0) - (other.review?.expiresAtMs ?? 0) || one.number - other.number;

const asEntry = ({ senderType, text, streamState, deliveryStatus, review }: Message) => ({
  by: senderType === 'user' ? 'person' : 'agent',
  text,
  streamState,
  deliveryStatus,
  review: review && [
    review.status,
    Date.parse(review.expiresAt ?? ''),
    review.response?.selectedOption,
  ],
});

const asShown = ({ by, text, draft, status, review }: Entry) => ({
  by,
  text,
  streamState: draft,
  deliveryStatus: status,
  review: review && [review.status, review.expiresAtMs, review.option],
});
