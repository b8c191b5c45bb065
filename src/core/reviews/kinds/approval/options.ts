/** Which option of an approval says yes and which says no: for keys, colours and exit codes. */
export const optionStyles = ['primary', 'secondary', 'danger', 'ghost'] as const;
export type OptionStyle = (typeof optionStyles)[number];
export type Option = { id: string; label: string; style?: OptionStyle | undefined };

/** Where the agent names none. */
export const defaultOptions: Option[] = [
  { id: 'approve', label: 'Approve', style: 'primary' },
  { id: 'reject', label: 'Reject', style: 'danger' },
];

const APPROVES = ['approve', 'yes', 'ok', 'allow'];
const REFUSES = ['reject', 'no', 'deny'];

/** Whether it does more than say no: a refusal is drawn as a danger too, and harms nothing. */
export const isHarmful = ({ id, style }: Option): boolean =>
  style === 'danger' && !REFUSES.includes(id);

/** The first of style primary, else the first whose id says yes. */
export const approvingOption = <One extends Option>(options: One[]): One | undefined =>
  options.find(({ style }) => style === 'primary') ??
  options.find(({ id }) => APPROVES.includes(id));

/** The first of style danger, else the first whose id says no; never the one that approves. */
export function refusingOption<One extends Option>(options: One[]): One | undefined {
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
