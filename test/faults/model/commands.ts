/** Events in the life of a channel, done to the inbox and to the model of it. */
import { expect } from 'bun:test';
import fc from 'fast-check';
import { InboxError } from '../../../src/core/errors.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage, UpdateStream } from '../../../src/core/messages/schema.ts';
import { abortAbandoned, updateStream } from '../../../src/core/messages/streams.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { claimDeliveries, takeBackDeliveries } from '../../../src/core/webhooks/claim.ts';
import { listDeliveries, retryDeliveries } from '../../../src/core/webhooks/deliveries.ts';
import { ListDeliveries } from '../../../src/core/webhooks/schema.ts';
import { settleDelivery } from '../../../src/core/webhooks/settle.ts';
import type { Real } from './compare.ts';
import type { Entry, Model, Outcome } from './model.ts';

type Act = (model: Model, real: Real) => Promise<void>;
type Command = fc.AsyncCommand<Model, Real>;

/** Whatever it does, it announces what the model says. */
const command = (name: string, act: Act): Command => ({
  check: () => true,
  async run(model, real) {
    await act(model, real);
    await settleExpired(real.inbox);
    model.expire();
    expect(real.takeReceived().sort()).toEqual(model.takeAnnounced().sort());
  },
  toString: () => name,
});

const text = fc.constantFrom('deploy now', 'rollback deploy', 'Grüße', 'a');
const clientId = fc.constantFrom('client 1', 'client 2');
const streamId = fc.constantFrom('stream 1', 'stream 2');
const number = fc.nat({ max: 4 });
const how = fc.constantFrom('ok', 'failed', 'gone' as const);

const send = fc
  .record({
    text,
    clientId: fc.option(clientId),
    seconds: fc.option(fc.integer({ min: 1, max: 400 })),
  })
  .map((input) =>
    command(`send ${JSON.stringify(input)}`, (model, real) => {
      const { text, clientId, seconds } = input;
      const review = { type: 'approval', expiresInSeconds: seconds };
      const more = { ...(clientId ? { clientId } : {}), ...(seconds ? { review } : {}) };
      const expiresAtMs = real.clock.now() + (seconds ?? 0) * 1000;
      const asked: Partial<Entry> = seconds ? { review: { status: 'pending', expiresAtMs } } : {};
      return sendAs('agent', model, real, { text, ...more }, { text, name: clientId, ...asked });
    }),
  );

const write = text.map((text) =>
  command(`a person writes ${text}`, (model, real) =>
    sendAs('owner', model, real, { text }, { by: 'person', text }),
  ),
);

const draft = streamId.map((streamId) =>
  command(`draft ${streamId}`, (model, real) => {
    const input = { streamId, streamState: 'streaming', text: '' };
    return sendAs('agent', model, real, input, { name: streamId, draft: 'streaming', text: '' });
  }),
);

async function sendAs(
  who: 'agent' | 'owner',
  model: Model,
  real: Real,
  input: object,
  entry: Partial<Entry>,
): Promise<void> {
  const known = model.named(entry.name ?? null);
  const parsed = SendMessage.parse({ ...input, channelId: real.channelId });
  const sending = sendMessage(real.inbox, real.inbox[who], parsed);
  if (known >= 0 && !model.isSameBody(known, entry)) {
    return equal('outcome', await outcomeOf(sending), 'conflict');
  }
  const sent = await sending;
  equal('sent anew', sent.created, known < 0);
  if (known >= 0) return equal('the one that is there', sent.message.id, real.ids[known]);
  real.ids.push(sent.message.id);
  model.add(entry);
}

const end = fc.constantFrom('complete', 'aborted', null);
const patch = fc.record({ streamId, text, end }).map((input) =>
  command(`patch ${JSON.stringify(input)}`, async (model, real) => {
    const { streamId, text, end } = input;
    const update = { text, channelId: real.channelId, ...(end ? { streamState: end } : {}) };
    const outcome = await outcomeOf(
      updateStream(real.inbox, real.inbox.agent, streamId, UpdateStream.parse(update)),
    );
    equal('outcome', outcome, model.patch(model.named(streamId), text, end));
  }),
);

