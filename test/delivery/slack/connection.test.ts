import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { listContacts } from '../../../src/core/notify/contacts.ts';
import { botStates } from '../../../src/core/notify/ways.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { listen as startSlack } from '../../../src/ways/slack/listen.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { buttonsOf, shownOf } from '../../support/reach/slack-messages.ts';
import { ANN, quick, review, testSlacking } from '../../support/reach/slacking.ts';

const opened = ({ slack }: Awaited<ReturnType<typeof testSlacking>>) =>
  slack.received.filter(({ method }) => method === 'apps.connections.open').length;

test('connects again when Slack asks for it, and when the connection fails', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  slack.send({ type: 'disconnect', reason: 'refresh_requested', debug_info: {} });
  await eventually(() => opened(slacking) === 2 && slack.sockets.length === 1);
  expect(inbox.bots.slack).toEqual({ name: 'agent_inbox', problem: null });
  slack.cut();
  await eventually(() => opened(slacking) === 3 && slack.sockets.length === 1);
  await eventually(() => inbox.bots.slack.problem === null);
  await slacking.add();
  const { id } = await inbox.send({ review });
  const message = await slacking.asked();
  slack.press(ANN, message, buttonsOf(message)[0]?.value ?? '');
  await slacking.reaches(id, ({ state }) => state === 'settled');
});

test('reconnects when nothing arrives for too long', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack, bots } = slacking;
  await bots[0]?.stop();
  await eventually(() => slack.sockets.length === 0);
  bots.push(startSlack(inbox, { ...quick, silenceMs: 5 }));
  await eventually(() => opened(slacking) > 2);
  expect(inbox.bots.slack.problem ?? '').not.toContain('ticket');
});

test('reports another program, a token that is refused and Socket Mode that is off, without a secret', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack, bots } = slacking;
  const problem = (words: string) => eventually(() => inbox.bots.slack.problem?.includes(words));
  slack.share(1);
  slack.send({ type: 'disconnect', reason: 'warning' });
  await problem('Another program');
  slack.share(0);
  await eventually(() => inbox.bots.slack.problem === null);
  slack.refuse('apps.connections.open', 'invalid_auth');
  slack.cut();
  await problem('refuses the token of INBOX_SLACK_APP_TOKEN');
  slack.refuse('apps.connections.open', 'missing_scope');
  await problem('INBOX_SLACK_APP_TOKEN lacks a scope');
  slack.refuse('apps.connections.open', 'ratelimited', 429, { 'retry-after': '0' });
  await problem('Slack answered ratelimited');
  expect(JSON.stringify(botStates(inbox))).not.toMatch(/secret|ticket/);
  slack.refuse(null);
  await eventually(() => inbox.bots.slack.problem === null);
  await bots[0]?.stop();
  await eventually(() => slack.sockets.length === 0);
  // It says so for as long as it waits then.
  bots.push(startSlack(inbox, { ...quick, pauseMs: { failed: 1, refused: 60_000 } }));
  await eventually(() => slack.sockets.length > 0);
  slack.send({ type: 'disconnect', reason: 'link_disabled' });
  await problem('Socket Mode is off');
});

test('disables a contact that Slack knows no longer', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  await slacking.add();
  slack.members.delete(ANN);
  const { id } = await inbox.send({ review });
  await slacking.reaches(id, ({ notices }) => notices.failed === 1);
  const [contact] = await listContacts(inbox, inbox.owner);
  expect(contact?.disabledReason).toContain('has no such member');
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(notice?.error).toBe('Slack: channel_not_found');
});

test.each([
  ['the token is refused', 'invalid_auth', 200, 'failed'],
  ['the rate is limited', 'ratelimited', 429, 'waiting'],
  ['Slack fails', 'internal_error', 200, 'waiting'],
] as const)(
  'records a notice as to be sent again or not, when %s',
  async (_, code, status, count) => {
    await using slacking = await testSlacking();
    const { inbox, slack } = slacking;
    await slacking.add();
    slack.refuse('chat.postMessage', code, status);
    const { id } = await inbox.send({ review });
    await eventually(() => slack.received.some(({ method }) => method === 'chat.postMessage'));
    const noticed = await eventually(
      async () => (await listNotices(inbox, inbox.owner, id))[0]?.error,
    );
    expect(noticed).toBe(status === 429 ? 'HTTP 429' : `Slack: ${code}`);
    expect((await slacking.reach(id))?.notices[count]).toBe(1);
  },
);

const refuseAnswers =
  "create trigger refuse before update on reviews begin select raise(abort, 'refused'); end";

test('acknowledges no answer that could not be stored, so that Slack sends it again', async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  await using slacking = await testSlacking({ log: pino({}, { write }) });
  const { inbox, slack } = slacking;
  await slacking.add();
  const payload = { title: 'Which region?' };
  const { id } = await inbox.send({ review: { type: 'text-input', payload } });
  const { ts } = await slacking.asked();
  await slacking.reaches(id, ({ state }) => state === 'sent');
  const lay = (line: string) => inbox.store.commit((tx) => sql.raw(line).execute(tx));
  await lay(refuseAnswers);
  slack.write(ANN, 'eu', { thread_ts: ts });
  await eventually(() => lines.join('').includes('could not be handled'));
  expect(slack.acknowledged).toEqual([]);
  await lay('drop trigger refuse');
  slack.cut();
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect((await slacking.answered(id)).response).toEqual({ text: 'eu' });
  await eventually(() => slack.acknowledged.length === 1);
  expect(lines.join('')).not.toMatch(/very-secret|secret-ticket/);
});

test('closes its connection when the inbox stops', async () => {
  await using slacking = await testSlacking();
  const { slack } = slacking;
  slack.write(ANN, 'hello');
  await eventually(() => slack.acknowledged.length === 1);
  await slacking.bots[0]?.stop();
  await eventually(() => slack.sockets.length === 0);
  expect(slack.closed).toEqual([1000]);
});

test('settles a message whose edit lost its response, and one that was deleted', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack, worker } = slacking;
  await slacking.add();
  const { id } = await inbox.send({ review });
  const message = await slacking.asked();
  await slacking.reaches(id, ({ state }) => state === 'sent');
  slack.breakAfter('chat.update');
  slack.press(ANN, message, buttonsOf(message)[0]?.value ?? '');
  await eventually(() => shownOf(slack.chat(ANN)[0] ?? message).includes('Approved by'));
  slack.messages.length = 0;
  await eventually(async () => {
    inbox.clock.advance(10_000);
    worker.look();
    return (await slacking.reach(id))?.state === 'settled';
  });
  const notices = await listNotices(inbox, inbox.owner, id);
  const settling = notices.find(({ what }) => what === 'settles');
  expect(settling).toMatchObject({ status: 'accepted', error: null });
  expect(slack.messages).toEqual([]);
});
