import type { Urgency } from '../../../core/notify/names.ts';
import type { Shows } from '../../../core/notify/schema.ts';

type Choice<T extends string> = { value: T; label: string };

export const urgencyChoices: Choice<Urgency>[] = [
  { value: 'low', label: 'All questions' },
  { value: 'normal', label: 'Normal urgency and above' },
  { value: 'high', label: 'High urgency and above' },
  { value: 'critical', label: 'Critical only' },
];

export const showsChoices: Choice<Shows>[] = [
  { value: 'all', label: 'Title and text' },
  { value: 'title', label: 'Title only' },
  { value: 'nothing', label: 'Only that a question is pending' },
];

/** Seconds; '' for the default of the kind. */
const delays: Choice<string>[] = [
  { value: '', label: 'Default' },
  { value: '0', label: 'No delay' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
];

/** With one that was set elsewhere. */
export const delayChoices = (seconds: number | null): Choice<string>[] =>
  delays.some(({ value }) => value === `${seconds ?? ''}`)
    ? delays
    : [...delays, { value: `${seconds}`, label: `${seconds} seconds` }];
