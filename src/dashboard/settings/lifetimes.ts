const DAY_MS = 86_400_000;

/** How long a new key or token may live, as a select offers it. */
export const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'never', label: 'Never' },
];

/** The `expiresAt` of what is created now. */
export const endOf = (life: string): string | null =>
  life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString();
