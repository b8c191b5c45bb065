import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createBackup } from '../../src/backup/create.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { readEvents } from '../support/inbox/pages.ts';

test('starts a new log on restore, with numbers above every number that clients have seen', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await inbox.send({ channelId, text: 'in the backup' });
  const archive = join(inbox.data, 'a.tar.gz');
  const { id: before } = inbox.eventLog;
  await createBackup(inbox.data, archive, () => {});
  const { seq: seen } = await inbox.send({ channelId, text: 'after the backup' });
  await inbox.close();
  await restoreBackup(inbox.data, archive, () => {});

  await using again = await inbox.restart();
  const { id, announced } = again.eventLog;
  expect(id).not.toBe(before);
  expect(announced).toBeGreaterThan(seen);
  const read = (after: number, log?: string) =>
    readEvents(again, again.owner, { after, log, limit: 100 });
  // Also for a client that does not say which log it followed.
  for (const after of [0, seen - 1, seen]) {
    expect(read(after)).rejects.toMatchObject({ code: 'gone', details: { log: id } });
  }
  expect(read(announced, before)).rejects.toMatchObject({ code: 'gone' });
  const { seq } = await again.send({ channelId, text: 'next' });
  expect(seq).toBe(announced + 1);
  expect((await read(announced, id)).data).toMatchObject([{ seq, event: 'message:created' }]);
});
