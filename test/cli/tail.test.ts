import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { linesOf, reported, servedInbox } from '../support/terminal/served.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const review = { type: 'approval' };
const approve = { selectedOption: 'approve' };

test('prints each event as one line of JSON in a pipe, and exits 130 on Ctrl-C', async () => {
  await using inbox = await servedInbox();
  await inbox.send({ text: 'before' });
  const tail = inbox.terminal.start(['tail']);
  await tail.prints('before');
  const { id } = await inbox.send({ text: 'two\nlines \u001b[31m \u0000 日本', review });
  await inbox.answer(id, approve);
  await inbox.as('agent').post(`/messages/${id}/ack`);
  await inbox.as('agent').delete(`/messages/${id}`);
  await tail.prints('message:deleted');
  tail.kill('SIGINT');
  const { code, stdout, stderr } = await tail.ended;
  expect([code, stderr]).toEqual([130, '']);
  const lines = linesOf(stdout);
  expect(lines.map(({ event }) => event)).toEqual([
    'message:created',
    'message:created',
    'review:responded',
    'message:delivery',
    'message:deleted',
  ]);
  expect(lines[1]).toMatchObject({ id, text: 'two\nlines \u001b[31m \u0000 日本', status: null });
  expect(lines[2]).toMatchObject({ id, review: { status: 'completed', response: approve } });
  expect(lines[3]).toMatchObject({ messageId: id, deliveryStatus: 'agent_received' });
  const seq = lines[4]?.seq;
  const was = { pending: false };
  expect<unknown>(lines[4]).toEqual({
    seq,
    event: 'message:deleted',
    id,
    channelId: inbox.channelId,
    was,
  });
  expect(lines.map((line) => typeof line.seq)).toEqual(lines.map(() => 'number'));
  const messageSeqs = lines.slice(1, 3).map((line) => line.messageSeq);
  expect(messageSeqs).toEqual(lines.slice(1, 3).map((line) => line.seq));
});

test('starts with the last 10 messages, or at --since, of the given channel', async () => {
  await using inbox = await testInbox({ now: Date.now() - 3 * 3600_000 });
  const { id } = await inbox.channel({ name: 'deploys' });
  await inbox.channel({ name: 'empty' });
  for (let hour = 0; hour < 3; hour++) {
    for (let at = 0; at < 5; at++) await inbox.send({ channelId: id, text: `${hour}.${at}` });
    await inbox.send({ text: `other ${hour}` });
    inbox.clock.advance(3600_000);
  }
  await inbox.close();
  await using terminal = testTerminal();
  const texts = async (...flags: string[]) => {
    const env = { INBOX_DATA: inbox.data };
    const { code, stdout, stderr } = await terminal.run(['tail', '--no-follow', ...flags], { env });
    expect([flags, code, stderr]).toEqual([flags, 0, '']);
    return linesOf(stdout).map(({ text }) => text ?? '');
  };
  const ofHour = (hour: number) => Array.from({ length: 5 }, (_, at) => `${hour}.${at}`);
  expect(await texts()).toEqual([...ofHour(1).slice(2), 'other 1', ...ofHour(2), 'other 2']);
  expect(await texts('--since', '61m')).toEqual([...ofHour(2), 'other 2']);
  expect(await texts('--since', '121m', '-c', 'deploys')).toEqual([...ofHour(1), ...ofHour(2)]);
  expect(await texts('--since', '61m', '-c', id)).toEqual(ofHour(2));
  expect(await texts('--since', '99999999d', '-c', id)).toHaveLength(15);
  expect(await texts('-c', 'empty')).toEqual([]);
});

test('prints past answers as their own events in a pipe, even to earlier questions', async () => {
  await using inbox = await testInbox({ now: Date.now() - 3 * 3600_000 });
  const { id } = await inbox.channel({ name: 'deploys' });
  const ask = (text: string) => inbox.send({ channelId: id, text, review });
  const [early, late] = [await ask('early'), await ask('late')];
  await answerReview(inbox, inbox.owner, early.id, approve);
  inbox.clock.advance(2 * 3600_000);
  await answerReview(inbox, inbox.owner, late.id, approve);
  const recent = await ask('recent');
  await answerReview(inbox, inbox.owner, recent.id, approve);
  await ask('open');
  await inbox.close();
  await using terminal = testTerminal();
  const printed = async (...flags: string[]) => {
    const env = { INBOX_DATA: inbox.data };
    const { code, stdout, stderr } = await terminal.run(['tail', '--no-follow', ...flags], { env });
    expect([flags, code, stderr]).toEqual([flags, 0, '']);
    return reported(stdout);
  };
  const since = ['review:responded late', 'message:created recent', 'review:responded recent'];
  expect(await printed('--since', '90m')).toEqual([...since, 'message:created open']);
  expect(await printed('--since', '90m', '-c', 'deploys')).toEqual([
    ...since,
    'message:created open',
  ]);
  expect(await printed('--since', '90m', '--pending')).toEqual(['message:created open']);
});

