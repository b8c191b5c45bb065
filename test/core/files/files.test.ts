import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { finishRemovals } from '../../../src/core/channels/removal.ts';
import { listFiles, openFile, storeFile } from '../../../src/core/files/files.ts';
import { deleteMessage, getMessage } from '../../../src/core/messages/messages.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { bytesOf, givenFile, sha256 } from '../../support/inbox/files.ts';
import { agentOf, reviewerOf, testInbox } from '../../support/inbox/inbox.ts';

test('stores a file that is attached to no message and can be read', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const file = await givenFile(inbox, { channelId });
  expect(file).toEqual({
    id: file.id,
    messageId: null,
    channelId,
    pluginType: 'file',
    filename: 'hello.txt',
    mimeType: 'text/plain',
    size: 5,
    storageKey: file.storageKey,
    createdAt: '2030-01-02T12:00:00.000Z',
  });
  const { attachment, bytes } = await openFile(inbox, inbox.agent, file.id);
  expect(attachment).toEqual(file);
  expect(await bytes.text()).toBe('hello');
});

test.each([
  ['stored', storeFile],
  ['uploaded', uploadFile],
] as const)('records the digest of a file that is %s, and does not return it', async (_, verb) => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const parts = Array.from({ length: 7 }, (_, turn) => Buffer.alloc(turn * 10_000, `${turn}`));
  await using bytes = await inbox.files.receive();
  for (const part of parts) await bytes.write(part);
  expect(bytes.sha256).toBeNull();
  const file = { filename: 'a.bin', mimeType: 'text/plain' };
  const attachment = await verb(inbox, inbox.agent, { channelId, file }, bytes);
  const row = await inbox.store.read
    .selectFrom('attachments')
    .select('sha256')
    .executeTakeFirstOrThrow();
  expect(row.sha256).toBe(sha256(Buffer.concat(parts)));
  const [listed] = await listFiles(inbox, inbox.agent, { limit: 1 });
  for (const shown of [attachment, listed]) expect(shown).not.toHaveProperty('sha256');
});

test('creates a message for an uploaded file and emits it', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const received = recordEvents(inbox);
  const file = await givenFile(inbox, { channelId, verb: uploadFile });
  const message = await getMessage(inbox, inbox.agent, file.messageId ?? '');
  expect(message).toMatchObject({ senderType: 'agent', text: null, attachments: [file] });
  expect(received).toEqual([{ name: 'message:created', payload: message }]);
});

test('records a person as the sender of their upload', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const by = reviewerOf(channelId);
  const file = await givenFile(inbox, { channelId, by, verb: uploadFile });
  const message = await getMessage(inbox, by, file.messageId ?? '');
  expect(message).toMatchObject({ senderType: 'user', senderId: by.userId });
});

test.each([
  ['somebody else', 'foreign'],
  ['nobody', 'unknown'],
])('leaves neither record nor bytes of a file for the channel of %s', async (_, whose) => {
  await using inbox = await testInbox();
  const foreign = await inbox.channel();
  const by = whose === 'foreign' ? agentOf('other') : inbox.agent;
  const channelId = whose === 'foreign' ? foreign.id : '01HZZZZZZZZZZZZZZZZZZZZZZZ';
  for (const verb of [storeFile, uploadFile]) {
    await expect(givenFile(inbox, { channelId, by, verb })).rejects.toThrow('Channel not found');
  }
  expect(await listFiles(inbox, inbox.agent, { limit: 10 })).toEqual([]);
  expect(bytesOf(inbox)).toEqual([]);
});

test('leaves nothing of discarded bytes', async () => {
  await using inbox = await testInbox();
  let storageKey: string;
  {
    await using bytes = await inbox.files.receive();
    storageKey = bytes.storageKey;
    await bytes.write(Buffer.from('half'));
    expect(bytesOf(inbox)).toEqual([`${bytes.storageKey}.part`]);
  }
  expect(bytesOf(inbox)).toEqual([]);
  writeFileSync(join(inbox.data, 'files', storageKey), 'x');
  expect(await inbox.files.list()).toEqual([storageKey]);
});

test('completes and renames the bytes before the record is created', async () => {
  await using inbox = await testInbox();
  await using bytes = await inbox.files.receive();
  await bytes.write(Buffer.from('whole'));
  const path = join(inbox.data, 'files', bytes.storageKey);
  expect(await bytes.keep(async () => readFileSync(path, 'utf8'))).toBe('whole');
});

test('lists the files of visible channels, newest first', async () => {
  await using inbox = await testInbox();
  const [one, two] = [await inbox.channel(), await inbox.channel()];
  const first = await givenFile(inbox, { channelId: one.id });
  const second = await givenFile(inbox, { channelId: two.id });
  const third = await givenFile(inbox, { channelId: one.id, verb: uploadFile });
  const list = (channel?: string, caller = inbox.agent, limit = 10) =>
    listFiles(inbox, caller, { channel, limit });
  const by = (senderType: 'agent' | null) => ({ senderType, senderName: null });
  const [oldest, other, newest] = [
    { ...first, ...by(null) },
    { ...second, ...by(null) },
    { ...third, ...by('agent') },
  ];
  expect(await list()).toEqual([newest, other, oldest]);
  expect(await list(one.id)).toEqual([newest, oldest]);
  expect(await list(undefined, inbox.agent, 1)).toEqual([newest]);
  expect(await listFiles(inbox, inbox.agent, { before: third.id, limit: 1 })).toEqual([other]);
  expect(await list(undefined, agentOf(two.id))).toEqual([other]);
  expect(await list(one.id, agentOf(two.id))).toEqual([]);
});

test('hides a file of another channel', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const file = await givenFile(inbox, { channelId });
  await expect(openFile(inbox, agentOf('other'), file.id)).rejects.toThrow('File not found');
  await expect(openFile(inbox, inbox.agent, 'nothing')).rejects.toThrow('File not found');
});

test("deletes a message's files and their bytes with it", async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const other = await givenFile(inbox, { channelId });
  const file = await givenFile(inbox, { channelId, verb: uploadFile });
  await deleteMessage(inbox, inbox.agent, file.messageId ?? '');
  expect(await listFiles(inbox, inbox.agent, { limit: 10 })).toMatchObject([other]);
  expect(bytesOf(inbox)).toEqual([other.storageKey]);
});

test("deletes a channel's files and their bytes with it", async () => {
  await using inbox = await testInbox();
  const [gone, left] = [await inbox.channel(), await inbox.channel()];
  const other = await givenFile(inbox, { channelId: left.id });
  await givenFile(inbox, { channelId: gone.id });
  await givenFile(inbox, { channelId: gone.id, verb: uploadFile });
  await deleteChannel(inbox, inbox.owner, gone.id);
  await finishRemovals(inbox);
  expect(bytesOf(inbox)).toEqual([other.storageKey]);
});
