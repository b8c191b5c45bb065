import { afterAll, expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Contact, ContactOfUser, Test } from '../../src/core/notify/schema.ts';
import { eventually } from '../support/reach/eventually.ts';
import { codeIn, testMailServer } from '../support/reach/mail-server.ts';
import { testPushService } from '../support/reach/push-service.ts';
import { withNtfy } from '../support/reach/served-ntfy.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN, testSlack } from '../support/reach/slack.ts';
import { BOT_TOKEN, testTelegram } from '../support/reach/telegram.ts';
import { callersOf } from '../support/server/server.ts';
import { isGivenBack, keys, testTerminal } from '../support/terminal/terminal.ts';

test('adds a contact by its flags, lists it with a masked address and removes it by name', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const rules = ['--name', 'Phone', '--from', 'high', '--shows', 'title', '--delay', '60s'];
  const added = await terminal.run(['contact', 'add', '--ntfy', 'my-inbox', ...rules]);
  const id = added.stdout.trim();
  expect([added.code, added.stderr]).toEqual([
    0,
    `To test it: inbox contact test ${id.slice(-8)}\n`,
  ]);
  const [contact] = await terminal.json<Contact[]>('contact', 'list');
  expect(contact).toMatchObject({
    id,
    kind: 'ntfy',
    name: 'Phone',
    address: '…nbox',
    from: 'high',
    shows: 'title',
    delaySeconds: 60,
    answers: true,
  });
  expect(await terminal.ok('contact', 'list')).toBe(
    `${id}\tntfy\tPhone\t…nbox\tworking, not confirmed`,
  );
  const removed = await terminal.run(['contact', 'remove', 'Phone']);
  expect([removed.code, removed.stderr]).toEqual([0, 'Contact “Phone” removed.\n']);
  const none = await terminal.run(['contact', 'list']);
  expect([none.stdout, none.stderr]).toEqual([
    '',
    'No contacts yet. Add one with `inbox contact add`.\n',
  ]);
});

test('lists the contacts of other users for an owner, and removes one by the end of its id', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve();
  const { as } = await callersOf(url, terminal.data);
  const email = 'rita@example.com';
  await as.owner.post('/users', { name: 'Rita', email });
  const { token } = (await as.owner.post<NewToken>('/tokens', { name: 'laptop', email })).body;
  const phone = { kind: 'ntfy', name: 'Phone', address: 'https://ntfy.example/secret-topic' };
  const { id } = (await as.key(token).post<Contact>('/contacts', phone)).body;
  expect(await terminal.ok('contact', 'list', '--user', 'Rita')).toBe(
    `${id}\tntfy\tPhone\t${email}\tno answers: not confirmed`,
  );
  const listed = await terminal.json<ContactOfUser[]>('contact', 'list', '--all');
  expect(listed).toMatchObject([{ id, mayAnswer: false, confirmedAt: null }]);
  expect(JSON.stringify(listed)).not.toContain('opic');
  const named = await terminal.run(['contact', 'remove', 'Phone']);
  expect([named.code, named.stderr]).toEqual([
    1,
    'error: Contact “Phone” not found. List them with `inbox contact list`\n',
  ]);
  const env = { INBOX_URL: url, INBOX_TOKEN: token };
  const hers = await terminal.run(['contact', 'remove', 'AAAAAAAA'], { env });
  expect([hers.code, hers.stderr]).toMatchObject([
    1,
    expect.stringContaining(
      'error: Contact “AAAAAAAA” not found. List them with `inbox contact list`\n',
    ),
  ]);
  const asked = terminal.open(['contact', 'remove', id.slice(-8)]);
  await asked.answer(`Remove the contact “Phone” of ${email}?`, 'y');
  expect(await asked.exited).toBe(0);
  expect((await as.key(token).get<Contact[]>('/contacts')).body).toEqual([]);
});

