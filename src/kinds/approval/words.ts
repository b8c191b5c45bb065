import type { JsonObject } from '../../core/json.ts';
import type { Choice, KindWords, Meaning } from '../../core/reviews/kinds/kind-words.ts';
import { labelIn, labelsIn, textIn, writtenLabel } from '../../core/reviews/kinds/labels.ts';
import type { Verdict } from '../../core/reviews/kinds/verdicts.ts';
import { defaultOptions, isHarmful, meaningOf, type Option } from './options.ts';

export const approval: KindWords = {
  word: 'Approval',
  ...{ isChoice: true, isNeverDismissed: true, hasComment: true },
  choices(payload) {
    const options = optionsIn(payload);
    return options.map((option) => ({
      id: option.id,
      label: labelIn(payload.options, 'id', option.id),
      description: textIn(option, 'description'),
      meaning: meaningOf(option, options),
      tone: toneOf(option, options),
      answer: { selectedOption: option.id },
    }));
  },
  read: () => [],
  labels: ({ options }) => optionsIn({ options }).map(({ id }) => labelIn(options, 'id', id)),
  searched: ({ options }) => (isDefault(options) ? [] : labelsIn(options)),
  line: ({ selectedOption }, { options }) => labelIn(options, 'id', selectedOption),
  record: ({ selectedOption }, { options }) => writtenLabel(options, 'id', selectedOption),
  verdict: ({ selectedOption }, payload) => verdictOfChoice(selectedOption, optionsIn(payload)),
  decision: ({ selectedOption }) => (typeof selectedOption === 'string' ? selectedOption : null),
  example: (payload) => ({ selectedOption: optionsIn(payload)[0]?.id ?? 'approve' }),
};

const optionsIn = ({ options }: JsonObject) =>
  Array.isArray(options) ? (options as Option[]) : [];

function toneOf(option: Option, options: Option[]): Choice['tone'] {
  if (isHarmful(option, options)) return 'harm';
  return option.style === 'danger' ? 'danger' : 'plain';
}

function verdictOfChoice(id: unknown, options: Option[]): Verdict {
  const chosen = options.find((option) => option.id === id);
  return chosen ? verdicts[meaningOf(chosen, options)] : 'other';
}

const verdicts: Record<Meaning, Verdict> = {
  allow: 'approved',
  deny: 'rejected',
  neither: 'other',
};

/** By length first: a list of thousands is not serialised to be compared with two. */
const isDefault = (options: unknown) =>
  Array.isArray(options) &&
  options.length === defaultOptions.length &&
  JSON.stringify(options) === DEFAULT;

const DEFAULT = JSON.stringify(defaultOptions);
