import type { Agent } from '../../core/channels/schema.ts';
import { homeUrl } from './base.ts';

type Header = ['x-api-key' | 'Authorization', string];

/** Returns a command that asks a first question. */
export function curlThatAsks(key: string, channelId: Agent['id']): string {
  const message = { channelId, text: 'Deploy 1.4.2?', review: { type: 'approval' } };
  const data = JSON.stringify(message, null, 2).replaceAll('\n', '\n  ');
  return curl(
    '/messages',
    ['x-api-key', key],
    ["  -H 'Content-Type: application/json'", `  -d '${data}'`],
  );
}

/** Returns a command that lists the channels of a key. */
export const curlThatLists = (key: string) => curl('/agents', ['x-api-key', key]);

/** Returns a command that lists the pending questions of a token's user. */
export const curlWhatWaits = (token: string) =>
  curl('/reviews/pending', ['Authorization', `Bearer ${token}`]);

const curl = (path: string, [name, value]: Header, more: string[] = []) =>
  [`curl ${homeUrl()}/api/v1${path}`, `  -H '${name}: ${value}'`, ...more].join(' \\\n');
