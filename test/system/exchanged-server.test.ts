/** When another server sends than before, nobody can answer there until they have shown that they receive it. */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import type { WayWasSet } from '../../src/core/settings/schema.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type Ntfy, testNtfy } from '../support/reach/ntfy.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const TOPIC = 'ann-phone-4f1c';

/** A phone on a server that an owner has set while the inbox runs. */
async function withPhone(server: TestServer) {
  const { owner, agent } = server.as;
  const channel = await server.channel();
  const use = (ntfy: Ntfy) =>
    owner.put<WayWasSet>('/ways/ntfy', { settings: { ntfyUrl: ntfy.url } });
  const contacts = async () => (await owner.get<Contact[]>('/contacts')).body;
  const shownAt = async (ntfy: Ntfy, title: string) =>
    eventually(() => ntfy.shown(TOPIC).find((one) => one.title === title));
  const ask = async (title: string) => {
    const review = { type: 'approval', payload: { title } };
    return (await agent.post<Message>('/messages', { channelId: channel.id, review })).body;
  };
  const status = async ({ id }: Message) =>
    (await agent.get<Message>(`/reviews/${id}`)).body.review?.status;
  return { owner, use, contacts, shownAt, ask, status };
}

/** The code in the last test that a phone shows. */
const codeOn = (ntfy: Ntfy) => /\d{6}/.exec(ntfy.shown(TOPIC).at(-1)?.message ?? '')?.[0];

test('lets buttons decide nothing after the server was exchanged, until the contact is confirmed again', async () => {
  await using first = testNtfy();
  await using second = testNtfy();
  await using server = await testServer({ webhookAllow: '127.0.0.0/8' });
  const { owner, use, contacts, shownAt, ask, status } = await withPhone(server);
  await use(first);
  const made = await owner.post<Contact>('/contacts', { kind: 'ntfy', address: TOPIC });
  const path = `/contacts/${made.body.id}`;
  await owner.post(`${path}/test`);
  await shownAt(first, 'Test');
  await first.press(TOPIC, 'Confirm');
  await eventually(async () => (await contacts())[0]?.confirmedAt);

  const before = await ask('Deploy?');
  const link = (await shownAt(first, 'Deploy?')).actions?.[0]?.body ?? '';
  expect(link).toStartWith('hd_');
  await owner.post(`${path}/test`);

  expect((await use(second)).status).toBe(200);
  expect((await contacts())[0]?.confirmedAt).toBeNull();
  const decided = await owner.post('/decide', undefined, { authorization: `Bearer ${link}` });
  expect([decided.status, await status(before)]).toEqual([401, 'pending']);

  const silent = await ask('Again?');
  expect((await shownAt(second, 'Again?')).actions ?? []).toEqual([]);
  await owner.post(`${path}/test`);
  await eventually(() => codeOn(second));
  expect((await owner.post(`${path}/verify`, { code: codeOn(second) })).status).toBe(200);
  const after = await ask('Now?');
  await shownAt(second, 'Now?');
  await second.press(TOPIC, 'Approve');
  await eventually(async () => (await status(after)) === 'completed');
  expect(await status(silent)).toBe('pending');
});

test('confirms nothing by a test that the former server was sent', async () => {
  await using first = testNtfy();
  await using second = testNtfy();
  await using server = await testServer({ webhookAllow: '127.0.0.0/8' });
  const { owner, use, contacts, shownAt } = await withPhone(server);
  await use(first);
  const made = await owner.post<Contact>('/contacts', { kind: 'ntfy', address: TOPIC });
  const path = `/contacts/${made.body.id}`;
  await owner.post(`${path}/test`);
  const link = (await shownAt(first, 'Test')).actions?.[0]?.body ?? '';
  const code = codeOn(first);
  await use(second);
  const pressed = await owner.post('/decide', undefined, { authorization: `Bearer ${link}` });
  const entered = await owner.post(`${path}/verify`, { code });
  expect([pressed.status, entered.status]).toEqual([401, 400]);
  expect((await contacts())[0]?.confirmedAt).toBeNull();
});

test('notifies the contacts of all owners that a way was changed', async () => {
  await using ntfy = testNtfy();
  await using server = await testServer({ webhookAllow: '127.0.0.0/8' });
  const { owner, use, shownAt } = await withPhone(server);
  await use(ntfy);
  await owner.post<Contact>('/contacts', { kind: 'ntfy', address: TOPIC });
  await owner.put('/ways/apprise', { settings: { appriseUrl: ntfy.url } });
  const shown = await shownAt(ntfy, 'How this inbox notifies people was changed');
  expect(shown).toMatchObject({ priority: 1, click: `${server.url}/activity/audit` });
});
