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

// The URL of a mail server: its host, its login, and how the connection is encrypted.

export type SmtpServer = {
  host: string;
  port: number;
  /** Encrypted from the start, not by STARTTLS. */
  secure: boolean;
  /** Not used without encryption. */
  requireTLS: boolean;
  /** Not encrypted even if the server offers that. */
  ignoreTLS: boolean;
  login: { user: string; pass: string } | null;
  tls: { rejectUnauthorized: boolean; servername: string | undefined };
};

const SECURE_PORT = 465;
const SUBMISSION_PORT = 587;

const options: Record<string, RegExp> = {
  requireTLS: /^(true|false)$/,
  ignoreTLS: /^(true|false)$/,
  'tls.rejectUnauthorized': /^(true|false)$/,
  'tls.servername': /^[-.A-Za-z0-9]+$/,
};

/**
 * Reads `smtp://user:password@mail.example.com:587?requireTLS=true`; null for anything else. A password is
 * sent unencrypted only where `ignoreTLS` or `requireTLS=false` says so.
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.hash) return null;
  if (url.pathname !== '' && url.pathname !== '/') return null;
  const given = [...url.searchParams];
  if (!given.every(([name, value]) => options[name]?.test(value))) return null;
  const secure = url.protocol === 'smtps:';
  const option = (name: string) => url.searchParams.get(name);
  const ignoreTLS = option('ignoreTLS') === 'true';
  const login = loginIn(url);
  const isRequired = option('requireTLS') ?? `${login !== null && !ignoreTLS}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? SECURE_PORT : SUBMISSION_PORT)),
    secure,
    ignoreTLS,
    login,
    requireTLS: isRequired === 'true',
    tls: {
      rejectUnauthorized: option('tls.rejectUnauthorized') !== 'false',
      servername: option('tls.servername') ?? undefined,
    },
  };
}

function loginIn({ username, password }: URL): SmtpServer['login'] {
  if (username === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return { user: username, pass: password };
  }
}
