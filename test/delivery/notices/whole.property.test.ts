/** Where a question can be answered, all of it is shown; everywhere else, what is missing is named. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { kindNames } from '../../../src/core/reviews/kinds/words.ts';
import { answeringKinds } from '../../../src/ways/ways.ts';
import { sized } from '../../support/machine/sized.ts';
import { testAllWays } from '../../support/reach/all-ways.ts';
import { hostileText } from '../../support/reach/hostile.ts';

const OPEN = 'Open the question to see all of it.';
const RUNS = Number(process.env.INBOX_NOTICES ?? sized(80, 200));

/** A text between two words that occur nowhere else. */
const filler = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('', 'rm -rf *old* _x_', 'one\n  two\n\tthree', '`a` **b**'),
  },
  { weight: 2, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\u202e\u200b\u3164', 'a\u0300'.repeat(20), '漢字'.repeat(40)),
  },
  { weight: 1, arbitrary: fc.nat(4000).map((size) => 'long '.repeat(size / 5)) },
);
const short = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u202e', '漢'.repeat(30), '👩‍👩‍👧'.repeat(5), 'x '.repeat(60)),
  },
);
const maybe = (weight: number) => fc.option(filler, { freq: weight });
const kinds = [...kindNames, 'multi', 'question'] as const;
const questions = fc.record({
  kind: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...(['approval', 'selection', 'text-input', 'question'] as const)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...kinds) },
  ),
  title: fc.option(short, { freq: 3 }),
  description: maybe(2),
  prompt: maybe(2),
  text: maybe(2),
  options: fc.array(
    fc.record({
      label: short,
      description: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: filler },
      ),
    }),
    {
      minLength: 1,
      maxLength: 60,
      size: '+1',
    },
  ),
});
type Question = typeof questions extends fc.Arbitrary<infer Made> ? Made : never;

/** Short enough to be answered in every way: few of the others are, in a browser. */
const shortest: Question = {
  kind: 'approval',
  title: 'a',
  description: null,
  prompt: null,
  text: null,
  options: [
    { label: 'b', description: null },
    { label: 'c', description: null },
  ],
};

/** A label has at most 500 letters; the words at its ends stay. */
const cutWithin = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 200)}${text.slice(-200)}` : text;

/** Each part with two words of its own, and the words. */
function asked({ kind, title, description, prompt, text, options }: Question) {
  const words: string[] = [];
  const worded = <T extends string | null>(filling: T) => {
    if (filling === null) return undefined;
    const [first, last] = [`w${words.length}x`, `w${words.length + 1}x`];
    words.push(first, last);
    return `${first}${filling}${last}`;
  };
  const heading = { title: worded(title), description: worded(description) };
  const list = (most: number) =>
    options.slice(0, most).map((one, index) => ({
      id: `${index}`,
      label: worded(one.label.slice(0, 400)),
      description: worded(one.description),
    }));
  const payloads: Record<Question['kind'], () => JsonObject> = {
    approval: () => ({ ...heading, options: list(20) }),
    selection: () => ({ ...heading, prompt: worded(prompt), items: list(60) }),
    multi: () => ({ ...heading, prompt: worded(prompt), mode: 'multi', items: list(60) }),
    form: () => ({
      ...heading,
      fields: list(60).map(({ id, ...field }) => ({ name: `f${id}`, type: 'text', ...field })),
    }),
    'text-input': () => ({ ...heading, prompt: worded(prompt), prefill: worded(text) }),
    freeform: () => heading,
    questions: () => ({
      ...heading,
      questions: list(4).map(({ id, label, description }) => ({
        id,
        question: label,
        options: description === undefined ? undefined : [{ id, label: cutWithin(description) }],
      })),
    }),
    question: () => ({
      ...heading,
      questions: [
        { id: 'q', question: worded(prompt ?? 'which'), options: list(60), other: text === null },
      ],
    }),
    permission: () => ({
      ...heading,
      tool: worded('Bash'),
      input: { command: worded(text ?? 'ls'), other: [worded(prompt ?? '')] },
      preview: worded(description ?? 'lists'),
    }),
    rating: () => ({ ...heading, prompt: worded(prompt ?? 'rate'), maxLabel: worded('best') }),
    'diff-review': () => ({
      ...heading,
      files: [{ path: worded('src/'), diff: worded(text ?? '+a') }],
    }),
  };
  // Undefined fields are not sent.
  const payload: JsonObject = JSON.parse(JSON.stringify(payloads[kind]()));
  const types: Partial<Record<Question['kind'], string>> = {
    multi: 'selection',
    question: 'questions',
  };
  const type = types[kind] ?? kind;
  // Critical ones are never gathered, and each is alone in its channel.
  return {
    words,
    message: { text: worded(text), review: { type, payload, urgency: 'critical' as const } },
  };
}

test(
  'shows every part of a question, or says that some is missing and offers no answer, in every way',
  async () => {
    await using ways = await testAllWays();
    const offered: Record<string, number> = {};
    const one = async (question: Question) => {
      const { words, message } = asked(question);
      const { id: channelId } = await ways.inbox.channel();
      const seen = await ways.ask({ ...message, channelId });
      for (const [way, { text, labels, takesText }] of Object.entries(seen)) {
        const all = [text, ...labels].join('\n');
        const missing = words.filter((word) => !all.includes(word));
        if (labels.length === 0 && !takesText) {
          if (missing.length > 0)
            expect([way, missing, text]).toEqual([way, missing, expect.stringContaining(OPEN)]);
          continue;
        }
        offered[way] = (offered[way] ?? 0) + 1;
        expect([way, missing]).toEqual([way, []]);
        expect(all).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u3164]/);
      }
    };
    await fc.assert(fc.asyncProperty(questions, one), { numRuns: RUNS, examples: [[shortest]] });
    expect(Object.keys(offered).sort()).toEqual(answeringKinds.toSorted());
    for (const way of answeringKinds) expect(offered[way]).toBeLessThan(RUNS);
  },
  { timeout: 60_000 + RUNS * 500 },
);
