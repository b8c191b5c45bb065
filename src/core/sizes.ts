const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Such as `3.4MiB`, in steps of 1024; a setting or a flag takes it back. */
export function sizeOf(bytes: number): string {
  // What rounds up to 1024 of a unit is 1 of the next.
  const size = Math.floor(Math.log2(Math.max(bytes, 1) * 1.0004) / 10);
  const power = Math.min(size, units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))}${units[power]}`;
}
