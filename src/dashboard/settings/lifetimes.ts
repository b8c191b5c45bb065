import { serverNow } from '../../client/clock.ts';

const DAY_MS = 86_400_000;

/** The lifetimes that a select offers for a new key or token. */
export const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'never', label: 'Never' },
];

/** Returns the `expiresAt` of a key or token created now. */
export const endOf = (life: string): string | null =>
  life === 'never' ? null : new Date(serverNow() + Number(life) * DAY_MS).toISOString();
