const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Such as `3.4 MB`, in steps of 1000, as the terminal says it. */
export function sizeOf(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
}
