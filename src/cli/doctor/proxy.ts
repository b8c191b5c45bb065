/** Checks from outside what passes the proxy in front of the inbox. */
import { z } from 'zod';
import {
  ANSWER,
  ANSWER_MS,
  EVENT_APART_MS,
  EVENTS,
  HELD_MS,
  LATEST_SPACE_MS,
  LONGEST_ANSWER_MS,
  type ProbeReport,
  probePath,
  UPLOAD_BYTES,
} from '../../core/about/probe.ts';
import { timerMs } from '../../core/timers.ts';
import { withoutLogin } from '../../core/urls.ts';
import { UsageError } from '../errors.ts';
import { parseDuration } from '../options.ts';
import { withoutSlash } from '../profiles.ts';
import { connectionReason } from '../reasons.ts';
import { type Finding, findings } from './finding.ts';

const PATIENCE_MS = 15_000;
const LONGEST_REPORT = 10_000;

type Probe = {
  /** The public URL, without a trailing slash. */
  url: string;
  /** The URL with the login that it may contain, which the proxy asks for. */
  address: string;
  /** The probe path of the server. */
  path: string;
};

const probeAt = (url: string, localToken: string): Probe => {
  const address = withoutSlash(url);
  return { url: withoutLogin(address), address, path: probePath(localToken, Date.now()) };
};

/**
 * Yields each finding as soon as it and those before it are available.
 * @param answerMs how long an answer is held; with null, nothing is held, and it takes a few seconds
 */
export async function* checkProxy(
  url: string,
  localToken: string,
  answerMs: number | null,
): AsyncGenerator<Finding> {
  const probe = probeAt(url, localToken);
  const arrived = await arrivalThrough(probe);
  if ('check' in arrived) {
    yield arrived;
    return;
  }
  const { publicUrl } = arrived;
  yield checkUrl(probe.url, publicUrl);
  yield checkHost(probe.url, arrived);
  yield checkScheme(probe.url, arrived);
  yield checkAddress(arrived);
  const begun = [
    checkPage(probe),
    checkSockets(probe),
    ...(answerMs === null ? [] : [checkHeld(probe)]),
    checkUpload(probe),
    checkEvents(probe),
    ...(answerMs === null ? [] : [checkAnswer(probe, answerMs)]),
  ];
  for (const finding of begun) yield await finding;
}

/** Yields what can be known of a URL before it is the public URL. */
export async function* checkNewUrl(url: string, localToken: string): AsyncGenerator<Finding> {
  const probe = probeAt(url, localToken);
  const arrived = await arrivalThrough(probe);
  if ('check' in arrived) {
    yield arrived;
    return;
  }
  yield findings('proxy').ok(`${probe.url} leads to this inbox`);
  yield checkHost(probe.url, arrived);
  yield checkScheme(probe.url, { ...arrived, publicUrl: url });
  yield checkAddress(arrived);
}

const Report: z.ZodType<ProbeReport> = z.object({
  address: z.string(),
  peer: z.string(),
  forwarded: z.enum(['trusted', 'untrusted', 'none']),
  host: z.string().nullable(),
  proto: z.enum(['http', 'https']).nullable(),
  publicUrl: z.url().nullable(),
});

async function arrivalThrough({ url, address, path }: Probe): Promise<ProbeReport | Finding> {
  const { fail } = findings('proxy');
  try {
    const response = await fetch(`${address}${path}/arrival`, { signal: patience() });
    const report = response.ok ? Report.safeParse(await jsonIn(response)) : null;
    if (report?.success) return report.data;
    const says = `${url} answers ${response.status}, and not from this inbox`;
    return fail(says, 'Check the address that the proxy forwards requests to.');
  } catch (error) {
    const { why, mend } = connectionReason((error as Error).message);
    return fail(`${url} cannot be reached (${why})`, mend);
  }
}

