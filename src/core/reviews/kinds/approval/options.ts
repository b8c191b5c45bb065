/** Which option of an approval approves and which refuses: for keys, colours and exit codes. */
export const optionStyles = ['primary', 'secondary', 'danger', 'ghost'] as const;
export type OptionStyle = (typeof optionStyles)[number];
export type Option = { id: string; label: string; style?: OptionStyle | undefined };

/** If the agent names none. */
export const defaultOptions: Option[] = [
  { id: 'approve', label: 'Approve', style: 'primary' },
  { id: 'reject', label: 'Reject', style: 'danger' },
];

const APPROVES = ['approve', 'yes', 'ok', 'allow'];
const REFUSES = ['reject', 'no', 'deny'];

/** Returns whether it does more than refuse: a refusal is shown as dangerous too, but is harmless. */
export const isHarmful = ({ id, style }: Option): boolean =>
  style === 'danger' && !REFUSES.includes(id);

/** The first of style primary, else the first whose id approves. */
export const approvingOption = <One extends Option>(options: One[]): One | undefined =>
  options.find(({ style }) => style === 'primary') ??
  options.find(({ id }) => APPROVES.includes(id));

/** The first of style danger, else the first whose id refuses; never the approving one. */
export function refusingOption<One extends Option>(options: One[]): One | undefined {
  const others = options.filter((option) => option !== approvingOption(options));
  return (
    others.find(({ style }) => style === 'danger') ?? others.find(({ id }) => REFUSES.includes(id))
  );
}

/**
 * The choice with which a script continues: the approving one, else the first without danger, else
 * the first.
 */
export const goingOnOption = (options: Option[]): Option | undefined =>
  approvingOption(options) ?? options.find(({ style }) => style !== 'danger') ?? options[0];
