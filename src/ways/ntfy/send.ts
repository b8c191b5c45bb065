/** ntfy, as https://docs.ntfy.sh/publish/ describes publishing as JSON. */

import { isJsonObject } from '../../core/json.ts';
import { confirmationOf, linkOf } from '../../core/notify/links.ts';
import type { Urgency } from '../../core/notify/names.ts';
import { labelOf, OPEN } from '../../core/notify/notice-words.ts';
import type { NoticeOutcome } from '../../core/notify/record.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import type { Outgoing } from '../../delivery/http/send.ts';
import type { Send, Sending } from '../part.ts';

const priorities: Record<Urgency, number> = { low: 2, normal: 3, high: 4, critical: 5 };
const LOWEST = 1;

/** The handle of a notice at a server that replaces and deletes by `sequence_id` (2.16 and later). */
const SEQUENCED = 'sequenced';

type Place = { server: string; topic: string; headers: Record<string, string>; isOwn: boolean };

export const send: Send = async (sending) => {
  const place = placeOf(sending);
  if (!place) return notSent('INBOX_NTFY_URL is no longer set', { isFinal: true });
  return sending.content.what === 'settles' ? takeBack(sending, place) : publish(sending, place);
};

function placeOf({ contact: { address }, ways }: Sending): Place | null {
  const { ntfyUrl, ntfyToken } = ways;
  if (URL.canParse(address)) {
    const at = address.lastIndexOf('/');
    const [server, topic] = [address.slice(0, at), address.slice(at + 1)];
    return { server, topic, headers: {}, isOwn: false };
  }
  if (ntfyUrl === null) return null;
  const headers = ntfyToken === null ? {} : { authorization: `Bearer ${ntfyToken}` };
  return { server: ntfyUrl.replace(/\/$/, ''), topic: address, headers, isOwn: true };
}

type Press = (link: string) => { url: string; headers: Record<string, string>; body?: string };

function buttonsOf(sending: Sending) {
  const { options, token, confirms } = sending.content;
  const press = pressOf(sending);
  if (!press) return [];
  const button = (label: string, link: string) => ({
    action: 'http',
    label: labelOf(label),
    method: 'POST',
    clear: true,
    ...press(link),
  });
  if (confirms !== null) return [button('Confirm', confirmationOf(confirms))];
  if (token === null) return [];
  return options.map(({ label, place }) => button(label, linkOf(token, place)));
}

/** How a button posts its link: to the reply topic, else to the inbox; null without either. */
function pressOf({ ways, decideUrl }: Sending): Press | null {
  const { ntfyUrl, ntfyReplyTopic, ntfyReplyToken } = ways;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  if (ntfyUrl !== null && ntfyReplyTopic !== null) {
    const url = `${ntfyUrl.replace(/\/$/, '')}/${ntfyReplyTopic}`;
    const headers = ntfyReplyToken === null ? {} : bearer(ntfyReplyToken);
    return (body) => ({ url, headers, body });
  }
  return decideUrl === null ? null : (link) => ({ url: decideUrl, headers: bearer(link) });
}

async function publish(sending: Sending, place: Place): Promise<NoticeOutcome> {
  const { identity } = sending.content;
  const outcome = await exchange(sending, place, {
    url: `${place.server}/`,
    method: 'POST',
    headers: { ...place.headers, 'content-type': 'application/json' },
    body: requestOf(sending, place),
  });
  return { ...outcome, handle: echoes(outcome.response, identity) ? SEQUENCED : null };
}

const AT_HOME = 'The link opens only in the network of the inbox; the buttons work anywhere.';

/** ntfy refuses a request that is larger. */
const MOST_BYTES = 8 * 1024;

/** Escaped, a text may be twice as long: then its title and the page have to do. */
function requestOf({ content, url, ...sending }: Sending, { topic }: Place): string {
  const { title, body, urgency, identity, isSilent } = content;
  const buttons = buttonsOf({ content, url, ...sending });
  // The buttons work anywhere, by the reply topic.
  const note = buttons.length > 0 && sending.ways.publicUrl === null ? AT_HOME : '';
  const written = (message: string, actions: object[]) =>
    JSON.stringify({
      topic,
      title,
      message: [message || title, note].filter(Boolean).join('\n\n'),
      click: url,
      priority: isSilent ? LOWEST : priorities[urgency],
      sequence_id: identity,
      ...(actions.length > 0 ? { actions } : {}),
    });
  const whole = written(body, buttons);
  return Buffer.byteLength(whole) < MOST_BYTES ? whole : written(OPEN, []);
}

/**
 * An older server keeps what it was sent: how the question ended follows it, quietly. A server that
 * never answered is known by its answer to that, and deletes it too if it can.
 */
async function takeBack(sending: Sending, place: Place): Promise<NoticeOutcome> {
  const { content, handle } = sending;
  if (handle === SEQUENCED) return remove(sending, place);
  const title = content.body ? `${content.body}: ${content.title}` : content.title;
  const quiet = { ...sending, content: { ...content, title, body: '' } };
  const published = await publish(quiet, place);
  if (published.handle !== SEQUENCED) return published;
  return { ...(await remove(sending, place)), handle: SEQUENCED };
}

function remove(sending: Sending, place: Place): Promise<NoticeOutcome> {
  return exchange(sending, place, {
    url: `${place.server}/${place.topic}/${sending.content.identity}`,
    method: 'DELETE',
    headers: place.headers,
    body: '',
  });
}

async function exchange(
  { post, postToOwn }: Sending,
  { isOwn }: Place,
  outgoing: Outgoing,
): Promise<Outcome> {
  const outcome = await (isOwn ? postToOwn : post)(outgoing);
  const isOurFault = [400, 401, 403, 404, 413].includes(outcome.status ?? 0);
  return { ...outcome, isFinal: outcome.isFinal || isOurFault };
}

function echoes(response: string | null, identity: string): boolean {
  try {
    const answer: unknown = JSON.parse(response ?? '');
    return isJsonObject(answer) && answer.sequence_id === identity;
  } catch {
    return false;
  }
}
