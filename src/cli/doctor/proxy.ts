/** What gets through the proxy in front of the inbox, asked from outside. */
import {
  type Arrival,
  EVENT_APART_MS,
  EVENTS,
  HELD_MS,
  probePath,
  UPLOAD_BYTES,
} from '../../core/about/probe.ts';
import { withoutSlash } from '../profiles.ts';
import { whySilent } from '../reasons.ts';
import { type Finding, findings } from './finding.ts';

const PATIENCE_MS = 15_000;

type Probe = {
  /** The URL that people open, without a slash at its end. */
  url: string;
  /** Where the server answers what the doctor asks. */
  path: string;
};

/** Each finding as soon as it and those before it are there. */
export async function* checkProxy(url: string, localToken: string): AsyncGenerator<Finding> {
  const probe = { url: withoutSlash(url), path: probePath(localToken, Date.now()) };
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
  const slow = [checkPage, checkSockets, checkHeld, checkUpload, checkEvents];
  for (const finding of slow.map((check) => check(probe))) yield await finding;
}

async function arrivalThrough({ url, path }: Probe): Promise<Arrival | Finding> {
  const { fail } = findings('proxy');
  try {
    const response = await fetch(`${url}${path}/arrival`, { signal: patience() });
    if (response.ok) return (await response.json()) as Arrival;
    const says = `${url} answers ${response.status} where this inbox should`;
    return fail(says, 'Look at the address that the proxy passes requests on to.');
  } catch (error) {
    const { why, mend } = whySilent((error as Error).message);
    return fail(`${url} cannot be reached (${why})`, mend);
  }
}

function checkUrl(url: string, publicUrl: string | null): Finding {
  const { ok, warn } = findings('public URL');
  const known = publicUrl && withoutSlash(publicUrl);
  if (known === url) return ok(`${url}, and the inbox knows it`);
  const says = known
    ? `The inbox is told that people open ${known}`
    : 'The inbox is not told of it';
  return warn(says, `Set INBOX_PUBLIC_URL=${url}`);
}

function checkHost(url: string, { host }: Arrival): Finding {
  const { ok, fail } = findings('host');
  const asked = new URL(url).host;
  if (host !== null && URL.parse(`${new URL(url).protocol}//${host}`)?.host === asked)
    return ok(`The Host that was asked arrives: ${asked}`);
  const next = `Pass it on: nginx \`proxy_set_header Host $http_host;\``;
  return fail(`Asked for ${asked}, the inbox hears ${host ?? 'no Host'}`, next);
}

function checkScheme(url: string, { proto, publicUrl }: Arrival): Finding {
  const { ok, warn, fail } = findings('scheme');
  const asked = new URL(url).protocol.slice(0, -1);
  const known = publicUrl ? new URL(publicUrl).protocol.slice(0, -1) : proto;
  if (asked === 'http') return warn('People open it by http', 'Passwords can be read on the way.');
  if (known === asked) return ok(`https, known by ${publicUrl ? 'INBOX_PUBLIC_URL' : 'the proxy'}`);
  const next = `Set INBOX_PUBLIC_URL=${url}`;
  return fail(`Asked by https, the inbox takes it for ${known ?? 'http'}`, next);
}

function checkAddress({ address, peer, forwarded }: Arrival): Finding {
  const { ok, warn, fail } = findings('address');
  if (forwarded === 'trusted') return ok(`People are told apart; you come from ${address}`);
  if (forwarded === 'untrusted') {
    const says = `Everybody has the proxy's address, ${peer}: it is not trusted`;
    return fail(says, `Set INBOX_TRUSTED_PROXIES=${peer}`);
  }
  const says = `Nothing says for whom ${peer} asks`;
  return warn(says, 'If that is the proxy: have it send X-Forwarded-For, and trust it.');
}

async function checkPage({ url }: Probe): Promise<Finding> {
  const { ok, fail } = findings('page');
  const next = 'Set INBOX_PUBLIC_URL to the URL with its path, and pass on all below it.';
  try {
    const page = await (await fetch(`${url}/`, { headers: asPage, signal: patience() })).text();
    const [, script = ''] = /src="([^"]*\/assets\/main[^"]*)"/.exec(page) ?? [];
    const asset = await fetch(new URL(script, url), { signal: patience() });
    const type = asset.headers.get('content-type') ?? '';
    if (script && asset.ok && type.includes('javascript')) return ok('The dashboard loads');
    return fail(`The dashboard's files are not at ${new URL(url).pathname}`, next);
  } catch (error) {
    return fail(`The dashboard does not load (${whyOf(error)})`, next);
  }
}
const asPage = { accept: 'text/html' };

async function checkSockets({ url }: Probe): Promise<Finding> {
  const { ok, warn } = findings('sockets');
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
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
  return warn('No WebSocket gets through: what is live polls', next);
}

async function checkHeld({ url, path }: Probe): Promise<Finding> {
  const { ok, fail } = findings('held');
  const seconds = HELD_MS / 1000;
  const next = `Give requests ${seconds * 2} s: nginx \`proxy_read_timeout ${seconds * 2}s;\``;
  try {
    const answer = await fetch(`${url}${path}/held`, { signal: patience(HELD_MS) });
    if (answer.ok) return ok(`A request that is held for ${seconds} s gets its answer`);
    return fail(`A request that is held for ${seconds} s ends with ${answer.status}`, next);
  } catch (error) {
    return fail(`A request that is held is cut off (${whyOf(error)})`, next);
  }
}

async function checkUpload({ url, path }: Probe): Promise<Finding> {
  const { ok, fail } = findings('uploads');
  const megabytes = UPLOAD_BYTES / 1e6;
  const next = 'nginx: `client_max_body_size 100m;`';
  try {
    const body = new Uint8Array(UPLOAD_BYTES);
    const init = { method: 'POST', body, signal: patience(HELD_MS) };
    const answer = await fetch(`${url}${path}/upload`, init);
    const { bytes } = answer.ok ? ((await answer.json()) as { bytes: number }) : { bytes: 0 };
    if (bytes === UPLOAD_BYTES) return ok(`${megabytes} MB arrive`);
    return fail(`${megabytes} MB are refused with ${answer.status}`, next);
  } catch (error) {
    return fail(`${megabytes} MB do not arrive (${whyOf(error)})`, next);
  }
}

async function checkEvents({ url, path }: Probe): Promise<Finding> {
  const { ok, warn } = findings('streams');
  const arrivals: number[] = [];
  try {
    const answer = await fetch(`${url}${path}/events`, { signal: patience() });
    for await (const _ of answer.body ?? []) arrivals.push(performance.now());
  } catch {
    // What arrived is looked at below.
  }
  const spreadMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  const isLive = spreadMs > ((EVENTS - 1) * EVENT_APART_MS) / 2;
  if (isLive) return ok('Server-sent events arrive one by one');
  return warn(
    'The proxy keeps what is sent back until all of it is there',
    'nginx: `proxy_buffering off;`',
  );
}

const whyOf = (error: unknown) => whySilent((error as Error).message).why;

const patience = (moreMs = 0) => AbortSignal.timeout(PATIENCE_MS + moreMs);