/** Nobody knows how much a server sends that is not the inbox. */
async function jsonIn({ body }: Response): Promise<unknown> {
  let text = '';
  for await (const bytes of body ?? []) {
    text += new TextDecoder().decode(bytes);
    if (text.length > LONGEST_REPORT) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function checkUrl(url: string, publicUrl: string | null): Finding {
  const { ok, warn } = findings('public URL');
  const known = publicUrl && withoutSlash(publicUrl);
  if (known === url) return ok(`${url}, as configured`);
  const says = known ? `The configured URL is ${known}` : 'No public URL is configured';
  return warn(says, `Set INBOX_PUBLIC_URL=${url}`);
}

function checkHost(url: string, { host }: ProbeReport): Finding {
  const { ok, fail } = findings('host');
  const asked = new URL(url).host;
  if (host !== null && URL.parse(`${new URL(url).protocol}//${host}`)?.host === asked)
    return ok(`The Host header arrives: ${asked}`);
  const next = `Forward it: nginx \`proxy_set_header Host $http_host;\``;
  return fail(`Requested ${asked}, but the inbox receives ${host ?? 'no Host header'}`, next);
}

function checkScheme(url: string, { proto, publicUrl }: ProbeReport): Finding {
  const { ok, warn, fail } = findings('scheme');
  const asked = new URL(url).protocol.slice(0, -1);
  const known = publicUrl ? new URL(publicUrl).protocol.slice(0, -1) : proto;
  if (asked === 'http')
    return warn('People connect over plain http', 'Passwords can be read in transit.');
  if (known === asked)
    return ok(`https, according to ${publicUrl ? 'the public URL' : 'the proxy'}`);
  const next = `Set INBOX_PUBLIC_URL=${url}`;
  return fail(`Requested over https, but the inbox sees ${known ?? 'http'}`, next);
}

function checkAddress({ address, peer, forwarded }: ProbeReport): Finding {
  const { ok, warn, fail } = findings('address');
  if (forwarded === 'trusted') return ok(`Client addresses arrive; yours is ${address}`);
  if (forwarded === 'untrusted') {
    const says = `All clients appear as the proxy, ${peer}, which is not trusted`;
    return fail(says, `Set INBOX_TRUSTED_PROXIES=${peer}`);
  }
  const says = `Requests from ${peer} name no client address`;
  return warn(says, 'If that is the proxy, make it send X-Forwarded-For, and trust it.');
}

async function checkPage({ url, address }: Probe): Promise<Finding> {
  const { ok, fail } = findings('page');
  const next = 'Set INBOX_PUBLIC_URL to the URL with its path, and forward everything below it.';
  try {
    const page = await (await fetch(`${address}/`, { headers: asPage, signal: patience() })).text();
    const [, script = ''] = /src="([^"]*\/assets\/main[^"]*)"/.exec(page) ?? [];
    const asset = await fetch(new URL(script, address), { signal: patience() });
    const type = asset.headers.get('content-type') ?? '';
    if (script && asset.ok && type.includes('javascript')) return ok('The dashboard loads');
    return fail(`The dashboard's files are not served at ${new URL(url).pathname}`, next);
  } catch (error) {
    return fail(`The dashboard does not load (${reasonOf(error)})`, next);
  }
}
const asPage = { accept: 'text/html' };

async function checkSockets({ address: base }: Probe): Promise<Finding> {
  const { ok, warn } = findings('sockets');
  const address = `${base.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const opens = await new Promise<boolean>((resolve) => {
    const socket = new WebSocket(address);
    const end = (result: boolean) => {
      socket.close();
      resolve(result);
    };
    socket.onmessage = ({ data }) => end(`${data}`.startsWith('0'));
    socket.onerror = () => end(false);
    setTimeout(() => end(false), PATIENCE_MS).unref();
  });
  if (opens) return ok('WebSockets get through');
  const next = 'nginx: proxy_http_version 1.1 and the headers Upgrade and Connection.';
  return warn('WebSockets are blocked: live updates use polling', next);
}

async function checkHeld({ address, path }: Probe): Promise<Finding> {
  const { ok, fail } = findings('held');
  const seconds = HELD_MS / 1000;
  const next = `Allow requests ${seconds * 2} s: nginx \`proxy_read_timeout ${seconds * 2}s;\``;
  try {
    const answer = await fetch(`${address}${path}/held`, { signal: patience(HELD_MS) });
    if (answer.ok) return ok(`A request held for ${seconds} s is answered`);
    return fail(`A request held for ${seconds} s fails with ${answer.status}`, next);
  } catch (error) {
    return fail(`A held request is cut off (${reasonOf(error)})`, next);
  }
}

/** Reads how long an answer is held. */
export function answerMsFrom(held: string | undefined): number {
  if (held === undefined) return ANSWER_MS;
  const ms = parseDuration(held, '--held') * 1000;
  if (ms <= LONGEST_ANSWER_MS) return ms;
  throw new UsageError('--held: at most 1h');
}

/** An answer is held for a hook until a person decides: white space keeps its connection alive. */
export async function checkAnswer(
  { address, path }: Pick<Probe, 'address' | 'path'>,
  answerMs: number,
  latestMs = LATEST_SPACE_MS,
): Promise<Finding> {
  const { ok, fail } = findings('answer');
  const begunMs = performance.now();
  const seconds = () => Math.round((performance.now() - begunMs) / 1000);
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), timerMs(latestMs));
  try {
    const answer = await fetch(`${address}${path}/answer/${answerMs}`, { signal: late.signal });
    let text = '';
    for await (const bytes of answer.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(), timerMs(latestMs));
      text += new TextDecoder().decode(bytes);
    }
    const says = `An answer that is held for ${answerMs / 1000} s`;
    if (text.trim() === JSON.stringify(ANSWER)) {
      return ok(`${says} arrives, and white space on time before it`);
    }
    const how = answer.ok ? 'is cut off' : `fails with ${answer.status}`;
    return fail(`${says} ${how} after ${seconds()} s`, LET_IT_STAY);
  } catch (error) {
    if (!late.signal.aborted) {
      return fail(
        `A held answer is cut off after ${seconds()} s (${reasonOf(error)})`,
        LET_IT_STAY,
      );
    }
    return fail(
      `Nothing of a held answer arrived for ${latestMs / 1000} s`,
      'The proxy keeps its white space back: nginx `proxy_buffering off;`',
    );
  } finally {
    clearTimeout(timer);
  }
}