test('starts with every pending question with --pending, and prints only how each ends', async () => {
  await using inbox = await servedInbox();
  const old = await inbox.send({ text: 'old', review });
  const ended = await inbox.send({ text: 'ended', review });
  await inbox.answer(ended.id, approve);
  for (let at = 0; at < 12; at++) await inbox.send({ text: `noise ${at}` });
  const flags = ['--pending', '--since', '1s'];
  const all = await inbox.terminal.run(['tail', ...flags, '--no-follow']);
  expect([all.code, ...reported(all.stdout)]).toEqual([0, 'message:created old']);
  const tail = inbox.terminal.start(['tail', ...flags]);
  await tail.prints('old');
  await inbox.send({ text: 'more noise' });
  await inbox.answer(old.id, approve);
  const gone = await inbox.send({ text: 'gone', review });
  await inbox.as('agent').post(`/messages/${old.id}/ack`);
  await inbox.as('agent').delete(`/messages/${gone.id}`);
  const soon = await inbox.send({ text: 'soon', review: { ...review, expiresInSeconds: 1 } });
  await tail.prints('review:expired');
  tail.kill('SIGINT');
  expect(reported((await tail.ended).stdout)).toEqual([
    'message:created old',
    'review:responded old',
    'message:created gone',
    `message:deleted ${gone.id}`,
    'message:created soon',
    `review:expired ${soon.id}`,
  ]);
});

test('continues with --after where an earlier tail ended, each event once and in order', async () => {
  await using inbox = await servedInbox();
  const other = await inbox.channel({ name: 'other' });
  const first = inbox.terminal.start(['tail']);
  const { id } = await inbox.send({ text: 'one', review });
  await first.prints('one');
  first.kill('SIGINT');
  const last = linesOf((await first.ended).stdout).at(-1);
  await inbox.answer(id, approve);
  await inbox.send({ text: 'elsewhere', channelId: other });
  await inbox.send({ text: 'two' });
  const after = ['tail', '--after', `${last?.seq}`];
  const past = await inbox.terminal.run([...after, '--no-follow', '-c', 'deploys']);
  expect([past.code, ...reported(past.stdout)]).toEqual([
    0,
    'review:responded one',
    'message:created two',
  ]);
  const second = inbox.terminal.start(after);
  await second.prints('two');
  await inbox.send({ text: 'three' });
  await second.prints('three');
  second.kill('SIGINT');
  const lines = linesOf((await second.ended).stdout);
  expect(lines.map(({ event, text }) => `${event} ${text}`)).toEqual([
    'review:responded one',
    'message:created elsewhere',
    'message:created two',
    'message:created three',
  ]);
  const seqs = lines.map(({ seq = 0 }) => seq);
  expect(seqs).toEqual(seqs.map((_, n) => (seqs[0] ?? 0) + n));
});

test('prints long messages in full, however they arrive', async () => {
  await using inbox = await servedInbox();
  const text = `${'word '.repeat(1000)}end`;
  const metadata = { m: 'x'.repeat(20_000) };
  const { id } = await inbox.send({ text, metadata, review });
  await inbox.send({ text: 'between' });
  await inbox.answer(id, approve);
  const last = await inbox.send({ text });
  const first = ['message:created', 'message:created', 'review:responded', 'message:created'];
  for (const flags of [['--no-follow'], ['--after', '0', '--no-follow'], ['--after', '0']]) {
    const tail = inbox.terminal.start(['tail', ...flags]);
    if (flags.length === 2) {
      await tail.prints(last.id);
      tail.kill('SIGINT');
    }
    const lines = linesOf((await tail.ended).stdout).filter(({ event }) => first.includes(event));
    expect(lines.map(({ truncated }) => truncated)).toEqual([false, false, false, false]);
    expect(lines.filter((line) => line.text === text)).toHaveLength(3);
    expect(lines.filter((line) => line.id === id)).toMatchObject([{ metadata }, { metadata }]);
  }
});

