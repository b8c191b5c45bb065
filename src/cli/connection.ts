/** Connects to the inbox that a command targets: one code path, with or without a server. */

import { anyResponse, type Client, type Credentials, ok, okResponse } from '../client/client.ts';
import { type Config, loadConfig } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { findRun, type Run } from '../run-file.ts';
import { channelNamed } from './channels.ts';
import { inFlag } from './ids.ts';
import type { GlobalOptions } from './options.ts';
import { connectionReason } from './reasons.ts';
import { localIn, type Remote, resolveTarget } from './target.ts';
import { terminalClient } from './terminal-client.ts';
import { whyNotLetIn } from './triage/trouble.ts';

const LOCK_WAIT_MS = 5000;
const RETRY_MS = 100;

export type Connection = {
  /** Requests as an agent, which asks. */
  agent: Client;
  /** Requests as a person, who decides. */
  person: Client;
  /** The credentials of `agent` and `person`, for a socket; and what the latter is. */
  agentCredentials: Credentials;
  credentials: Credentials;
  /**
   * Requests as an agent what is not JSON: bytes in, bytes out; throws on errors. `path` is
   * relative to `/api/v1`.
   */
  transfer: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends as either, and returns the response to an error as it is. */
  request: (path: string, as: 'agent' | 'person', init?: RequestInit) => Promise<Response>;
  speaksAs: 'agent' | 'person';
  /** True while this process itself has the data directory open, so that no other can. */
  holdsData: boolean;
  /** The address of the server, if one is running. */
  url: string | null;
  /** The URL with the login that it may contain: for requests, never shown. */
  address: string | null;
  /** Where people open it, if a server is running. */
  publicUrl: string | null;
  close: () => Promise<void>;
};

/**
 * Connects to `--url` or the saved login, else to the server of the data directory, else opens that
 * directory here.
 */
export async function openConnection(options: GlobalOptions, command: string): Promise<Connection> {
  const target = resolveTarget(options);
  return target.url === null ? toData(target.settings, command) : toUrl(target);
}

/** Connects to the inbox in this data directory as its owner. */
export const connectionToData = (data: string, command: string): Promise<Connection> =>
  toData({ ...loadConfig({ data }), url: null, apiKey: null, token: null }, command);

/**
 * Connects to `--url`, else to the server of the data directory; null while none answers. Never
 * opens the data directory itself, so that a server can.
 */
export async function connectionToServer(options: GlobalOptions): Promise<Connection | null> {
  const target = resolveTarget(options);
  return target.url === null ? toServer(target.settings) : toUrl(target);
}

/** Connects without checking that the server answers, for callers that can do without. */
export function serverNoted(options: GlobalOptions): Connection | null {
  const target = resolveTarget(options);
  if (target.url !== null) return toUrl(target);
  return target.kind === 'local server' ? toRun(target.settings, target.run) : null;
}

/** Runs one piece of work on a connection of its own. */
export async function withConnection<T>(
  options: GlobalOptions,
  command: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(options, command);
  try {
    return await work(connection);
  } catch (error) {
    const { url } = connection;
    throw withAddress(loggedOut(elsewhere(error, url), options, connection), url);
  } finally {
    await connection.close();
  }
}

/** Adds the address that did not answer. */
export function withAddress(error: unknown, url: string | null): unknown {
  if (!(error instanceof InboxError) || !error.details.reason || url === null) return error;
  const { why, mend } = connectionReason(`${error.details.reason}`);
  const sentence = `The inbox at ${url} does not answer (${why}). ${mend}`;
  return new InboxError('unavailable', sentence, { ...error.details, url });
}

/** Names the refused credential, and how to log in. */
function loggedOut(error: unknown, options: GlobalOptions, connection: Connection): unknown {
  const isIt = error instanceof InboxError && error.message === 'Invalid API key';
  return isIt ? whyNotLetIn(error, options) : needingOther(error, connection);
}

/** A path that this program asks for exists in every inbox. */
function elsewhere(error: unknown, url: string | null): unknown {
  const isIt = error instanceof InboxError && error.message === 'Path not found';
  if (!isIt || url === null) return error;
  const sentence = `No inbox at ${url}, but at another path of that server, or an older one. Check the address`;
  return new InboxError('not_found', sentence);
}

/** Explains how to act as a person for a caller with a key, or as an agent for one with a token. */
function needingOther(error: unknown, { speaksAs, url }: Connection): unknown {
  if (!(error instanceof InboxError) || error.code !== 'forbidden') return error;
  if (error.message === 'Only a person may do this' && speaksAs === 'agent') {
    const login = `inbox login ${url ?? 'URL'}`;
    return new InboxError('forbidden', `${error.message}. Set INBOX_TOKEN, or run \`${login}\`.`);
  }
  if (/^Only an agent may /.test(error.message)) {
    const key = 'Set INBOX_API_KEY to a key, which `inbox key create NAME` creates.';
    return new InboxError('forbidden', `${error.message}. ${key}`);
  }
  return error;
}

