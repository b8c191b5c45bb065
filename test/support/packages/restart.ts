/** A program of a package that waits while the inbox restarts. */
import { expect } from 'bun:test';
import { configOf, readSettings } from '../../../src/config.ts';
import type { NewKey } from '../../../src/core/access/schema.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { silentLog } from '../../../src/log.ts';
import { startServer } from '../../../src/server.ts';
import { emptyDirectory } from '../inbox/empty.ts';
import { removeDirectory } from '../machine/directory.ts';
import { eventually } from '../reach/eventually.ts';
import { callersOf } from '../server/server.ts';

/** Expects that a question asked by `ask` is approved after the restart. */
export async function expectToSurviveRestart(
  ask: (here: { url: string; key: string }) => Promise<object>,
): Promise<void> {
  const data = await emptyDirectory();
  const serve = async (port: string) => {
    const read = readSettings({ data, port }, {});
    return startServer(configOf(read), silentLog(), read);
  };
  let running = await serve('0');
  try {
    const { as, channel } = await callersOf(running.url, data);
    await channel();
    const { body } = await as.owner.post<NewKey>('/keys', { name: 'agent' });
    const waiting = ask({ url: running.url, key: body.key });
    const { id } = await eventually(async () => {
      const { body: found } = await as.owner.get<Message[]>('/reviews/pending');
      return found[0];
    });
    await running.stop();
    running = await serve(new URL(running.url).port);
    const again = await callersOf(running.url, data);
    const response = { selectedOption: 'approve' };
    await again.as.owner.post(`/reviews/${id}/respond`, { response });
    expect(await waiting).toMatchObject({ approved: true });
  } finally {
    await running.stop();
    removeDirectory(data);
  }
}
