/** How agents and people write in the demo. */
import { type Client, ok } from '../../src/client/client.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Urgency } from '../../src/core/notify/names.ts';
import type { AgentName, Channels } from './channels.ts';

export type Sent = {
  text?: string;
  status?: Message['status'];
  review?: {
    type: string;
    payload: Record<string, unknown>;
    expiresInSeconds?: number;
    urgency?: Urgency;
  };
};
export type Writing = ReturnType<typeof writingIn>;

type Demo = { url: string; agentKey: string; owner: Client; agent: Client; channels: Channels };

export function writingIn({ url, agentKey, owner, agent, channels }: Demo) {
  return {
    send: (to: AgentName, { text, status, review }: Sent) =>
      ok(
        agent.messages.post({
          channelId: channels[to],
          ...(text === undefined ? {} : { text }),
          ...(status ? { status } : {}),
          ...(review ? { review } : {}),
        }),
      ),
    /** A text that is not complete yet. */
    draft: (to: AgentName, streamId: string, text: string) =>
      ok(
        agent.messages.post({
          channelId: channels[to],
          text,
          streamId,
          streamState: 'streaming',
        }),
      ),
    receive: (id: string) => ok(agent.messages({ id }).ack.post(undefined, { query: {} })),
    write: (to: AgentName, text: string) =>
      ok(owner.messages.post({ channelId: channels[to], text })),
    answer: (id: string, response: Record<string, unknown>) =>
      ok(owner.reviews({ id }).respond.post({ response })),
    /** The agent that asked withdraws it, with its reason. */
    withdraw: (id: string, reason?: string) =>
      ok(agent.reviews({ id }).withdraw.post(reason === undefined ? {} : { reason })),
    /** Like in a script: a form with the file in it. */
    upload: async (to: AgentName, file: File) => {
      const body = new FormData();
      body.append('channelId', channels[to]);
      body.append('file', file);
      const headers = { 'x-api-key': agentKey };
      await fetch(`${url}/api/v1/files/upload`, { method: 'POST', headers, body });
    },
  };
}
