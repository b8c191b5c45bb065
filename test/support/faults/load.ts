/** Agents and people who keep a server busy in many ways, and write down the acknowledgements. */
import { randomUUID } from 'node:crypto';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Attachment } from '../../../src/core/files/schema.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Ledger, Promised } from './ledger.ts';

/** A server, as the owner of its data directory calls it. */
export type Called = { url: string; token: string };
type Answer<T> = { status: number; body: T };
type Side = { server: Called; ledger: Ledger; channelId: string; name: string };

const SIDES = 12;
/** The server answered 503. */
class Refused extends Error {}

/** Opens a channel whose events go to `webhookUrl`; returns its id. */
export async function openChannel(server: Called, webhookUrl?: string): Promise<string> {
  const name = `Bot ${crypto.randomUUID()}`;
  const input = { name, ...(webhookUrl ? { webhookUrl } : {}) };
  return (await callAs(server, 'owner')<Agent>('POST', '/agents', input)).body.id;
}

/**
 * Keeps a server busy until `enough`, or until it answers nobody. Every promise goes into the
 * ledger at the moment when its answer came.
 */
export async function keepBusy(
  server: Called,
  ledger: Ledger,
  { channelId, enough }: { channelId: string; enough: () => boolean },
): Promise<void> {
  const run = randomUUID();
  const work = Array.from({ length: SIDES }, async (_, number) => {
    for (let turn = number; !enough(); turn++) {
      const act = acts[turn % acts.length] ?? send;
      const side: Side = { server, ledger, channelId, name: `${run}/${number}/${turn}` };
      await act(side).catch((error) => {
        if (!(error instanceof Refused)) throw error;
      });
    }
  });
  const ended = await Promise.allSettled(work);
  const broken = ended.find((one) => one.status === 'rejected' && !isGone(one.reason));
  if (broken?.status === 'rejected') throw broken.reason;
}

/** The connection broke or was refused. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error;

/** Returns the content of a file, which follows from its name. */
export const contentOf = (filename: string): string => filename.repeat(600);

async function send({ server, ledger, channelId, name }: Side): Promise<Promised> {
  const text = `${name} ${'x'.repeat((name.length * 97) % 2000)}`;
  const sent = await ask<Message>(server, 'agent', 'POST', '/messages', { channelId, text }, () =>
    ledger.refused.add(text),
  );
  return ledger.sent(sent.id, text);
}

async function stream({ server, ledger, channelId, name }: Side): Promise<void> {
  const draft = { channelId, streamId: name, streamState: 'streaming', text: '0' };
  const { id } = await ask<Message>(server, 'agent', 'POST', '/messages', draft);
  const promised = ledger.sent(id, null);
  const path = `/messages/streams/${encodeURIComponent(name)}`;
  for (let number = 1; number <= 4; number++) {
    const complete = number === 4;
    await ask(server, 'agent', 'PATCH', path, { channelId, text: `${number}`, complete });
    promised.steps.push({ ...ledger.now(), number });
    if (complete) promised.ended = ledger.now();
  }
}

async function review({ server, ledger, channelId, name }: Side): Promise<void> {
  const asked = { channelId, text: name, review: { type: 'approval' } };
  const { id } = await ask<Message>(server, 'agent', 'POST', '/messages', asked);
  const promised = ledger.sent(id, name);
  const option = name.length % 2 === 0 ? 'approve' : 'reject';
  const response = { selectedOption: option };
  await ask(server, 'owner', 'POST', `/reviews/${id}/respond`, { response });
  promised.answered = { ...ledger.now(), option };
  await ask(server, 'agent', 'POST', `/messages/${id}/ack`);
  promised.acked = ledger.now();
}

async function upload({ server, ledger, channelId, name }: Side): Promise<Promised> {
  const filename = `${name.replaceAll('/', '-')}.txt`;
  const form = new FormData();
  form.set('channelId', channelId);
  form.set('file', new File([contentOf(filename)], filename));
  const path = '/files/upload';
  const file = await ask<Attachment>(server, 'agent', 'POST', path, form);
  return Object.assign(ledger.sent(file.messageId ?? '', null), {
    file: { id: file.id, filename },
  });
}

const sendAndRemove = async (side: Side) => remove(side, await send(side));
const uploadAndRemove = async (side: Side) => remove(side, await upload(side));

async function remove({ server, ledger }: Side, promised: Promised): Promise<void> {
  promised.removing = ledger.now();
  await ask(server, 'agent', 'DELETE', `/messages/${promised.id}`);
  promised.removed = ledger.now();
}

const acts = [send, stream, review, upload, send, sendAndRemove, review, uploadAndRemove];

/** Its answer with a 2xx; a 503 is a refusal, and anything else a fault. */
async function ask<T>(
  server: Called,
  who: 'agent' | 'owner',
  method: string,
  path: string,
  body?: unknown,
  onRefusal: () => void = () => {},
): Promise<T> {
  const { status, body: answer } = await callAs(server, who)<T>(method, path, body);
  if (status === 503) {
    onRefusal();
    throw new Refused();
  }
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Sends one request; a form as it is, all else as JSON. */
export function callAs({ url, token }: Called, who: 'agent' | 'owner') {
  const credential: Record<string, string> =
    who === 'agent' ? { 'x-api-key': token } : { authorization: `Bearer ${token}` };
  return async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const isForm = body instanceof FormData;
    const json = isForm || body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...credential, ...json },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
}
