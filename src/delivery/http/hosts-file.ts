import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const path =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Returns the addresses that this machine itself gives a name; none for most names. */
export async function ownAddresses(host: string): Promise<string[]> {
  const listed = addressesIn(await readFile(path, 'utf8').catch(() => ''), host);
  if (listed.length > 0 || host !== 'localhost') return listed;
  return ['127.0.0.1', '::1'];
}

/** Reads lines such as `10.0.0.5 hooks.lan hooks # the rack`. */
export function addressesIn(hostsFile: string, host: string): string[] {
  const lines = hostsFile.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const named = lines.filter(([, ...names]) => names.some((name) => name.toLowerCase() === host));
  return named.flatMap(([address]) => (address && isIP(address) ? [address] : []));
}