test('says that an address is already a contact, and changes it by the end of its id', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const id = await terminal.ok('contact', 'add', '--apprise', 'team', '--no-answers');
  const again = await terminal.run(['contact', 'add', '--apprise', 'team', '--from', 'high']);
  expect([again.code, again.stdout]).toEqual([0, `${id}\n`]);
  expect(again.stderr).toContain('“Apprise” is already one of your contacts.');
  const set = ['contact', 'set', id.slice(-8), '--from', 'critical', '--delay', '0', '--answers'];
  expect(await terminal.json<Contact>(...set)).toMatchObject({
    id,
    from: 'critical',
    delaySeconds: 0,
    answers: true,
    shows: 'all',
  });
  await terminal.ok('contact', 'disable', 'Apprise');
  expect(await terminal.ok('contact', 'list')).toEndWith('\tdisabled: Disabled by you');
  const tested = await terminal.run(['contact', 'test', 'Apprise']);
  expect([tested.code, tested.stderr]).toEqual([
    7,
    'error: This contact is disabled. Enable it first\n',
  ]);
  expect(await terminal.json<Contact>('contact', 'enable', 'Apprise')).toMatchObject({
    disabledAt: null,
  });
});

test('sends a test and prints its result', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  const tested = await terminal.run(['contact', 'test', 'ntfy']);
  expect(tested).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /^✓ sent\n✓ accepted by 127\.0\.0\.1:\d+\nA code was sent there\. To enter it: inbox contact verify \w{8} CODE\n$/,
    ),
  });
  expect(ntfy.shown('my-inbox')).toHaveLength(1);
  expect(await terminal.json<Test>('contact', 'test', 'ntfy')).toMatchObject({
    status: 'accepted',
    error: null,
  });
  ntfy.answer(() => new Response('no such user', { status: 403 }));
  const refused = await terminal.run(['contact', 'test', 'ntfy']);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^✓ sent\n✗ refused by 127\.0\.0\.1:\d+: .*403.*\n$/),
  ]);
  ntfy.answer(() => 500);
  const unknown = await terminal.run(['contact', 'test', 'ntfy', '--json']);
  expect([unknown.code, JSON.parse(unknown.stdout), unknown.stderr]).toMatchObject([
    1,
    { status: 'unknown' },
    '',
  ]);
});

test('prompts in a terminal for the kind and address, and confirms a test that arrived', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  const adding = terminal.open(['contact', 'add', '--name', 'Phone']);
  await adding.answer('How do you want to be notified?', keys.enter);
  await adding.answer('Topic, or its URL', 'my-inbox');
  await adding.answer('my-inbox', keys.enter);
  expect([await adding.exited, isGivenBack(adding)]).toEqual([0, true]);
  const failing = terminal.open(['contact', 'test']);
  await failing.answer('Which contact?', keys.enter);
  await failing.answer('Did it arrive?', 'n');
  expect(await failing.exited).toBe(1);
  expect(failing.text()).toContain('Check that the ntfy app is subscribed to this topic');
  const [before] = await terminal.json<Contact[]>('contact', 'list');
  expect(before?.confirmedAt).toBeNull();
  const testing = terminal.open(['contact', 'test', 'Phone']);
  await testing.answer('Did it arrive?', 'y');
  const [, shown] = ntfy.shown('my-inbox');
  await testing.answer('Code that was sent there', `${codeIn({ text: shown?.message ?? '' })}\r`);
  expect(await testing.exited).toBe(0);
  expect(testing.text()).toContain(`✓ accepted by ${new URL(ntfy.url).host}`);
  expect(ntfy.shown('my-inbox')).toHaveLength(2);
  const [after] = await terminal.json<Contact[]>('contact', 'list');
  expect(after?.confirmedAt).not.toBeNull();
  await terminal.ok('contact', 'add', '--ntfy', 'other');
  const pressing = terminal.open(['contact', 'test', 'ntfy']);
  await pressing.shows('Did it arrive?');
  const { message } = ntfy.shown('other')[0] ?? { message: '' };
  await terminal.ok('contact', 'verify', 'ntfy', codeIn({ text: message }));
  await pressing.answer('Did it arrive?', 'y');
  expect(await pressing.exited).toBe(0);
  expect(pressing.text()).not.toContain('Code that was sent there');
  const list = terminal.open(['contact', 'list']);
  expect(await list.exited).toBe(0);
  expect(list.text()).toMatch(/ntfy {2}Phone {2}…nbox {2}working {2}sent /);
});

