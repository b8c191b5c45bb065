/** The words of questions and of their answers, for lists, records, notices and searches. */
import { expect, test } from 'bun:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { asStored } from '../../../src/core/reviews/answers.ts';
import { answerLine, decidedWords } from '../../../src/core/reviews/kinds/answer-words.ts';
import { wordsOf } from '../../../src/core/reviews/kinds/words.ts';
import { parsePayload } from '../../../src/core/reviews/kinds.ts';
import { searchableText } from '../../../src/core/reviews/words.ts';

const words = wordsOf('questions');
const region = {
  id: 'region',
  question: 'Which region?',
  header: 'Region',
  options: [{ id: 'eu', label: 'Europe', description: 'Frankfurt' }, 'us'],
};
const token = { id: 'token', question: 'Which token?', secret: true };
const asked = (...questions: object[]) => parsePayload('questions', { questions }).data ?? {};
const answered = (payload: JsonObject, answers: object) =>
  asStored({ type: 'questions', payload }, { answers });

test('offers the options of a single question as answers, and reads a reply where it takes one', () => {
  const payload = asked({ ...region, other: true });
  expect(words.choices?.(payload).map(({ label, answer }) => [label, answer])).toEqual([
    ['Europe', { answers: { region: { selected: ['eu'] } } }],
    ['us', { answers: { region: { selected: ['us'] } } }],
  ]);
  expect(words.answerOf?.('mars', payload)).toEqual({ answers: { region: { other: 'mars' } } });
  expect(words.answerOf?.('mars', asked(region))).toBeNull();
});

test('offers no answer by a press or a reply to several questions, and no reply to a secret', () => {
  const several = asked(region, { id: 'when', question: 'When?' });
  expect([words.choices?.(several), words.answerOf?.('x', several)]).toEqual([[], null]);
  expect(words.answerOf?.('x', asked(token))).toBeNull();
  const multiple = words.choices?.(asked({ ...region, multiple: true }));
  expect(multiple?.map(({ answer }) => answer)).toEqual([null, null]);
});

test('shows answers by their labels, and secrets nowhere', () => {
  const payload = asked({ ...region, multiple: true, other: true }, token);
  const review = answered(payload, {
    region: { selected: ['eu', 'us'], other: 'the\tmoon' },
    token: { other: 'hush-hush' },
  });
  expect(review.response).toEqual({
    answers: {
      region: { selected: ['eu', 'us'], other: 'the\tmoon' },
      token: { other: '***' },
    },
  });
  expect(answerLine(review)).toBe('Europe, us, the moon');
  expect(words.record?.(review.response, payload)).toBe(
    'Which region?: Europe, us, the\tmoon; Which token?: ***',
  );
});

test('shows no answer to a question that a list has cut, as it may be secret', () => {
  const review = answered(asked(token), { token: { other: 'hush-hush' } });
  const response = words.hideInAnswer?.(
    { answers: { token: { other: 'x' }, b: { selected: ['y'] } } },
    {},
  );
  expect(response).toEqual({ answers: { token: { other: '***' }, b: { selected: ['***'] } } });
  expect(answerLine(review)).toBe('1 question answered');
});

test('names who chose what, and repeats no text that was typed and no secret', () => {
  const said = (question: object, given: object) =>
    decidedWords(answered(asked(question), { region: given }), 'Ann');
  const open = { ...region, other: true };
  expect(said(open, { selected: ['eu'] })).toBe('Ann chose “Europe”');
  expect(said(open, { other: 'mars' })).toBe('Answered by Ann');
  expect(said({ ...region, secret: true }, { selected: ['eu'] })).toBe('Answered by Ann');
});

test('finds a question by its texts and the labels of its options', () => {
  const text = searchableText(null, { type: 'questions', payload: asked(region, token) });
  expect(text.split('\n')).toEqual([
    'Which region? (and 1 more question)',
    'Region',
    'Which region?',
    'Europe',
    'us',
    'Which token?',
  ]);
});

test('cuts a title that is made of a long question, and counts the others', () => {
  const long = { id: 'a', question: `${'x'.repeat(40)} \n`.repeat(30) };
  const title = String(asked(long, { ...long, id: 'b' }, { ...long, id: 'c' }).title);
  expect(title).toEndWith('… (and 2 more questions)');
  expect(title).toHaveLength(200);
});
