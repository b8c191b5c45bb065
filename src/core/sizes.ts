const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Such as `3.4 MB`, in steps of 1000. */
export function sizeOf(bytes: number): string {
  // What rounds up to 1000 of a unit is 1 of the next.
  const size = Math.floor(Math.log10(Math.max(bytes, 1) * 1.0005) / 3);
  const power = Math.min(size, units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
}