test('shows the state of a contact in whole in a terminal of 80 columns, whatever its name', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  ntfy.answer(() => 403);
  const name = "Ann's phone in the kitchen drawer";
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox', '--name', name);
  const lines = async () => {
    const list = terminal.open(['contact', 'list']);
    expect(await list.exited).toBe(0);
    return list.text();
  };
  expect(await lines()).toContain('  working, not confirmed  ');
  await terminal.run(['contact', 'test', name]);
  expect(await lines()).toMatch(/Ann's .*… {2}…nbox {2}failing since \S.*\d\d:\d\d {2}never used/);
});

test('verifies an e-mail address by the code that was sent there', async () => {
  await using mail = await testMailServer();
  await using terminal = testTerminal();
  await terminal.serve({ INBOX_SMTP_URL: mail.url, INBOX_SMTP_FROM: 'inbox@example.com' });
  const id = await terminal.ok('contact', 'add', '--email', 'ann@example.com', '--name', 'Mail');
  const [sent] = await mail.has(1);
  expect(await terminal.ok('contact', 'list')).toContain('\tnot verified');
  const wrong = await terminal.run(['contact', 'verify', 'Mail', 'abc']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('six digits')]);
  const tested = await terminal.run(['contact', 'test', 'Mail']);
  expect(tested.stderr).toContain(`To enter it: inbox contact verify ${id.slice(-8)} CODE`);
  expect(tested.stderr).toContain('✓ accepted by 127.0.0.1\n');
  const verified = await terminal.run(['contact', 'verify', 'Mail', codeIn(sent)]);
  expect([verified.code, verified.stderr]).toEqual([0, 'Contact “Mail” verified.\n']);
  expect(await terminal.ok('contact', 'list')).toContain('\tworking');
  const adding = terminal.open(['contact', 'add', '--email', 'bob@example.com']);
  const [, , other] = await mail.has(3);
  await adding.answer('Code that was sent there', `${codeIn(other)}\r`);
  expect(await adding.exited).toBe(0);
  expect(adding.text()).toContain('Contact “E-mail” verified.');
});

test('adds a member of Slack and tests it', async () => {
  await using slack = testSlack();
  await using terminal = testTerminal();
  const tokens = { INBOX_SLACK_APP_TOKEN: APP_TOKEN, INBOX_SLACK_BOT_TOKEN: SLACK_TOKEN };
  await terminal.serve({ ...tokens, INBOX_SLACK_URL: slack.url });
  await terminal.ok('contact', 'add', '--slack', 'U0ANN');
  expect(await terminal.ok('contact', 'list')).toContain(
    '\tslack\tSlack\t…0ANN\tworking, not confirmed',
  );
  const tested = await terminal.run(['contact', 'test', 'Slack']);
  expect([tested.code, tested.stdout]).toEqual([0, '']);
  expect(tested.stderr).toMatch(/^✓ sent\n✓ accepted by Slack\nA code was sent there\./);
  expect(slack.chat('U0ANN').at(-1)?.text).toContain('can reach you');
});

test('tests a browser, which confirms what it shows itself', async () => {
  await using push = testPushService();
  await using terminal = testTerminal();
  const { url } = await terminal.serve({
    INBOX_PUSH_SUBJECT: 'ops@example.com',
    INBOX_WEBHOOK_ALLOW: '127.0.0.1',
  });
  const { as } = await callersOf(url, terminal.data);
  await as.owner.post('/contacts', { kind: 'webpush', address: push.subscribe() });
  const testing = terminal.run(['contact', 'test', 'Browser']);
  await push.has(1);
  const { noticeId, receipt } = push.pushed()[0]?.notification.data ?? {};
  const authorization = `Bearer ${receipt}`;
  await as.nobody.post(`/notices/${noticeId}/receipt`, undefined, { authorization });
  const { code, stderr } = await testing;
  expect(stderr).toMatch(
    /^✓ sent\n✓ accepted by 127\.0\.0\.1\n✓ shown on your device after \d+\.\ds\n$/,
  );
  expect(code).toBe(0);
});

