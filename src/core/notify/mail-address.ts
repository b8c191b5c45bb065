/** Addresses of mail, as settings and contacts have them. */
import { z } from 'zod';

const Address = z.email().max(254);

export const isMailAddress = (text: string): boolean => Address.safeParse(text).success;

/** A sender: `inbox@example.com`, or `Inbox <inbox@example.com>`. Null for any other text. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, name = '', named] = /^([^<>\r\n]*)<([^<>\r\n]+)>$/.exec(text.trim()) ?? [];
  const address = named ?? text.trim();
  return isMailAddress(address) ? { name: name.replaceAll('"', '').trim(), address } : null;
}