function toUrl({ settings, url, address }: Remote & { settings: Config }): Connection {
  const { apiKey, token } = settings;
  if (!apiKey && !token) {
    const message = `Not logged in to ${url}. Run \`inbox login ${url}\`, or set INBOX_TOKEN (a person) or INBOX_API_KEY (an agent).`;
    throw new InboxError('unauthenticated', message);
  }
  const asAgent = apiKey ? { apiKey } : { token: token as string };
  const asPerson = token ? { token } : { apiKey: apiKey as string };
  const close = async () => {};
  return {
    ...clients(address, asAgent, asPerson),
    holdsData: false,
    url,
    address,
    publicUrl: url,
    close,
  };
}

/** A starting server has the lock but has written no run file yet; a killed one left it behind. */
async function toData(config: Config, command: string): Promise<Connection> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (true) {
    const served = await toServer(config);
    if (served) return served;
    const opened = await openHere(config, command, Date.now() > deadline);
    if (opened) return toApp(config, opened);
    await Bun.sleep(RETRY_MS);
  }
}

async function toServer(config: Config): Promise<Connection | null> {
  const here = localIn(config.data);
  if (here.kind !== 'local server' || !(await answers(here.run))) return null;
  return toRun(config, here.run);
}

/** The commands that set up an inbox; all others create nothing. */
const SETTING_UP = [
  'inbox init',
  'inbox channel create',
  'inbox key create',
  'inbox token create',
  'inbox user add',
  'inbox local-answers set',
];

/** Undefined while another process has the data directory; the last try names it. */
async function openHere(config: Config, command: string, isLast: boolean) {
  // Imported here: a command that finds a server does not need it, and takes half the time.
  const { DataDirectoryInUse, findHolder, holdsInbox, mustBeUsable } = await import(
    '../storage/directory.ts'
  );
  const { data } = config;
  mustBeUsable(data, 'write');
  // A server that is setting it up has the lock.
  const isMissing = !SETTING_UP.includes(command) && !holdsInbox(data) && findHolder(data) === null;
  if (isMissing) throw noInbox(data);
  const { openLocal } = await import('../server.ts');
  const { silentLog } = await import('../log.ts');
  try {
    return await openLocal(config, command, silentLog());
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    if (isLast) throw silentServer(error, data);
    return undefined;
  }
}

/** The holder of the directory is its server, which does not answer. */
function silentServer(error: Error, data: string): Error {
  const run = findRun(data);
  if (!run || !error.message.includes(`(process ${run.pid},`)) return error;
  const mend = `If it hangs, end it with \`kill ${run.pid}\` and start it again.`;
  return new InboxError(
    'unavailable',
    `The server at ${run.url} does not answer (process ${run.pid}). ${mend}`,
  );
}

const noInbox = (data: string) =>
  new InboxError('not_found', `No inbox in ${data}. Run \`inbox init\`, or check --data.`);

type Api = Parameters<typeof terminalClient>[0];
type Opened = NonNullable<Awaited<ReturnType<typeof openHere>>>;

/** The server has recorded its public URL: its settings are not those of this shell. */
function toRun({ apiKey, token }: Config, { url, token: localToken, publicUrl }: Run): Connection {
  return {
    ...clients(url, { apiKey: apiKey ?? localToken }, { token: token ?? localToken }),
    holdsData: false,
    url,
    address: url,
    publicUrl: publicUrl ?? url,
    close: async () => {},
  };
}

function toApp({ apiKey, token }: Config, { app, localToken, close }: Opened): Connection {
  return {
    ...clients(app, { apiKey: apiKey ?? localToken }, { token: token ?? localToken }),
    holdsData: true,
    url: null,
    address: null,
    publicUrl: null,
    close,
  };
}

function clients(api: Api, asAgent: Credentials, asPerson: Credentials) {
  const request: Connection['request'] = (path, as, init = {}) =>
    requestTo(api, as === 'agent' ? asAgent : asPerson, path, init);
  return {
    agentCredentials: asAgent,
    credentials: asPerson,
    request,
    transfer: (path: string, init?: RequestInit) => okResponse(request(path, 'agent', init)),
    speaksAs: asPerson.token === undefined ? ('agent' as const) : ('person' as const),
    agent: terminalClient(api, asAgent),
    person: terminalClient(api, asPerson),
  };
}

function requestTo(
  api: Api,
  { apiKey, token }: Credentials,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const base = typeof api === 'string' ? api.replace(/\/$/, '') : 'http://inbox';
  const request = new Request(`${base}/api/v1${path}`, init);
  if (apiKey !== undefined) request.headers.set('x-api-key', apiKey);
  else request.headers.set('authorization', `Bearer ${token}`);
  return anyResponse(
    typeof api === 'string' ? fetch(request) : Promise.resolve(api.fetch(request)),
  );
}

/**
 * Returns whether the server that wrote the run file answers: another one at its address refuses
 * its token.
 */
async function answers({ url, token }: Run): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const signal = AbortSignal.timeout(2000);
    const { ok, status } = await fetch(`${url}/api/v1/auth/session`, { headers, signal });
    return ok || status === 429;
  } catch {
    return false;
  }
}

/** Returns the id of the channel with this id or, if unique, this name. */
export const findChannelId = async (client: Client, name: string): Promise<string> =>
  channelNamed(await ok(client.agents.get()), name).id;

/** Finds the channel that `--channel` names. */
export const flagChannelId = (client: Client, name: string): Promise<string> =>
  inFlag(findChannelId(client, name));
