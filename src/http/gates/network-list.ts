import { BlockList, isIP } from 'node:net';

/** Returns a function that says whether an address is in the list, or in one of its networks (CIDR). */
export function networkMatcher(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => false;
  const list = new BlockList();
  for (const one of addresses) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
