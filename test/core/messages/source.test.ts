import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shownRows, wholeText } from '../../../src/cli/layout/shown.ts';
import { createKey } from '../../../src/core/access/keys.ts';
import { CreateKey } from '../../../src/core/access/schema.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { visible } from '../../../src/core/letters.ts';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, SendMessage } from '../../../src/core/messages/schema.ts';
import { sourceLine } from '../../../src/core/messages/source.ts';
import { noticeWords } from '../../../src/core/notify/notice-words.ts';
import { findAsked } from '../../../src/core/reviews/answered.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { ListPending } from '../../../src/core/reviews/schema.ts';
import { keyOf, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';

const sent = (source: unknown) =>
  SendMessage.safeParse({ channelId: 'c', text: 'Hi', metadata: { source } });

const checks: [source: unknown, path: string | null][] = [
  [{ client: 'Claude Code' }, null],
  [
    {
      client: 'a',
      version: '1',
      session: 's',
      cwd: '/',
      host: 'h',
      tool: 't',
      callId: 'c',
      agentId: 'b',
    },
    null,
  ],
  [{ client: 'a', session: null, branch: { kept: 1 } }, null],
  ['n8n', null],
  [{ workflow: 7, session: 7 }, null],
  [{ client: 7, session: 7 }, null],
  [[{ client: 'a', session: 7 }], null],
  [{ client: ' ' }, 'client'],
  [{ client: 'a'.repeat(201) }, 'client'],
  [{ client: 'a', session: 7 }, 'session'],
  [{ client: 'a', callId: ['c'] }, 'callId'],
  [{ client: 'a', cwd: {} }, 'cwd'],
  [{ client: 'a', version: 2 }, 'version'],
  [{ client: 'a', host: true }, 'host'],
  [{ client: 'a', tool: 1 }, 'tool'],
  [{ client: 'a', agentId: 1 }, 'agentId'],
  [{ client: 'a', more: 'b'.repeat(8192) }, ''],
];

test('refuses a source with an invalid part, and keeps one without a client', () => {
  for (const [source, path] of checks) {
    const { error } = sent(source);
    const at = path === null ? [] : [['metadata', 'source', path].filter(Boolean).join('.')];
    expect((error?.issues ?? []).map((issue) => issue.path.join('.'))).toEqual(at);
  }
});

test('keeps a source as it was sent', () => {
  const source = { client: 'a', session: null, branch: { kept: [1] }, cwd: '/x' };
  expect(sent(source).data?.metadata).toEqual({ source });
});

/** The line of a question that a key of this name asks. */
const lineOf = (name: string | null, source: unknown, metadata: JsonObject = { source }) =>
  sourceLine({ metadata, review: { askedBy: name && { id: 'k', name } } as never });

const lines: [name: string | null, source: unknown, line: string | null][] = [
  [
    'claude@laptop',
    { client: 'Claude Code', cwd: '~/src/shop' },
    'claude@laptop: Claude Code · ~/src/shop',
  ],
  ['claude@laptop', { client: 'Claude Code' }, 'claude@laptop: Claude Code'],
  [null, { client: 'Codex', cwd: '/srv' }, 'This machine: Codex · /srv'],
  ['a', { client: 'Cod\u202eex\n' }, 'a: Cod[U+202E]ex[U+000A]'],
  ['a', { client: 'x'.repeat(41) }, `a: ${'x'.repeat(39)}…`],
  ['a', { client: 'x', cwd: `/${'y'.repeat(40)}/fix` }, `a: x · …${'y'.repeat(35)}/fix`],
  ['k'.repeat(60), { client: 'x' }, `${'k'.repeat(39)}…: x`],
  ['a', 'n8n', null],
  ['a', { name: 'n8n' }, null],
];

test('says where a question comes from, the name of its key first', () => {
  for (const [name, source, line] of lines) expect(lineOf(name, source)).toBe(line);
});

test('keeps any line short, on one line, without letters that hide, and beginning with the key', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      (client, cwd) => {
        const line = lineOf('ci', { client, cwd }) ?? '';
        expect([...line].length).toBeLessThanOrEqual('ci: '.length + 40 + ' · '.length + 40);
        expect(visible(line)).toBe(line);
        expect(line).not.toMatch(/[\n\r\t]/);
        expect(line).toStartWith('ci: ');
      },
    ),
  );
});

