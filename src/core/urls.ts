import { z } from 'zod';

/** Shown as a link or requested: never `javascript:` or similar. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL' });

/** The user name and password in a URL, up to the last @ before a path: a password may contain one. */
const LOGIN = /\/\/[^/?#\\]*@/;

/** Returns a URL that can be shown, and opened by anyone. */
export const withoutLogin = (url: string): string => url.replace(LOGIN, '//');

/** Returns whether others on the network can read what is sent there. */
export function isInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'http:' && !/^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  );
}

/** Returns what was typed, with asterisks for the user name and password. */
export const withMaskedLogin = (url: string): string => url.replace(LOGIN, '//***@');

/** Where people open a question, at an inbox that they open by this URL. */
export const questionLink = (publicUrl: string, id: string): string =>
  `${publicUrl.replace(/\/$/, '')}/m/${id}`;
