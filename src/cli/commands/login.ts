import { hostname } from 'node:os';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Client, ok } from '../../client/client.ts';
import type { CurrentUser } from '../../core/access/schema.ts';
import { Email } from '../../core/access/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { isInClear, withMaskedLogin } from '../../core/urls.ts';
import { tokenByBrowser } from '../browser-login.ts';
import { withAddress } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, readInput } from '../options.ts';
import { note, printJson } from '../output.ts';
import { findProfile, keepProfile, profileUrl } from '../profiles.ts';
import { askOne, askPassword, askText, mustBeTerminal } from '../prompts.ts';
import { ANSWERS_ENDED } from '../reach/contact-table.ts';
import { terminalClient } from '../terminal-client.ts';

type Options = Omit<GlobalOptions, 'profile'> & {
  profile?: string;
  email?: string;
  passwordFile?: string;
  withToken?: boolean;
  browser?: boolean;
};
type LoggedIn = { user: CurrentUser; token: string; tokenId: string | null };

const Url = z.url({ protocol: /^https?$/ });
const EXAMPLE = 'https://inbox.example.org';
const FLAGS =
  '--browser, --email and --password-file, or --with-token and the token on standard input';

export function defineLogin(command: Command): void {
  command
    .argument('[url]', 'URL of the inbox')
    .option('--browser', 'approve the login in a browser, on any device')
    .option('--email <address>', 'your e-mail address')
    .option('--password-file <file>', 'file with your password, or - for standard input')
    .option('--with-token', 'read a token (hu_…) from standard input instead of a password')
    .addHelpText(
      'after',
      '\nThe login is saved under the name given by --profile, or else the host name. Your password is not stored: the login creates a token, which `inbox logout` revokes.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox login http://127.0.0.1:4600 --profile work --with-token < token',
    )
    .action((url: string | undefined, _: unknown, self: Command) =>
      login(url, self.optsWithGlobals()),
    );
}

async function login(given: string | undefined, options: Options): Promise<void> {
  if (given === undefined) {
    throw new UsageError(`The URL of the inbox is missing. Example: inbox login ${EXAMPLE}`);
  }
  if (!Url.safeParse(given).success) {
    throw new UsageError(`“${withMaskedLogin(given)}” is not an http(s) URL, such as ${EXAMPLE}`);
  }
  const url = profileUrl(given);
  const name = options.profile ?? new URL(url).host;
  const { user, token, tokenId } = await loggedIn(url, options);
  const before = findProfile(name);
  keepProfile({ name, url, token, tokenId });
  // Revoked now: nobody could revoke it later.
  if (before) await revoke(before).catch(() => {});
  note(
    `Logged in to ${url} as ${user.name}; commands now use this inbox. \`inbox logout\` logs out.`,
  );
  // With the previous login, answers at a contact may have ended that it had allowed.
  const now = before ? await currentUser(url, token).catch(() => user) : user;
  if (now.answersEndedAt !== null) note(ANSWERS_ENDED);
  if (options.json) printJson({ profile: name, url, user: now });
}

async function loggedIn(url: string, options: Options): Promise<LoggedIn> {
  try {
    return await ways[await wayOf(options)](url, options);
  } catch (error) {
    throw withAddress(error, url);
  }
}

type Way = 'browser' | 'password' | 'token';

const ways: Record<Way, (url: string, options: Options) => Promise<LoggedIn>> = {
  browser: byBrowser,
  password: byPassword,
  token: byToken,
};

/** Returns the login method from the flags, or lets the person choose. */
async function wayOf({ browser, withToken, email, passwordFile }: Options): Promise<Way> {
  const isPassword = email !== undefined || passwordFile !== undefined;
  if ([browser, withToken, isPassword].filter(Boolean).length > 1) {
    throw new UsageError(`Use only one of ${FLAGS}`);
  }
  if (browser) return 'browser';
  if (withToken) return 'token';
  if (isPassword) return 'password';
  mustBeTerminal(FLAGS);
  return (await askOne('How do you want to log in?', [
    { value: 'browser', label: 'In a browser' },
    { value: 'password', label: 'With e-mail and password' },
    { value: 'token', label: 'With a token' },
  ])) as Way;
}

async function byBrowser(url: string): Promise<LoggedIn> {
  warnInClear(url);
  const { token, id } = await tokenByBrowser(url, tokenName());
  return { user: await currentUser(url, token), token, tokenId: id };
}

async function byToken(url: string): Promise<LoggedIn> {
  const token = process.stdin.isTTY
    ? await askPassword(`Token, from the settings of ${url}`)
    : (await readInput('-')).trim();
  if (!token.startsWith('hu_')) throw new UsageError('A token begins with hu_');
  const user = await currentUser(url, token).catch((error) => {
    throw isRefused(error) ? new InboxError('unauthenticated', refusedAt(url)) : error;
  });
  return { user, token, tokenId: null };
}

const currentUser = (url: string, token: string): Promise<CurrentUser> =>
  ok(terminalClient(url, { token }).auth.session.get());

const isRefused = (error: unknown) =>
  error instanceof InboxError && error.code === 'unauthenticated';

const refusedAt = (url: string) =>
  `The token is not valid at ${url}, or has expired. Create one there, in the settings`;

async function byPassword(url: string, options: Options): Promise<LoggedIn> {
  if (!options.email || !options.passwordFile) mustBeTerminal(FLAGS);
  warnInClear(url);
  const validate = (text: string | undefined) =>
    Email.safeParse(text ?? '').error?.issues[0]?.message;
  const email = options.email ?? (await askText({ message: 'Your e-mail address', validate }));
  const password = options.passwordFile
    ? (await readInput(options.passwordFile)).replace(/\r?\n$/, '')
    : await askPassword('Your password');
  return makeToken(url, email, password);
}

function warnInClear(url: string): void {
  if (isInClear(url)) note(`warning: the connection to ${url} is not encrypted`);
}

const tokenName = () => `inbox login on ${hostname()}`.slice(0, 100);

/** Uses a session just long enough to create a token. */
async function makeToken(url: string, email: string, password: string): Promise<LoggedIn> {
  const client = terminalClient(url, {});
  const answer = await client.auth.login.post({ email, password });
  const user = await ok(Promise.resolve(answer));
  const [cookie = ''] = answer.response.headers.getSetCookie().map((one) => one.split(';')[0]);
  // With the inbox's own origin: otherwise a session may not change anything.
  const headers = { cookie: `${cookie}`, origin: new URL(url).origin };
  const { token, id } = await ok(client.tokens.post({ name: tokenName() }, { headers }));
  await client.auth.logout.post(undefined, { headers });
  return { user, token, tokenId: id };
}

/** Revokes the token that a login created, but not one that was supplied. */
export async function revoke(profile: {
  url: string;
  token: string;
  tokenId: string | null;
}): Promise<boolean> {
  const { url, token, tokenId } = profile;
  if (tokenId === null) return false;
  const client: Client = terminalClient(url, { token });
  try {
    await ok(client.tokens({ id: tokenId }).delete());
  } catch (error) {
    if (!isRefused(error)) throw withAddress(error, url);
  }
  return true;
}
