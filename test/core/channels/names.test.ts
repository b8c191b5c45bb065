/** Notices and decision pages name a channel; if its name looks like another one, by its id too. */
import { expect, spyOn, test } from 'bun:test';
import {
  createChannel,
  deleteChannel,
  updateChannel,
} from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { noticeWords } from '../../../src/core/notify/notice-words.ts';
import { findAsked } from '../../../src/core/reviews/answered.ts';
import { Connection } from '../../../src/storage/sqlite/connection.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

test('names a channel as it is now, and looks none up for another notice', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.channel({ name: 'deploys' });
  const review = { type: 'approval', payload: { title: 'Go?' } };
  const sent = await inbox.send({ channelId: id, review });
  const asked = await findAsked(inbox.store.read, sent.id);
  const named = async () => {
    const { body } = await noticeWords(inbox, { kind: 'ntfy', shows: 'all' }, asked);
    return body.split('\n')[0] ?? '';
  };
  const apart = `deploys (${id.slice(-8)})`;

  expect(await named()).toBe('deploys');
  const given = CreateAgent.parse({ name: 'deploys ' });
  const other = await createChannel(inbox, inbox.agent, given);
  expect(await named()).toBe(apart);
  await deleteChannel(inbox, inbox.owner, other.id);
  expect(await named()).toBe('deploys');
  const late = named();
  await updateChannel(inbox, inbox.owner, id, { name: 'releases' });
  expect(['deploys', 'releases']).toContain(await late);
  expect(await named()).toBe('releases');

  using run = spyOn(Connection.prototype, 'run');
  await Promise.all(Array.from({ length: 100 }, named));
  expect(run).not.toHaveBeenCalled();
});

test.each([
  ['tab', 're\tlease', 're[U+0009]lease'],
  ['line feed', 're\nlease', 're[U+000A]lease'],
  ['end of line', 're\r\nlease', 're[U+000D][U+000A]lease'],
  ['carriage return', 're\rlease', 're[U+000D]lease'],
  ['next line and escape', 're\u0085\u001b[2Jlease', 're[U+0085][U+001B][2Jlease'],
  ['separator', 're\u2028lease', 're[U+2028]lease'],
])('names a %s in the name of a channel, which is one line', async (_, name, shown) => {
  await using inbox = await testInbox();
  const { id } = await createChannel(inbox, inbox.agent, CreateAgent.parse({ name }));
  const review = { type: 'approval', payload: { title: 'Go?' } };
  const sent = await inbox.send({ channelId: id, review });
  const asked = await findAsked(inbox.store.read, sent.id);
  for (const kind of ['ntfy', 'email', 'telegram', 'slack', 'webpush'] as const) {
    const { title, body } = await noticeWords(inbox, { kind, shows: 'all' }, asked);
    expect([kind, title, body.split(/[\n\r\u0085\u2028]/)[0]]).toEqual([kind, 'Go?', shown]);
  }
});
