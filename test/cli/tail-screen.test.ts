import { expect, test } from 'bun:test';
import { findRun } from '../../src/run-file.ts';
import { connected } from '../support/clients/sockets.ts';
import { type ServedInbox, servedInbox } from '../support/terminal/served.ts';
import { keys, type Screen } from '../support/terminal/terminal.ts';

const review = { type: 'approval' };
const times = (text: string, part: string) => text.split(part).length - 1;

/** A tail on a terminal, once it shows a first message. */
async function tailOf(inbox: ServedInbox, env?: Record<string, string>): Promise<Screen> {
  await inbox.send({ text: 'begin' });
  const screen = inbox.terminal.open(['tail'], env);
  await screen.shows('begin');
  return screen;
}

async function interrupt(screen: Screen): Promise<void> {
  screen.type(keys.ctrlC);
  expect(await screen.exited).toBe(130);
}

/** The control sequences of a tail at a terminal: colours, how far up it draws again, rows that keep to one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN = /\u001b\[(?:J|\?7[lh]|\d+m)|\r\u001b\[\d+A/g;
const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

test('colours statuses, shows what a question asks, and appends answers and ticks', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  for (const status of ['info', 'success', 'warning', 'error']) await inbox.send({ status });
  const options = ['Now', 'Later'].map((label) => ({ id: label.toLowerCase(), label }));
  const asked = { type: 'approval', payload: { title: 'Release', options } };
  const { id } = await inbox.send({ text: 'Deploy?', review: asked });
  await screen.shows(`inbox answer ${id.slice(-8)}`);
  await inbox.answer(id, { selectedOption: 'later' });
  await inbox.as('agent').post(`/messages/${id}/ack`);
  await screen.shows('✓✓ Release');
  await inbox.as('agent').delete(`/messages/${id}`);
  await screen.shows('✗ Release — retracted');
  await interrupt(screen);
  for (const [colour, status] of [
    [34, 'info'],
    [32, 'success'],
    [33, 'warning'],
    [31, 'error'],
  ]) {
    expect(screen.raw()).toContain(`\u001b[${colour}m▌${status}\u001b[39m`);
  }
  expect(screen.text()).toContain('? “Release”: Now / Later\n      23h left: inbox answer');
  expect(screen.text()).toMatch(/• Release — Later \(.+\)/);
  expect(screen.brokenRows()).toBe(0);
});

test('prints no colour with NO_COLOR', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox, { NO_COLOR: '1' });
  await inbox.send({ text: 'done', status: 'success', review });
  await screen.shows('inbox answer');
  await interrupt(screen);
  expect(screen.text()).toContain('▌success done');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
  expect(screen.raw()).not.toMatch(/\u001b\[\d*m/);
});

test('grows a draft in place below other messages, and prints it in full when it ends', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const draft = await inbox.draft('turn', 'Once');
  await screen.shows('Once …');
  for (let at = 0; at < 30; at++) {
    await draft.update({ text: `Once upon ${'a time '.repeat(at)}` });
    await inbox.send({ text: `other ${at}.` });
  }
  await screen.shows('other 29.');
  const end = `Once upon ${Array.from({ length: 60 }, (_, at) => `n${at}`).join(' ')} the end.`;
  await draft.update({ text: end, complete: true });
  await screen.shows('the end.');
  await interrupt(screen);
  const rows = screen.text().split('\n');
  expect(rows.filter((row) => row.includes('Once'))).toHaveLength(1);
  expect(rows.filter((row) => row.includes('other')).length).toBe(30);
  expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain(end);
  expect(screen.text()).not.toContain('a time');
});

test('marks an aborted draft and removes a retracted one', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const aborted = await inbox.draft('one', 'Half a');
  const gone = await inbox.draft('two', 'Secret');
  await screen.shows('Secret …');
  await aborted.update({ text: 'Half a word', streamState: 'aborted' });
  await screen.shows('(aborted)');
  await inbox.as('agent').delete(`/messages/${gone.id}`);
  await screen.shows('retracted');
  await inbox.send({ text: 'last' });
  await screen.shows('last');
  await interrupt(screen);
  expect(times(screen.text(), 'Half a')).toBe(1);
  expect(screen.text()).not.toContain('Secret …');
});

const longText = Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n');

test('shows the beginning and end of drafts longer than the screen, and leaves nothing of them behind', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  // In turn: the screen shows the latest of them.
  const drafts = [];
  for (let at = 0; at < 6; at++) drafts.push(await inbox.draft(`turn ${at}`, `Draft ${at}`));
  await screen.shows('Draft 5');
  for (const [at, draft] of drafts.entries()) {
    await draft.update({ text: `Draft ${at}\n${longText}\nfoot ${at}` });
  }
  await screen.shows('foot 5 …');
  for (const [at, draft] of drafts.entries()) {
    await draft.update({ text: `Done ${at}\n${longText}`, complete: true });
  }
  await screen.shows('Done 5');
  await interrupt(screen);
  expect(times(screen.text(), 'Done')).toBe(6);
  expect(times(screen.text(), 'full text: inbox show')).toBe(6);
  expect(screen.text()).not.toMatch(/Draft|foot/);
}, 120_000);

test('prints everything once when the terminal is resized during a draft', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const words = Array.from({ length: 40 }, (_, at) => `word${at}.`);
  const draft = await inbox.draft('turn', words.slice(0, 30).join(' '));
  await screen.shows('word29. …');
  for (const [columns, rows, at] of [
    [40, 24, 31],
    [100, 30, 32],
    [33, 14, 33],
    [80, 24, 34],
  ] as const) {
    screen.resize(columns, rows);
    await draft.update({ text: words.slice(0, at).join(' ') });
    await screen.shows(`word${at - 1}. …`);
  }
  await draft.update({ text: words.join(' '), complete: true });
  await screen.shows('word39.');
  await interrupt(screen);
  expect(words.map((word) => times(screen.text(), word))).toEqual(words.map(() => 1));
  expect(times(screen.text(), 'begin')).toBe(1);
});

const hostile = [
  '\u001b[2J\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil\u001b\\link',
  '\u001bPq',
  '\u009b2J',
  '\u202eevil\u202c',
  '\u2066x\u2069',
  'nul\u0000',
  'back\b\b\b',
  'cr\rover',
  '\u007f',
  'tab\tbed',
  '日本語'.repeat(40),
  '👩‍👩‍👧'.repeat(50),
  'e\u0301'.repeat(90),
  'x'.repeat(5000),
];

test('lets no text of agents or people control the terminal, in a draft or elsewhere', async () => {
  const evil = hostile.join(' ');
  await using inbox = await servedInbox(hostile.slice(0, 7).join(''));
  const { body: owner } = await inbox.as('owner').get<{ id: string }>('/auth/session');
  await inbox.as('owner').patch(`/users/${owner.id}`, { name: `owner\u001b[2J\u202e` });
  const screen = await tailOf(inbox);
  const options = hostile.slice(0, 9).map((label, at) => ({ id: `${at}`, label }));
  const asked = { type: 'approval', payload: { title: evil.slice(0, 200), options } };
  const { id } = await inbox.send({ text: evil, status: 'error', review: asked });
  await inbox.answer(id, { selectedOption: '0' });
  const free = { type: 'freeform', payload: { options: 'no list', items: [null], label: evil } };
  const freeform = await inbox.send({ text: evil, review: free });
  await inbox.answer(freeform.id, { text: { toString: evil }, [evil]: evil });
  await inbox.as('agent').post('/status/ping', { agentId: inbox.channelId, message: evil });
  const draft = await inbox.draft('turn', evil);
  for (const part of hostile) await draft.update({ text: part });
  await draft.update({ text: evil, complete: true });
  await inbox.as('agent').delete(`/messages/${id}`);
  await inbox.send({ text: 'that was all' });
  await screen.shows('that was all');
  await interrupt(screen);
  for (const asking of [id, freeform.id])
    expect(screen.text()).toContain(`inbox answer ${asking.slice(-8)}`);
  expect(screen.text()).not.toContain('Connection lost');
  const sent = screen.raw().replaceAll('\r\n', '\n').replaceAll(OWN, '');
  expect(sent).not.toMatch(OBEYED);
});

test('restores the terminal on Ctrl-C during a draft', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  await inbox.draft('turn', 'growing');
  await inbox.send({ status: 'error' });
  await screen.shows('▌error');
  await interrupt(screen);
  const raw = screen.raw();
  expect(raw).not.toContain('\u001b[?25l');
  expect(raw.lastIndexOf('\u001b[?7h')).toBeGreaterThan(raw.lastIndexOf('\u001b[?7l'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are looked for
  expect(['22', '39']).toContain([...raw.matchAll(/\u001b\[(\d+)m/g)].at(-1)?.[1] ?? '');
  expect(screen.text().split('\n').at(-1)).toBe('^C');
});

test('prints the state of the connection above a growing draft', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const draft = await inbox.draft('turn', 'Once upon a time');
  await screen.shows('a time …');
  await inbox.server.stop();
  await screen.shows('Connection lost; trying again.');
  await inbox.terminal.serve();
  await screen.shows('Connected.');
  await draft.update({ text: 'Once upon a time there was an end.', complete: true });
  await screen.shows('an end.');
  await interrupt(screen);
  const reported = screen
    .text()
    .split('\n')
    .filter((row) => /Once|lost|Connected/.test(row));
  expect(reported).toEqual([
    'Connection lost; trying again.',
    'Connected.',
    expect.stringContaining('· Once upon a time there was an end.'),
  ]);
}, 120_000);

test('breaks rows between words at 80 columns, even in scripts without spaces, and keeps a link whole', async () => {
  await using inbox = await servedInbox('チャンネルの長い名前です');
  const screen = await tailOf(inbox);
  const link = `https://example.com/${'path/'.repeat(15)}`;
  const ids = ['word '.repeat(60), '日本語'.repeat(60), `See ${link}`].map((text) =>
    inbox.send({ text, review: { type: 'selection', payload: { items: regions } } }),
  );
  const [first] = await Promise.all(ids);
  await inbox.answer(`${first?.id}`, { selectedIds: [regions[0]] });
  await screen.shows('✓');
  await inbox.send({ text: 'last' });
  await screen.shows('last');
  await interrupt(screen);
  const rows = screen.text().split('\n');
  expect(screen.brokenRows()).toBe(1);
  expect(rows.join('')).toContain(link);
  expect(rows.filter((row) => /^ *(ord|rd|d) | (w|wo|wor)$/.test(row))).toEqual([]);
  expect(rows.filter((row) => !/^(\d\d:\d\d | {6}|\^C|Inbox: )/.test(row))).toHaveLength(1);
});

const regions = Array.from(
  { length: 200 },
  (_, at) => `${at}: ${'a region with a long name '.repeat(4)}`,
);

test('prints a heartbeat only when its message changes', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const ping = (message: string) =>
    inbox.as('agent').post('/status/ping', { agentId: inbox.channelId, message });
  for (const message of ['building', 'building', 'building', 'testing']) await ping(message);
  await screen.shows('testing');
  await interrupt(screen);
  expect(times(screen.text(), 'building')).toBe(1);
});

test('appends deltas streamed between two updates of a draft', async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const draft = await inbox.draft('s', 'Once');
  await screen.shows('Once');
  const { url = '', token } = findRun(inbox.terminal.data) ?? {};
  using agent = await connected(url, { auth: { apiKey: token } });
  const said = { channelId: inbox.channelId, streamId: 's', delta: ' upon a time' };
  await agent.emitWithAck('message:delta', { ...said, streamId: 'another' });
  await agent.emitWithAck('message:delta', said);
  await screen.shows('Once upon a time');
  await draft.update({ text: 'Once upon a time.', complete: true });
  await screen.shows('time.');
  await interrupt(screen);
  expect(times(screen.text(), 'Once')).toBe(1);
});

test("prints questions that expire or are withdrawn and removed channels, and removes the channel's draft", async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  const soon = { type: 'approval', payload: { title: 'Soon' }, expiresInSeconds: 1 };
  await inbox.send({ text: 'Deploy?', review: soon });
  await screen.shows('Soon — expired');
  const { id } = await inbox.send({ review: { type: 'approval', payload: { title: 'Moot' } } });
  await inbox.as('agent').post(`/reviews/${id}/withdraw`, { reason: 'done' });
  await screen.shows('Moot — withdrawn: Its agent says: done');
  const channelId = await inbox.channel({ name: 'brief' });
  const draft = { channelId, text: 'Unfinished', streamId: 's', streamState: 'streaming' };
  await inbox.as('agent').post('/messages', draft);
  await screen.shows('Unfinished');
  await inbox.as('owner').delete(`/agents/${channelId}`);
  await screen.shows('channel removed');
  await interrupt(screen);
  expect(screen.text()).toMatch(/brief.* ✗ channel removed/);
  expect(screen.text()).not.toContain('Unfinished');
});

test("lays out texts, and shows an answer with its verdict's sign, colour and label", async () => {
  await using inbox = await servedInbox();
  const screen = await tailOf(inbox);
  await inbox.send({ text: 'Deployed **1.4.2** to `eu`\n\n| a | b |\n|---|--:|\n| x | 1200 |' });
  const approval = await inbox.send({ text: 'Really?', review });
  const items = [{ id: 'eu', label: 'Europe' }];
  const selection = await inbox.send({ review: { type: 'selection', payload: { items } } });
  await inbox.answer(approval.id, { selectedOption: 'reject' });
  await inbox.answer(selection.id, { selectedIds: ['eu'] });
  await screen.shows('— Europe');
  await interrupt(screen);
  const text = screen.text();
  expect(text).toContain('· Deployed 1.4.2 to eu\n\n      a     b\n      ─  ────\n      x  1200');
  expect(text).toContain('· (no text)\n      ? Europe\n');
  expect(text).toContain('✗ Really? — Reject (');
  expect(text).toContain('✓ (no text) — Europe (');
  expect(screen.raw()).toContain('\u001b[31mReject\u001b[39m');
  const past = inbox.terminal.open(['tail', '--no-follow']);
  expect(await past.exited).toBe(0);
  expect(past.text()).toContain('? Approve / Reject — ✗ Reject (');
});
