import type { Agent } from '../../core/channels/schema.ts';
import { homeUrl } from './base.ts';

type Header = ['x-api-key' | 'Authorization', string];

/** A command that asks a first question. */
export function curlThatAsks(key: string, channelId: Agent['id']): string {
  const message = { channelId, text: 'Deploy 1.4.2?', review: { type: 'approval' } };
  const data = JSON.stringify(message, null, 2).replaceAll('\n', '\n  ');
  return curl(
    '/messages',
    ['x-api-key', key],
    ["  -H 'Content-Type: application/json'", `  -d '${data}'`],
  );
}

/** A command that lists the channels that a key sees. */
export const curlThatLists = (key: string) => curl('/agents', ['x-api-key', key]);

/** A command that lists what waits for the person whose token it is. */
export const curlWhatWaits = (token: string) =>
  curl('/reviews/pending', ['Authorization', `Bearer ${token}`]);

const curl = (path: string, [name, value]: Header, more: string[] = []) =>
  [`curl ${homeUrl()}/api/v1${path}`, `  -H '${name}: ${value}'`, ...more].join(' \\\n');