test('explains a --after that the inbox does not have', async () => {
  await using inbox = await servedInbox();
  const refused: [args: string[], code: number, says: string][] = [
    [['--after', 'x'], 2, '--after must be a whole number'],
    [['--after', '1', '--since', '1h'], 2, '--after cannot be combined with --since'],
    [['--after', '1', '--pending'], 2, '--after cannot be combined with --pending'],
    [['--after', '99999'], 1, 'The inbox has no event 99999'],
    [['--after', '99999', '--no-follow'], 1, 'without --after'],
  ];
  for (const [args, code, says] of refused) {
    const ran = await inbox.terminal.run(['tail', ...args]);
    expect([args, ran.code, ran.stdout]).toEqual([args, code, '']);
    expect(ran.stderr).toContain(says);
  }
});

test('exits 2 for wrong usage and 4 without valid credentials, with the reason', async () => {
  await using inbox = await servedInbox();
  const { key } = (await inbox.as('owner').post<NewKey>('/keys', { name: 'ci' })).body;
  const far = { INBOX_DATA: `${inbox.terminal.home}/far`, INBOX_URL: inbox.server.url };
  const refused: [args: string[], env: Record<string, string>, code: number, says: string][] = [
    [[], { ...far, INBOX_API_KEY: key }, 2, '--channel'],
    [['-c', 'nosuch'], {}, 2, 'Channel “nosuch” not found'],
    [['--since', 'yesterday'], {}, 2, 'is not a duration'],
    [['-c', 'deploys'], { ...far, INBOX_API_KEY: 'hp_no' }, 4, 'is not valid here, or has expired'],
    [[], { ...far, INBOX_TOKEN: 'hu_no' }, 4, 'is not valid here, or has expired'],
    [[], far, 4, 'INBOX_TOKEN'],
    [[], { ...far, INBOX_TOKEN: 'hu_no', INBOX_URL: 'http://127.0.0.1:1' }, 1, 'does not answer'],
  ];
  for (const [args, env, code, says] of refused) {
    const ran = await inbox.terminal.run(['tail', ...args], { env });
    expect([args, ran.code, ran.stdout]).toEqual([args, code, '']);
    expect(ran.stderr).toContain(says);
  }
});

test('exits 4 when its key is revoked and 1 when its channel is removed', async () => {
  await using inbox = await servedInbox();
  const { key, id } = (await inbox.as('owner').post<NewKey>('/keys', { name: 'ci' })).body;
  await inbox.send({ text: 'hello' });
  const far = { INBOX_DATA: `${inbox.terminal.home}/far`, INBOX_URL: inbox.server.url };
  const agent = inbox.terminal.start(['tail', '-c', 'deploys'], { ...far, INBOX_API_KEY: key });
  const owner = inbox.terminal.start(['tail', '-c', inbox.channelId]);
  await Promise.all([agent.prints('hello'), owner.prints('hello')]);
  await inbox.as('owner').delete(`/keys/${id}`);
  const revoked = await agent.ended;
  expect([revoked.code, revoked.stderr]).toEqual([
    4,
    expect.stringContaining('is not valid here, or has expired'),
  ]);
  await inbox.as('owner').delete(`/agents/${inbox.channelId}`);
  const removed = await owner.ended;
  expect([removed.code, removed.stderr]).toEqual([1, expect.stringContaining('Channel not found')]);
  expect(reported(removed.stdout).at(-1)).toBe(`agent:deleted ${inbox.channelId}`);
});

test('prints no error when its reader closes the pipe', async () => {
  await using inbox = await servedInbox();
  await inbox.send({ text: 'first' });
  const child = inbox.terminal.shell('set -o pipefail; inbox tail | head -1');
  const stdout = child.stdout.getReader();
  const { value } = await stdout.read();
  expect(reported(new TextDecoder().decode(value))).toEqual(['message:created first']);
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  // A writer notices that its pipe is closed only when it writes.
  while (!hasEnded) {
    await inbox.send({ text: 'more' });
    await Bun.sleep(20);
  }
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, '']);
});