test('adds the Telegram chat that opens the link', async () => {
  await using telegram = testTelegram();
  await using terminal = testTerminal();
  await terminal.serve({ INBOX_TELEGRAM_TOKEN: BOT_TOKEN, INBOX_TELEGRAM_URL: telegram.url });
  await eventually(() => telegram.received.some(({ path }) => path.endsWith('/getUpdates')));
  const adding = terminal.open(['contact', 'add', '--telegram', '--name', 'Chat']);
  const link = /https:\/\/t\.me\/agent_inbox_bot\?start=([-_A-Za-z0-9]{32})/;
  const [, code] = await eventually(() => link.exec(adding.text().replaceAll('\n', '')));
  telegram.write(42, `/start ${code}`);
  expect(await adding.exited).toBe(0);
  expect(adding.text()).toContain('▀');
  expect(await terminal.ok('contact', 'list')).toContain('\ttelegram\tChat\t');
});

const usages = withNtfy();
afterAll(async () => (await usages)[Symbol.asyncDispose]());

test.each([
  [['add'], 2, 'Not running in a terminal; pass --ntfy, --apprise, --telegram, --slack or --email'],
  [['add', '--ntfy', 'a', '--apprise', 'b'], 2, '--ntfy and --apprise cannot be used together'],
  [['add', '--ntfy', 'two words'], 2, '--ntfy: Use a topic such as my-inbox, or its URL'],
  [['add', '--ntfy', 'a', '--from', 'now'], 2, 'Allowed choices are low, normal, high, critical'],
  [['add', '--ntfy', 'a', '--delay', 'soon'], 2, '--delay: “soon” is not a duration'],
  [['add', '--ntfy', 'a', '--delay', '2d'], 2, '--delay: at most 24h'],
  [['set', 'phone'], 2, 'Nothing to change. Example: inbox contact set'],
  [['test'], 2, 'A contact is required: `inbox contact test CONTACT`.'],
  [['remove', 'phone'], 1, 'Contact “phone” not found. List them with `inbox contact list`'],
])('refuses %j with exit code %p and says why', async (typed, code, sentence) => {
  const { terminal } = await usages;
  const ended = await terminal.run(['contact', ...typed]);
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([
    code,
    '',
    expect.stringContaining(sentence),
  ]);
});

test('says which setting is missing, and that a test requires a server', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const unset = await terminal.run(['contact', 'add', '--ntfy', 'my-inbox']);
  expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('or set INBOX_NTFY_URL')]);
  const added = await terminal.run(['contact', 'add', '--ntfy', 'my-inbox'], {
    env: { INBOX_NTFY_URL: 'http://127.0.0.1:9' },
  });
  expect(added.code).toBe(0);
  const tested = await terminal.run(['contact', 'test', 'ntfy']);
  expect([tested.code, tested.stderr]).toEqual([
    2,
    expect.stringContaining('Start it with `inbox serve`'),
  ]);
});

test('makes a topic for who brings none, and prints it to copy', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  const added = await terminal.run(['contact', 'add', '--ntfy', '--name', 'Phone']);
  const id = added.stdout.trim();
  const [, topic = ''] = /topic {3}(inbox-[0-9a-f]{32})\n/.exec(added.stderr) ?? [];
  expect(added).toEqual({
    code: 0,
    stdout: `${id}\n`,
    stderr: `Subscribe to this topic in the app, and do not share it:\n  server  ${ntfy.url}\n  topic   ${topic}\nTo test it: inbox contact test ${id.slice(-8)}\n`,
  });
  expect(await terminal.json<Contact[]>('contact', 'list')).toMatchObject([
    { id, name: 'Phone', address: `…${topic.slice(-4)}`, answers: true },
  ]);
  await terminal.ok('contact', 'test', 'Phone');
  expect(ntfy.shown(topic)).toHaveLength(1);
  const adding = terminal.open(['contact', 'add', '--name', 'Other']);
  await adding.answer('How do you want to be notified?', keys.enter);
  await adding.answer('Topic, or its URL', keys.enter);
  expect(await adding.exited).toBe(0);
  expect(adding.text()).toMatch(/▀.*Subscribe to this topic in the app/s);
});

test('prompts for the ways that work, and says who turns on a way where none does', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const adding = terminal.open(['contact', 'add']);
  await adding.shows('An owner can turn on in Settings › Notifications: Telegram, Slack, E-mail.');
  await adding.shows('How do you want to be notified?');
  expect(adding.text()).not.toContain('● Telegram');
});

test('says that nobody can be notified yet where no way is on', async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  const adding = terminal.open(['contact', 'add']);
  expect(await adding.exited).toBe(7);
  expect(adding.text()).toContain('cannot notify anyone by a contact yet');
});
