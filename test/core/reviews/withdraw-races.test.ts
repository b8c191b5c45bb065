/** A question ends once, whatever races with its withdrawal. INBOX_WITHDRAWALS is how many races; `bun run faults withdraw`. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { InboxError } from '../../../src/core/errors.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { buttonOf, press } from '../../../src/core/notify/chats.ts';
import { findContact } from '../../../src/core/notify/contact-record.ts';
import { optionsFor } from '../../../src/core/notify/decide.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { turnsOfLoop } from '../../support/reach/eventually.ts';
import { testQuestion } from '../../support/reach/question.ts';

const ROUNDS = Number(process.env.INBOX_WITHDRAWALS ?? 40);
const yes = { selectedOption: 'approve' };
const hold = { type: 'approval', expiresInSeconds: 60, hold: true };

type World = Awaited<ReturnType<typeof worldOf>>;

async function worldOf() {
  const test = await testQuestion();
  const contact = await findContact(test.inbox.store.read, test.contactId);
  if (!contact) throw new Error('Ann has no contact');
  return { ...test, contact, received: recordEvents(test.inbox) };
}

let world: World;
beforeAll(async () => {
  world = await worldOf();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

type Racer = () => Promise<unknown>;
/** Returns what races with the withdrawal of a question; `source` lets the question be asked again. */
const racers: Record<string, (world: World, id: string, asked: object) => Promise<Racer> | Racer> =
  {
    'an answer':
      ({ inbox }, id) =>
      () =>
        answerReview(inbox, inbox.owner, id, yes),
    'the expiry'({ inbox }) {
      inbox.clock.advance(59_999);
      return async () => {
        inbox.clock.advance(1);
        await settleExpired(inbox);
      };
    },
    'its deletion':
      ({ inbox }, id) =>
      () =>
        deleteMessage(inbox, inbox.owner, id),
    async 'a link'({ links, press: follow }, id) {
      const [approve] = await links(undefined, id);
      return () => follow(approve);
    },
    async 'a button of a chat'({ inbox, contact }, id) {
      const { review } = await getReview(inbox, inbox.agent, id);
      const [approve] = optionsFor(contact, review);
      const from = { kind: 'ntfy' as const, address: contact.address };
      if (!approve) throw new Error('Nothing can be answered there');
      return () => press(inbox, from, buttonOf(id, approve), 'https://inbox.example');
    },
    'a repetition that takes the lease':
      ({ inbox }, _, asked) =>
      () =>
        inbox.send(asked),
  };

test.each(Object.keys(racers))(
  'ends a question once when its withdrawal races with %s',
  async (name) => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) outcomes.add(await race(name, round));
    const ends = name.startsWith('a repetition')
      ? ['withdrawn']
      : [expect.any(String), 'withdrawn'];
    expect([...outcomes].sort()).toEqual(ends);
  },
  { timeout: 60_000 + ROUNDS * 200 },
);

const events: Record<string, string> = {
  completed: 'review:responded',
  expired: 'review:expired',
  withdrawn: 'review:withdrawn',
};
const actions: Record<string, string[]> = {
  completed: ['review.answered'],
  withdrawn: ['review.withdrawn'],
};

/** Returns how the question ended. */
async function race(name: string, round: number): Promise<string> {
  const { inbox, channelId, received } = world;
  const source = { client: 'test', session: name, callId: `${round}` };
  const asked = { channelId, review: hold, metadata: { source }, webhookUrl: 'https://hook.test/' };
  const { id } = await inbox.send(asked);
  const racer = await racers[name]?.(world, id, asked);
  received.length = 0;
  const withdrawing = async () => {
    await turns(round % 7);
    return withdrawReview(inbox, inbox.agent, id, { reason: 'done' });
  };
  const racing = async () => {
    await turns((round * 3) % 11);
    return racer?.();
  };
  const both = round % 2 === 0 ? [withdrawing, racing] : [racing, withdrawing];
  const results = await Promise.all(both.map((one) => one().catch(refusal)));
  const withdrawn = results[both.indexOf(withdrawing)];
  const end = await endOf(id);
  expect(withdrawn instanceof InboxError).toBe(end !== 'withdrawn');
  const ends = received
    .filter(({ payload }) => idIn(payload) === id)
    .map(({ name }) => `${name}`)
    .filter((name) => Object.values(events).includes(name));
  expect(ends).toEqual(end === 'deleted' ? [] : [events[end] ?? end]);
  const db = inbox.store.read;
  const posted = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('messageId', '=', id)
    .execute();
  // A deleted message takes its deliveries with it.
  const isGone = results.some((one) => (one as { deleted?: true })?.deleted);
  expect(posted.map((row) => row.event)).toEqual(isGone ? [] : ends);
  const entries = await db.selectFrom('audit').selectAll().where('subjectId', '=', id).execute();
  const audited = entries.map(({ action }) => action);
  expect(audited.filter((one) => one !== 'message.retracted')).toEqual(actions[end] ?? []);
  return end;
}

/** A few turns of the microtasks, and sometimes of the event loop: as many as slow reads of the other take. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
  if (count % 3 === 0) await turnsOfLoop(5 * count);
}

/** By what was announced, as the question may have been deleted since. */
async function endOf(id: string): Promise<string> {
  const { inbox, received } = world;
  const message = await getReview(inbox, inbox.agent, id).catch(refusal);
  if (!(message instanceof InboxError)) return message.review.status;
  return received.some(({ name }) => name === 'review:withdrawn') ? 'withdrawn' : 'deleted';
}

const idIn = (payload: object) => {
  const { id, messageId = id } = payload as { id?: string; messageId?: string };
  return messageId;
};

function refusal(error: unknown): InboxError {
  if (error instanceof InboxError) return error;
  throw error;
}