test('names the key and the source in a message, a notice and a terminal', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel({ name: 'shop' });
  const created = CreateKey.parse({ name: 'claude@laptop', channels: [channelId] });
  const { id: keyId } = await createKey(inbox, inbox.owner, created);
  const review = { type: 'approval', payload: { title: 'Ship it' } };
  const metadata = { source: { client: 'Claude\u202e Code', cwd: '~/src/shop' } };
  const key = { ...keyOf(keyId, channelId), keyName: 'claude@laptop' };
  const { message } = await sendMessage(
    inbox,
    { ...key, standing: { id: 'key', find: async () => key } },
    SendMessage.parse({ channelId, review, metadata }),
  );
  const asked = await findAsked(inbox.store.read, message.id);
  expect(message.review?.askedBy).toEqual({ id: keyId, name: 'claude@laptop' });
  expect(asked.review.askedBy).toEqual({ id: keyId, name: 'claude@laptop' });

  const line = 'claude@laptop: Claude[U+202E] Code · ~/src/shop';
  for (const kind of ['ntfy', 'email', 'telegram', 'slack', 'webpush'] as const) {
    const { body } = await noticeWords(inbox, { kind, shows: 'all' }, asked);
    expect([kind, ...body.split('\n').slice(0, 2)]).toEqual([kind, 'shop', line]);
  }
  const { body } = await noticeWords(inbox, { kind: 'ntfy', shows: 'title' }, asked);
  expect(body).not.toContain('claude');
  const now = inbox.now();
  expect(wholeText(message, 'shop', now).split('\n')[1]).toBe(line);
  expect(shownRows(message, 'shop', { now, columns: 80 }).join('\n')).toContain(line);
});

test('lists the messages of a session: all, pending, answered, found, and by the key that asked', async () => {
  await using inbox = await testInbox();
  const [one, other] = [await inbox.channel(), await inbox.channel()];
  const write = async (keyId: string | null, session: string, more: object) => {
    const metadata = { source: { client: 'a', session } };
    const input = SendMessage.parse({ channelId: one.id, metadata, ...more });
    return (await sendMessage(inbox, keyOf(keyId, one.id, other.id), input)).message.id;
  };
  const review = { type: 'approval', payload: { title: 'Ship it' } };
  const note = await write('k1', 's1', { text: 'Ship it' });
  const pending = await write('k1', 's1', { review, channelId: other.id });
  const foreign = await write('k2', 's1', { review });
  const local = await write(null, 's1', { review });
  const done = await write('k1', 's1', { review });
  await write('k1', 's2', { review, text: 'Ship it' });
  await inbox.send({ channelId: one.id, review });
  await answerReview(inbox, inbox.owner, done, { selectedOption: 'approve' });

  const listed = async (list: object) => {
    const found = await listMessages(inbox, inbox.owner, ListMessages.parse(list));
    return found.data.map(({ id }) => id).sort();
  };
  const all = [note, pending, foreign, local, done].sort();
  expect(await listed({ session: 's1' })).toEqual(all);
  expect(await listed({ session: 's1', channel: [one.id, other.id] })).toEqual(all);
  expect(await listed({ session: 's1', channel: [other.id] })).toEqual([pending]);
  expect(await listed({ session: 's1', search: 'ship' })).toEqual(all);
  expect(await listed({ session: 's1', review: 'pending' })).toEqual(
    [pending, foreign, local].sort(),
  );
  const ended = { review: 'completed', order: 'ended' };
  expect(await listed({ session: 's1', ...ended })).toEqual([done]);
  expect(await listed({ session: 's1', ...ended, search: 'ship' })).toEqual([done]);
  expect(await listed({ session: 's1', askedBy: 'k1', ...ended })).toEqual([done]);
  expect(await listed({ session: 's1', askedBy: 'k1', ...ended, search: 'ship' })).toEqual([done]);
  expect(await listed({ session: 's1', askedBy: 'local', ...ended })).toEqual([]);
  expect(await listed({ session: 's3' })).toEqual([]);

  const waiting = async (list: object) => {
    const { data, total } = await listPending(inbox, inbox.owner, ListPending.parse(list));
    expect(total).toBe(data.length);
    return data.map(({ id }) => id).sort();
  };
  expect(await waiting({ session: 's1' })).toEqual([pending, foreign, local].sort());
  expect(await waiting({ session: 's1', askedBy: 'k1' })).toEqual([pending]);
  expect(await waiting({ session: 's1', askedBy: 'local' })).toEqual([local]);
  expect(await waiting({ session: 's1', askedBy: 'k1', search: 'ship' })).toEqual([pending]);
});
