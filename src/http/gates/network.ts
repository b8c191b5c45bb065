/**
 * Returns the part of an address that identifies a caller: a whole /64 for IPv6, since the holder
 * of one address has all of them.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array(zeros).fill('0'), ...rest].slice(0, 4).join(':');
}
