/** An inbox that is served, with a channel `deploys` and those who speak in it. */
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { findRun } from '../../../src/run-file.ts';
import { clientOf } from '../server/server.ts';
import { testTerminal } from './terminal.ts';

export type ServedInbox = Awaited<ReturnType<typeof servedInbox>>;
/** A line of `inbox tail` in a pipe. */
export type Line = {
  seq?: number;
  messageSeq?: number;
  event: string;
  id?: string;
  messageId?: string;
  channelId?: string;
  text?: string | null;
  truncated?: boolean;
};

export async function servedInbox(name = 'deploys') {
  const terminal = testTerminal();
  const server = await terminal.serve();
  /** Asked each time: a server that was restarted has another address and token. */
  const as = (kind: 'agent' | 'owner') => {
    const { url = '', token = '' } = findRun(terminal.data) ?? {};
    return clientOf(
      url,
      kind === 'agent' ? { 'x-api-key': token } : { authorization: `Bearer ${token}` },
    );
  };
  const channel = async (input: object) =>
    (await as('owner').post<Agent>('/agents', input)).body.id;
  const channelId = await channel({ name });
  return {
    terminal,
    server,
    as,
    channel,
    channelId,
    async send(input: object): Promise<Message> {
      const sent = await as('agent').post<Message>('/messages', { channelId, ...input });
      if (sent.status !== 201) throw new Error(`It was refused: ${JSON.stringify(sent.body)}`);
      return sent.body;
    },
    /** A draft, which grows by `update` and ends with `complete` or `streamState` in it. */
    async draft(streamId: string, text: string) {
      const sent = { channelId, text, streamId, streamState: 'streaming' };
      const { body } = await as('agent').post<Message>('/messages', sent);
      const update = (input: object) => as('agent').patch(`/messages/streams/${streamId}`, input);
      return { ...body, update };
    },
    answer: (id: string, response: object) =>
      as('owner').post<Message>(`/reviews/${id}/respond`, { response }),
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  };
}

export const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The content of the lines, in short. */
export const reported = (stdout: string) =>
  linesOf(stdout).map(({ event, id, messageId, text }) => `${event} ${text ?? messageId ?? id}`);
