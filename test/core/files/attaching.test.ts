import { expect, test } from 'bun:test';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { bytesOf, givenFile } from '../../support/inbox/files.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

test('attaches stored files to the message', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const files = [await givenFile(inbox, { channelId }), await givenFile(inbox, { channelId })];
  const message = await inbox.send({ channelId, attachmentIds: files.map((file) => file.id) });
  expect(message.attachments).toEqual(files.map((file) => ({ ...file, messageId: message.id })));
});

test("moves an uploaded file to the message sent with it and deletes the upload's own message", async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const file = await givenFile(inbox, { channelId, verb: uploadFile });
  const received = recordEvents(inbox);
  const message = await inbox.send({ channelId, attachmentIds: [file.id] });
  expect(message.attachments).toEqual([{ ...file, messageId: message.id }]);
  expect(received).toEqual([
    { name: 'message:created', payload: message },
    {
      name: 'message:deleted',
      payload: { id: file.messageId ?? '', channelId, was: { pending: false } },
    },
  ]);
  const emptied = getMessage(inbox, inbox.agent, file.messageId ?? '');
  await expect(emptied).rejects.toThrow('Message not found');
  expect(bytesOf(inbox)).toEqual([file.storageKey]);
});

test('refuses a file that is already attached to a message, even one without text', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const stored = await givenFile(inbox, { channelId });
  const uploaded = await givenFile(inbox, { channelId, verb: uploadFile });
  for (const { id } of [stored, uploaded]) {
    await inbox.send({ channelId, attachmentIds: [id] });
    await expect(inbox.send({ channelId, attachmentIds: [id] })).rejects.toMatchObject({
      details: { issues: [{ code: 'custom', path: ['attachmentIds', '0'] }] },
    });
  }
});

test('attaches no file and sends nothing when one of the files is unavailable', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const foreign = await givenFile(inbox, { channelId: (await inbox.channel()).id });
  const own = await givenFile(inbox, { channelId, verb: uploadFile });
  const received = recordEvents(inbox);
  const sent = inbox.send({ channelId, text: 'x', attachmentIds: [own.id, foreign.id, 'no'] });
  await expect(sent).rejects.toMatchObject({
    details: { issues: [{ path: ['attachmentIds', '1'] }, { path: ['attachmentIds', '2'] }] },
  });
  const message = await getMessage(inbox, inbox.agent, own.messageId ?? '');
  expect(message.attachments).toEqual([own]);
  expect(received).toEqual([]);
});
