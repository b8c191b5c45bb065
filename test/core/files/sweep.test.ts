import { expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../../src/core/files/files.ts';
import { sweepFiles } from '../../../src/core/files/sweep.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { bytesOf, givenFile } from '../../support/inbox/files.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('deletes a stored file that is attached to no message after a day', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const held = await givenFile(inbox, { channelId, verb: uploadFile });
  const untaken = await givenFile(inbox, { channelId });
  const listed = async () =>
    (await listFiles(inbox, inbox.agent, { limit: 10 })).map((file) => file.id);

  inbox.clock.advance(DAY_MS - 1);
  await sweepFiles(inbox);
  expect(await listed()).toEqual([untaken.id, held.id]);
  inbox.clock.advance(1);
  await sweepFiles(inbox);
  expect(await listed()).toEqual([held.id]);
  expect(bytesOf(inbox)).toEqual([held.storageKey]);
});

test('deletes files without a record after a crash, but not files that people put there', async () => {
  await using inbox = await testInbox();
  const file = await givenFile(inbox, { channelId: (await inbox.channel()).id });
  for (const name of [randomUUID(), `${randomUUID()}.part`, 'README']) {
    writeFileSync(join(inbox.data, 'files', name), 'x');
  }
  await sweepFiles(inbox);
  expect(bytesOf(inbox)).toEqual([file.storageKey, 'README'].sort());
});

test('keeps an upload that is in progress', async () => {
  await using inbox = await testInbox();
  await using bytes = await inbox.files.receive();
  await bytes.write(Buffer.from('x'));
  await sweepFiles(inbox);
  expect(bytesOf(inbox)).toEqual([`${bytes.storageKey}.part`]);
  await bytes.keep(() => sweepFiles(inbox));
  expect(bytesOf(inbox)).toEqual([bytes.storageKey]);
});

test('keeps the bytes of uploads that finish during a sweep', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const rounds = Array.from({ length: 40 }, async () => {
    const [file] = await Promise.all([givenFile(inbox, { channelId }), sweepFiles(inbox)]);
    return file.storageKey;
  });
  const stored = await Promise.all(rounds);
  expect(bytesOf(inbox)).toEqual(stored.sort());
});
