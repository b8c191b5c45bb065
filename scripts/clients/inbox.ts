/** The inbox under test: the built executable, which may be killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { serveInProcess } from '../../test/support/server/process.ts';
import { clientOf } from '../../test/support/server/server.ts';

export type TestInbox = Awaited<ReturnType<typeof startInbox>>;

export async function startInbox() {
  const data = mkdtempSync(join(tmpdir(), 'inbox-clients-'));
  let serving = await serveInProcess(data);
  const { url } = serving;
  return {
    data,
    url,
    owner: () => clientOf(url, { authorization: `Bearer ${serving.token}` }),
    async kill() {
      await serving.end('SIGKILL');
    },
    async start() {
      serving = await serveInProcess(data, { INBOX_PORT: new URL(url).port });
    },
    async [Symbol.asyncDispose]() {
      await serving.end('SIGKILL');
      rmSync(data, { recursive: true });
    },
  };
}

/** All questions of a channel, oldest first. */
export async function record(inbox: TestInbox, channelId: string): Promise<Message[]> {
  const { body } = await inbox.owner().get<{ data: Message[] }>(`/messages?channel=${channelId}`);
  return body.data.filter(({ review }) => review).toReversed();
}

/** The end of a question in the words that a person reads. */
export function ending({ review }: Message): string {
  if (!review) return 'no question';
  const { status, response, respondedBy, withdrawn } = review;
  if (status === 'withdrawn') return `withdrawn: ${withdrawn?.why}`;
  if (status !== 'completed') return status;
  const said = JSON.stringify(response);
  return `${respondedBy?.name}: ${said}`;
}
