/** The meaning of each option of an approval: for keys, colours, notices, verdicts and exit codes. */
import type { JsonObject } from '../../core/json.ts';
import type { Choice, KindWords, Meaning, Verdict } from '../../core/reviews/kinds/kind-words.ts';
import { labelIn, labelsIn, textIn, writtenLabel } from '../../core/reviews/kinds/labels.ts';

export const optionStyles = ['primary', 'secondary', 'danger', 'ghost'] as const;
type OptionStyle = (typeof optionStyles)[number];
export const decisions = ['allow', 'deny'] as const;
type Decision = (typeof decisions)[number];
export type Option = {
  id: string;
  label: string;
  style?: OptionStyle | undefined;
  /** The agent's own word for its meaning; nobody else writes it. */
  decision?: Decision | undefined;
};

/** If the agent names none. */
export const defaultOptions: Option[] = [
  { id: 'approve', label: 'Approve', style: 'primary' },
  { id: 'reject', label: 'Reject', style: 'danger' },
];

const ALLOWS = ['approve', 'yes', 'y', 'ok', 'allow', 'accept', 'confirm'];
const DENIES = ['reject', 'deny', 'decline', 'refuse', 'disapprove', 'no', 'n', "don't", 'do not'];

/** Returns what an option says that it means, or else what it and the others suggest. */
export function meaningOf(option: Option, options: Option[]): Meaning {
  const own = saidBy(option);
  if (own) return own;
  const said = options.map(saidBy).filter((one) => one !== undefined);
  if (isRefusal(option)) return 'deny';
  if (said.includes('allow')) return 'neither';
  // Which of Delete and Keep is the yes?
  if (said.length === 0 && options.some(isUnclearDanger)) return 'neither';
  if (option.style === 'primary' || ALLOWS.includes(folded(option.id))) return 'allow';
  return said.includes('deny') ? 'allow' : 'neither';
}

/** A question from an older version may have any value there. */
const saidBy = ({ decision }: Option) => decisions.find((one) => one === decision);

const isRefusal = ({ id, label }: Option) =>
  [id, label].some((text) => DENIES.includes(folded(text)));

const isUnclearDanger = (option: Option) => option.style === 'danger' && !isRefusal(option);

/** Phones and word processors write the apostrophe of “don’t” as a quotation mark. */
const folded = (text: string) =>
  text.normalize('NFKC').replaceAll(/[’ʼ]/g, "'").toLowerCase().trim();

/** Returns whether it takes a second press: a refusal may look dangerous, but does no harm. */
export const isHarmful = (option: Option, options: Option[]): boolean =>
  option.style === 'danger' && meaningOf(option, options) !== 'deny';

/** The first of style primary among those that allow, or else the only one. */
export function approvingOption<One extends Option>(options: One[]): One | undefined {
  const allowing = options.filter((option) => meaningOf(option, options) === 'allow');
  const [first, ...others] = allowing;
  return (
    allowing.find(({ style }) => style === 'primary') ?? (others.length === 0 ? first : undefined)
  );
}

/** The first that denies. */
export const refusingOption = <One extends Option>(options: One[]): One | undefined =>
  options.find((option) => meaningOf(option, options) === 'deny');

/** Says why a key chooses nothing. */
export function whyNothing(key: 'a' | 'r', options: Option[]): string {
  if (key === 'r') return 'No choice is marked as refusing';
  const isOpen = options.some((option) => meaningOf(option, options) === 'allow');
  return isOpen
    ? 'Several choices approve: choose one of them'
    : 'No choice is marked as approving';
}

export const approval: KindWords = {
  word: 'Approval',
  isChoice: () => true,
  isNeverDismissed: true,
  hasComment: true,
  choices: choicesIn,
  read: () => [],
  labels: ({ options }) => optionsIn({ options }).map(({ id }) => labelIn(options, 'id', id)),
  searched: ({ options }) => (isDefault(options) ? [] : labelsIn(options)),
  line: ({ selectedOption }, { options }) => labelIn(options, 'id', selectedOption),
  record: ({ selectedOption }, { options }) => writtenLabel(options, 'id', selectedOption),
  verdict: ({ selectedOption }, payload) => verdictOfChoice(selectedOption, optionsIn(payload)),
  decision: ({ selectedOption }) => (typeof selectedOption === 'string' ? selectedOption : null),
  example: (payload) => ({ selectedOption: optionsIn(payload)[0]?.id ?? 'approve' }),
};

/** Returns what can be chosen; nothing of a question of which a list has cut the options. */
export function choicesIn(payload: JsonObject): Choice[] {
  const options = optionsIn(payload);
  return options.map((option) => ({
    id: option.id,
    label: labelIn(payload.options, 'id', option.id),
    description: textIn(option, 'description'),
    meaning: meaningOf(option, options),
    tone: toneOf(option, options),
    answer: { selectedOption: option.id },
  }));
}

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
