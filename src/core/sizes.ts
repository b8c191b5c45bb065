const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Such as `3.4MiB`, in steps of 1024; settings and flags accept it. */
export function sizeOf(bytes: number): string {
  // 1023.96 KiB would round to 1024 KiB: it is shown as 1 MiB.
  const size = Math.floor(Math.log2(Math.max(bytes, 1) * 1.0004) / 10);
  const power = Math.min(size, units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))}${units[power]}`;
}