const LET_IT_STAY =
  'Allow requests as long as people take to answer, while bytes arrive every 20 s';

async function checkUpload({ address, path }: Probe): Promise<Finding> {
  const { ok, fail } = findings('uploads');
  const megabytes = UPLOAD_BYTES / 1e6;
  const next = 'nginx: `client_max_body_size 100m;`';
  try {
    const body = new Uint8Array(UPLOAD_BYTES);
    const init = { method: 'POST', body, signal: patience(HELD_MS) };
    const answer = await fetch(`${address}${path}/upload`, init);
    const { bytes } = answer.ok ? ((await answer.json()) as { bytes: number }) : { bytes: 0 };
    if (bytes === UPLOAD_BYTES) return ok(`An upload of ${megabytes} MB arrives`);
    return fail(`An upload of ${megabytes} MB is refused with ${answer.status}`, next);
  } catch (error) {
    return fail(`An upload of ${megabytes} MB fails (${reasonOf(error)})`, next);
  }
}

async function checkEvents({ address, path }: Probe): Promise<Finding> {
  const { ok, warn } = findings('streams');
  const arrivals: number[] = [];
  try {
    const answer = await fetch(`${address}${path}/events`, { signal: patience() });
    for await (const _ of answer.body ?? []) arrivals.push(performance.now());
  } catch {
    // The response is checked below.
  }
  const spreadMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  const isLive = spreadMs > ((EVENTS - 1) * EVENT_APART_MS) / 2;
  if (isLive) return ok('Server-sent events arrive one by one');
  return warn(
    'The proxy buffers responses until they are complete',
    'nginx: `proxy_buffering off;`',
  );
}

const reasonOf = (error: unknown) => connectionReason((error as Error).message).why;

const patience = (moreMs = 0) => AbortSignal.timeout(timerMs(PATIENCE_MS + moreMs));
