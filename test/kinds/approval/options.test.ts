import { expect, test } from 'bun:test';
import { verdictOf } from '../../../src/core/reviews/kinds/answer-words.ts';
import { wordsOf } from '../../../src/core/reviews/kinds/words.ts';
import { ApprovalPayload } from '../../../src/kinds/approval/schema.ts';
import {
  approvingOption,
  meaningOf,
  type Option,
  refusingOption,
  whyNothing,
} from '../../../src/kinds/approval/words.ts';

type Row = [
  /** As the command line takes them, `id:label:style:decision`. */
  options: string[],
  /** For each option: `+` allows, `-` denies, `0` is neither; `!` takes a second press. */
  means: string,
  /** The options of the keys. */
  a: string | null,
  r: string | null,
];

const sets: Row[] = [
  // Nothing is said.
  [['approve:Approve:primary', 'reject:Reject:danger'], '+ -', 'approve', 'reject'],
  [['approve', 'reject'], '+ -', 'approve', 'reject'],
  [['reject', 'approve'], '- +', 'approve', 'reject'],
  [['Approve', 'Reject'], '+ -', 'Approve', 'Reject'],
  [['y', 'n'], '+ -', 'y', 'n'],
  [['y:Yes', 'n:No'], '+ -', 'y', 'n'],
  [['1:Yes', '2:No'], '0 -', null, '2'],
  [['ok', 'cancel'], '+ 0', 'ok', null],
  [['del:Delete:danger', 'keep:Keep'], '0! 0', null, null],
  [['keep:Keep:primary', 'del:Delete:danger'], '0 0!', null, null],
  [['del:Delete:danger', 'yes', 'no'], '0! 0 -', null, 'no'],
  [['approve::danger', 'later'], '0! 0', null, null],
  [['cancel:Cancel the job', 'keep:Keep it'], '0 0', null, null],
  [['cancel:Cancel the job:danger', 'keep:Keep it:primary'], '0! 0', null, null],
  [['cancel:Cancel the job:primary', 'keep:Keep it'], '+ 0', 'cancel', null],
  [['red', 'blue'], '0 0', null, null],
  [['eu:Europe:primary', 'us:America:primary'], '+ +', 'eu', null],
  [['later', 'now:Now:primary', 'approve'], '0 + +', 'now', null],
  [['yes', 'approve'], '+ +', null, null],
  [['go'], '0', null, null],
  [['go:Go:primary'], '+', 'go', null],
  [['approve'], '+', 'approve', null],
  [['no'], '-', null, 'no'],
  [['del:Delete:danger'], '0!', null, null],
  [['stop:Don’t', 'go:Go:primary'], '- +', 'go', 'stop'],
  [
    ['a:Do not', 'b:  ＤＥＣＬＩＮＥ ', "c:DON'T", 'd:Refuse', 'e:disapprove'],
    '- - - - -',
    null,
    'a',
  ],
  [['nothing', 'note', 'know', 'note-it:Do nothing'], '0 0 0 0', null, null],
  [['no:No, go on:primary', 'yes'], '- +', 'yes', 'no'],

  // Something is said.
  [['approve:::allow', 'reject:::deny'], '+ -', 'approve', 'reject'],
  [['y:::allow', 'n'], '+ -', 'y', 'n'],
  [['y', 'n:::deny'], '+ -', 'y', 'n'],
  [['y:::deny', 'n:::allow'], '- +', 'n', 'y'],
  [['del:Delete:danger:allow', 'keep:Keep'], '+! 0', 'del', null],
  [['del:Delete:danger:allow', 'keep:Keep::deny'], '+! -', 'del', 'keep'],
  [['del:Delete:danger', 'keep:Keep::deny'], '+! -', 'del', 'keep'],
  [['del:Delete:danger:deny', 'keep:Keep'], '- +', 'keep', 'del'],
  [['del:Delete:danger', 'keep:Keep::allow'], '0! +', 'keep', null],
  [['cancel:Cancel the job::allow', 'keep:Keep it'], '+ 0', 'cancel', null],
  [['cancel:Cancel the job', 'keep:Keep it::deny'], '+ -', 'cancel', 'keep'],
  [['eu:Europe:primary:allow', 'us:America:primary'], '+ 0', 'eu', null],
  [['eu:Europe::allow', 'us:America:primary:allow'], '+ +', 'us', null],
  [['red:::allow', 'blue:::allow'], '+ +', null, null],
  [['red:::deny', 'blue', 'green'], '- + +', null, 'red'],
  [['red:::deny', 'blue:::deny'], '- -', null, 'red'],
  [['red:::deny', 'blue:::allow', 'green', 'yes', 'no'], '- + 0 0 -', 'blue', 'red'],
  [['approve:::deny'], '-', null, 'approve'],
  [['reject::danger:allow'], '+!', 'reject', null],
];

const optionOf = (text: string): Option => {
  const [id = '', label, style, decision] = text.split(':');
  const parts = {
    id,
    label: label || id,
    style: style || undefined,
    decision: decision || undefined,
  };
  const [option] = ApprovalPayload.parse({ options: [parts] }).options;
  if (!option) throw new Error(`${text} is no option`);
  return option;
};
const signs = { allow: '+', deny: '-', neither: '0' };
const verdicts = { allow: 'approved', deny: 'rejected', neither: 'other' } as const;

test.each(sets)('%p: finds what each option means', (texts, means, a, r) => {
  const options = texts.map(optionOf);
  const choices = wordsOf('approval').choices?.({ options }) ?? [];
  const found = choices.map(({ meaning, tone }) => signs[meaning] + (tone === 'harm' ? '!' : ''));
  expect(found.join(' ')).toBe(means);
  const keys = [approvingOption(options), refusingOption(options)];
  expect(keys.map((option) => option?.id ?? null)).toEqual([a, r]);
  for (const { meaning, answer } of choices) {
    const review = { type: 'approval', payload: { options }, response: answer ?? {} };
    expect(verdictOf(review)).toBe(verdicts[meaning]);
  }
});

test('judges an option of an older question whose decision is another word', () => {
  const decision = 'maybe' as 'allow';
  expect(meaningOf({ ...optionOf('yes'), decision }, [])).toBe('allow');
});

test('says why a key chooses nothing', () => {
  const [one, other] = [optionOf('yes'), optionOf('ok')];
  expect(whyNothing('a', [one, other])).toBe('Several choices approve: choose one of them');
  expect(whyNothing('a', [optionOf('red')])).toBe('No choice is marked as approving');
  expect(whyNothing('r', [one])).toBe('No choice is marked as refusing');
});
