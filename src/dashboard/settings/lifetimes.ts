const DAY_MS = 86_400_000;

/** How long a new key or token may live, as a select offers it. */
export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'It does not expire' },
];

/** The `expiresAt` of what is created now. */
export const endOf = (life: string): string | null =>
  life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString();
