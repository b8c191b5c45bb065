/** Bodies of JSON-RPC as clients of the Model Context Protocol may send them: whole, changed at any place, and broken. */
import type { JsonObject } from '../../../src/core/json.ts';
import { asText, changed, pick, type Random, words } from './hooks.ts';

/** The questions that a body may name. */
type Asked = {
  /** Nothing may end these. */
  kept: string[];
  /** `withdraw` may end these. */
  loose: string[];
};

const VERSIONS = ['2025-06-18', '2025-11-25', '2026-07-28', '1999-01-01', ''];

export type McpBody = { path: string; headers: Record<string, string>; text: string };

export function mcpBody(random: Random, asked: Asked): McpBody {
  const isOdd = random() < 0.15;
  const whole = isOdd ? withMeta(random, message(random, asked)) : message(random, asked);
  return {
    path: random() < 0.95 ? '/mcp' : '/mcp/claude-permissions',
    headers: isOdd ? oddHeaders(random) : { accept: ACCEPT },
    text: asText(random, random() < 0.5 ? whole : changed(random, whole)),
  };
}

const oddHeaders = (random: Random): Record<string, string> => ({
  accept: pick(random, [ACCEPT, 'application/json', '*/*', 'text/html']),
  'mcp-protocol-version': pick(random, VERSIONS),
  'mcp-session-id': pick(random, [
    ...SESSIONS,
    words(random).slice(0, 500).replaceAll(/[^\w]/g, '_'),
  ]),
});

/** Few, so that a call is given up under its own: one of a client, and two that say nothing of one. */
const SESSIONS = [`${btoa('{"name":"x"}')}.1`, `${btoa('[null]')}.2`, '.'];

const ACCEPT = 'application/json, text/event-stream';

function message(random: Random, asked: Asked): JsonObject {
  const id = random() < 0.9 ? 1 : pick<unknown>(random, ['a', 0, null, 1.5, words(random)]);
  const base = { jsonrpc: '2.0', id };
  const how = random();
  if (how < 0.7) {
    return { ...base, method: 'tools/call', params: call(random, asked) };
  }
  if (how < 0.8) return { ...base, result: elicited(random, asked) };
  const method = pick(random, [
    'initialize',
    'server/discover',
    'tools/list',
    'ping',
    'notifications/initialized',
    'notifications/cancelled',
    'elicitation/create',
    'tasks/get',
    'tasks/cancel',
    'resources/read',
    'completion/complete',
    'logging/setLevel',
    'subscriptions/listen',
    'constructor',
  ]);
  return {
    ...base,
    method,
    params: {
      protocolVersion: pick(random, VERSIONS),
      capabilities: { elicitation: {}, extensions: {} },
      clientInfo: { name: words(random), version: '1' },
      requestId: id,
      taskId: pick(random, asked.kept),
      uri: words(random),
    },
  };
}

/** An answer that is made up by the client: it decides nothing. */
const elicited = (random: Random, { kept }: Asked): JsonObject => ({
  action: pick(random, ['accept', 'decline', 'cancel']),
  content: { id: pick(random, kept), approved: true, selectedOption: 'approve' },
  requestState: pick(random, kept),
});

/** A client without a handshake names itself and its version in each call; some versions do not exist. */
const withMeta = (random: Random, { params, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  params: { ...(params as JsonObject | undefined), ...meta(random) },
});

const meta = (random: Random): JsonObject => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': pick(random, VERSIONS),
    'io.modelcontextprotocol/clientInfo': { name: words(random), version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    'claudecode/toolUseId': words(random),
    progressToken: words(random),
  },
});

function call(random: Random, asked: Asked): JsonObject {
  const wait_seconds = pick(random, [0, 0, 0, 0.1, 110]);
  const [name, given] = pick<[string, JsonObject]>(random, [
    ['ask', { question: words(random).slice(0, 500), details: words(random), wait_seconds }],
    [
      'ask',
      {
        question: words(random).slice(0, 500),
        kind: pick(random, ['approve', 'choose', 'text', 'form']),
        options: ['a', { id: 'b', label: words(random), decision: 'allow' }],
        multiple: random() < 0.5,
        request_id: pick(random, asked.kept),
        expires_minutes: 10,
        wait_seconds,
      },
    ],
    [
      'ask',
      {
        question: 'q',
        kind: 'form',
        fields: [{ name: words(random), type: 'select', label: 'l', options: [words(random)] }],
        wait_seconds,
      },
    ],
    ['wait', { ids: [pick(random, asked.kept), pick(random, asked.kept)], wait_seconds }],
    ['check', {}],
    ['notify', { text: words(random), status: words(random).slice(0, 2000) }],
    ['withdraw', { id: pick(random, asked.loose), reason: words(random).slice(0, 500) }],
    ['respond', { id: pick(random, asked.kept), response: { selectedOption: 'approve' } }],
    ['answer', { id: pick(random, asked.kept), approved: true }],
  ]);
  return { name, arguments: given };
}
