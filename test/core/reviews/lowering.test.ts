/** How many critical questions a channel and a key may ask within an hour. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Agent, localOrigin } from '../../../src/core/access/callers.ts';
import { updateChannel } from '../../../src/core/channels/channels.ts';
import { UpdateAgent } from '../../../src/core/channels/schema.ts';
import { deleteMessage, getMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEY_LIMIT = 10;

const agentWith = (keyId: string | null): Agent => ({
  kind: 'agent',
  keyId,
  keyName: keyId,
  channels: 'all',
  origin: localOrigin(),
  standing: { id: crypto.randomUUID(), find: async () => agentWith(keyId) },
});

async function ask(inbox: TestInbox, channelId: string, keyId: string | null, more: object = {}) {
  const review = { type: 'approval', urgency: 'critical', ...more };
  const input = SendMessage.parse({ channelId, review });
  return (await sendMessage(inbox, agentWith(keyId), input)).message;
}

type Step =
  | { do: 'ask'; channel: number; key: number | null; urgency: 'normal' | 'critical' }
  | { do: 'wait'; ms: number }
  | { do: 'limit'; channel: number; count: number }
  | { do: 'retract' };

const channel = fc.nat(1);
const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant<'ask'>('ask'),
        channel,
        key: fc.option(fc.nat(1)),
        urgency: fc.constantFrom<'normal' | 'critical'>('critical', 'critical', 'normal'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant<'wait'>('wait'), ms: fc.nat(HOUR_MS) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant<'limit'>('limit'), channel, count: fc.nat(12) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant<'retract'>('retract') }) },
  ),
  { maxLength: 60 },
);

test('lowers a critical question once its channel or its key has had its number of them within an hour', async () => {
  await using inbox = await testInbox();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence: Step[]) => {
      run += 1;
      const channels = [await inbox.channel(), await inbox.channel()].map(({ id }) => id);
      const limits = [5, 5];
      const kept: { channel: number; key: number | null; at: number }[] = [];
      let last: string | null = null;
      for (const step of sequence) {
        if (step.do === 'wait') inbox.clock.advance(step.ms);
        if (step.do === 'limit') {
          limits[step.channel] = step.count;
          const set = { criticalPerHour: step.count };
          await updateChannel(inbox, inbox.owner, channels[step.channel] ?? '', set);
        }
        if (step.do === 'retract' && last !== null) {
          await deleteMessage(inbox, inbox.agent, last);
          last = null;
        }
        if (step.do !== 'ask') continue;
        const { key, urgency } = step;
        const recent = kept.filter(({ at }) => at > inbox.now() - HOUR_MS);
        const ofChannel = recent.filter((one) => one.channel === step.channel).length;
        const ofKey = key === null ? 0 : recent.filter((one) => one.key === key).length;
        const isKept = ofChannel < (limits[step.channel] ?? 0) && ofKey < KEY_LIMIT;
        const keyId = key === null ? null : `key-${run}-${key}`;
        const asked = await ask(inbox, channels[step.channel] ?? '', keyId, { urgency });
        last = asked.id;
        const wanted =
          urgency === 'normal'
            ? { urgency: 'normal', lowered: false }
            : { urgency: isKept ? 'critical' : 'high', lowered: !isKept };
        const read = await getMessage(inbox, inbox.owner, asked.id);
        expect([asked.review, read.review]).toMatchObject([wanted, wanted] as never);
        if (urgency === 'critical' && isKept) {
          kept.push({ channel: step.channel, key, at: inbox.now() });
        }
      }
    }),
    { numRuns: 15 },
  );
});

test('judges a question on a draft when it opens, however long it was being written', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const review = { type: 'approval', urgency: 'critical' };
  const drafts: string[] = [];
  while (drafts.length < 7) {
    const streamId = `draft-${drafts.length}`;
    const input = SendMessage.parse({ channelId, streamId, streamState: 'streaming', review });
    drafts.push((await sendMessage(inbox, agentWith('k'), input)).message.id);
    inbox.clock.advance(20 * MINUTE_MS);
  }
  const opened = [];
  for (const [index] of drafts.entries()) {
    const end = { text: 'Fire', streamState: 'complete' as const };
    const message = await updateStream(inbox, agentWith('k'), `draft-${index}`, end);
    opened.push(message.review?.urgency);
  }
  expect(opened).toEqual([...Array(5).fill('critical'), 'high', 'high']);
  const last = await getMessage(inbox, inbox.owner, drafts.at(-1) ?? '');
  expect(last.review).toMatchObject({ urgency: 'high', lowered: true });
});

test('takes a number from 0 to 100 for a channel, from an owner alone', async () => {
  const given = [0, 5, 100, -1, 101, 2.5, '7', Number.NaN];
  expect(given.map((n) => UpdateAgent.safeParse({ criticalPerHour: n }).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  await using inbox = await testInbox();
  const { id, criticalPerHour } = await inbox.channel({ criticalPerHour: 100 } as object);
  expect(criticalPerHour).toBe(5);
  const set = { criticalPerHour: 100 };
  await expect(updateChannel(inbox, agentWith('k'), id, set)).rejects.toThrow('Only a person');
  expect(await updateChannel(inbox, inbox.owner, id, set)).toMatchObject(set);
});