const to = (
  what: string,
  real: (real: Real, id: string) => Promise<unknown>,
  model: (model: Model, number: number) => Outcome,
) =>
  number.map((number) =>
    command(`${what} ${number}`, async (modelled, inbox) => {
      const outcome = await outcomeOf(real(inbox, inbox.ids[number] ?? 'none'));
      equal('outcome', outcome, model(modelled, number));
    }),
  );

const answers = ['approve', 'reject'].map((option) =>
  to(
    option,
    ({ inbox }, id) => answerReview(inbox, inbox.owner, id, { selectedOption: option }),
    (model, number) => model.answer(number, option),
  ),
);
const withdraw = to(
  'withdraw',
  ({ inbox }, id) => withdrawReview(inbox, inbox.agent, id),
  (model, number) => model.withdraw(number),
);
const ack = to(
  'ack',
  ({ inbox }, id) => ackMessage(inbox, inbox.agent, id),
  (model, number) => model.ack(number),
);
const remove = to(
  'delete',
  ({ inbox }, id) => deleteMessage(inbox, inbox.agent, id),
  (model, number) => model.remove(number),
);
const retry = to(
  'retry',
  ({ inbox }, id) => retryDeliveries(inbox, inbox.owner, id),
  (model, number) => model.retry(number),
);

/** The oldest pending delivery is sent; a crash in between leaves it to be sent again. */
const deliver = fc.record({ how, crash: fc.boolean() }).map((input) =>
  command(`deliver ${JSON.stringify(input)}`, async (model, real) => {
    const list = ListDeliveries.parse({ channel: real.channelId, status: 'pending' });
    const oldest = (await listDeliveries(real.inbox, real.inbox.owner, list)).at(-1);
    if (!oldest) return;
    const [taken] = await claimDeliveries(real.inbox, [oldest.id]);
    equal('taken', taken?.id, oldest.id);
    if (input.crash) await takeBackDeliveries(real.inbox, later(real));
    const { how } = input;
    const status = { ok: 200, failed: 500, gone: 410 }[how];
    await settleDelivery(real.inbox, oldest.id, {
      result: how === 'ok' ? 'accepted' : 'refused',
      status,
      error: how === 'ok' ? null : 'No',
      durationMs: 1,
      response: null,
      isFinal: how === 'gone',
      retryAfterSeconds: null,
    });
    model.attempted(real.ids.indexOf(oldest.messageId ?? ''), oldest.event, how);
  }),
);

/** After every lease. */
const later = ({ clock }: Real) => clock.now() + 60_000;

const wait = fc.integer({ min: 1, max: 400 }).map((seconds) =>
  command(`wait ${seconds} s`, async (model, real) => {
    real.clock.advance(seconds * 1000);
    await abortAbandoned(real.inbox);
    model.abandon();
  }),
);

const restart = fc.constant(
  command('restart', async (_, real) => {
    await real.restart();
    await takeBackDeliveries(real.inbox, later(real));
  }),
);

/** A sequence of them; `replayPath` is what a failure printed. */
export const commands = (maxCommands: number, replayPath: string) =>
  fc.commands(
    [
      fc.oneof(
        { weight: 6, arbitrary: send },
        ...[write, draft, patch, ...answers, withdraw, ack, remove].map((one) => ({
          weight: 3,
          arbitrary: one,
        })),
        ...[deliver, retry, wait].map((arbitrary) => ({ weight: 4, arbitrary })),
        { weight: 1, arbitrary: restart },
      ),
    ],
    { maxCommands, size: 'max', ...(replayPath ? { replayPath } : {}) },
  );

const outcomeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'ok',
    (error) => {
      if (error instanceof InboxError) return error.code;
      throw error;
    },
  );

function equal(what: string, is: unknown, expected: unknown): void {
  if (is !== expected) throw new Error(`${what}: ${is}, and the model says ${expected}`);
}
