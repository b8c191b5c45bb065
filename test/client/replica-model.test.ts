/** The model of the replica's property does as the real inbox does. INBOX_MODEL_RUNS is how many histories. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { givenSeed } from '../support/machine/random.ts';
import { createPair } from './replica/pair.ts';

const RUNS = Number(process.env.INBOX_MODEL_RUNS ?? 25);
const TIMEOUT = { timeout: 60_000 + RUNS * 2000 };

const does = [
  'send',
  'answer',
  'write',
  'end',
  'expire',
  'withdraw',
  'ack',
  'retract',
  'rename',
  'remove',
] as const;
const step = fc.record({
  do: fc.constantFrom(...does, 'send', 'send', 'answer', 'answer', 'answer'),
  at: fc.nat(50),
});

test(
  'logs and lists the same as the inbox',
  async () => {
    const history = fc.array(step, { maxLength: 25, size: 'max' });
    await fc.assert(
      fc.asyncProperty(history, async (run) => {
        await using pair = await createPair();
        for (const { do: what, at } of run) await pair.acts[what](at);
        expect(await pair.real()).toEqual(pair.modelled());
      }),
      { numRuns: RUNS, ...givenSeed },
    );
  },
  TIMEOUT,
);
