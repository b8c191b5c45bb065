/** Which choice of an approval says yes and which says no: for keys, colours and exit codes. */
import type { JsonObject } from '../../json.ts';
import type { ApprovalPayload } from './approval/schema.ts';

type Option = ApprovalPayload['options'][number];

const APPROVES = ['approve', 'yes', 'ok', 'allow'];
const REFUSES = ['reject', 'no', 'deny'];

/** Whether it does more than say no: a refusal is drawn as a danger too, and harms nothing. */
export const isHarmful = ({ id, style }: Option): boolean =>
  style === 'danger' && !REFUSES.includes(id);

/** The first of style primary, else the first whose id says yes. */
export const approvingOption = (options: Option[]): Option | undefined =>
  options.find(({ style }) => style === 'primary') ??
  options.find(({ id }) => APPROVES.includes(id));

/** The first of style danger, else the first whose id says no; never the one that approves. */
export function refusingOption(options: Option[]): Option | undefined {
  const others = options.filter((option) => option !== approvingOption(options));
  return (
    others.find(({ style }) => style === 'danger') ?? others.find(({ id }) => REFUSES.includes(id))
  );
}

/**
 * The choice with which a script goes on: the approving one, else the first that is no danger, else
 * the first.
 */
export const goingOnOption = (options: Option[]): Option | undefined =>
  approvingOption(options) ?? options.find(({ style }) => style !== 'danger') ?? options[0];

export const verdicts = [
  ...(['approved', 'rejected', 'changes-requested', 'dismissed', 'other'] as const),
] as const;
export type Verdict = (typeof verdicts)[number];

type Answered = { type: string; payload: JsonObject; response: JsonObject | null };

/** Which verdict an answer is; null where there is no answer. */
export function verdictOf({ type, payload, response }: Answered): Verdict | null {
  if (!response) return null;
  if (response._dismissed === true) return 'dismissed';
  if (type === 'approval') return verdictOfChoice(response.selectedOption, optionsIn(payload));
  if (type !== 'diff-review') return 'other';
  if (response.verdict === 'approve') return 'approved';
  return response.verdict === 'request-changes' ? 'changes-requested' : 'other';
}

/** Without the options, as of a question that was retracted or cut in a list, the id says it. */
export function verdictOfChoice(id: unknown, options: Option[] = []): Verdict {
  const known = options.length > 0 ? options : [{ id: String(id), label: '' }];
  if (approvingOption(known)?.id === id) return 'approved';
  return refusingOption(known)?.id === id ? 'rejected' : 'other';
}

const optionsIn = ({ options }: JsonObject) =>
  Array.isArray(options) ? (options as Option[]) : undefined;
