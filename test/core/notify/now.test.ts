/** Who can be notified of a pending question is read for its channel as it is now. */
import { expect, spyOn, test } from 'bun:test';
import { updateUser } from '../../../src/core/access/users.ts';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { createContact, deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { setLadder } from '../../../src/core/notify/ladders.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { Connection } from '../../../src/storage/sqlite/connection.ts';
import { noWays } from '../../../src/ways/ways.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending, readEvents } from '../../support/inbox/pages.ts';
import { personIn } from '../../support/reach/question.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
const NOBODY = expect.stringContaining('Nobody can be notified');

async function reachable() {
  const inbox = await testInbox({ ways: { ...noWays, ntfyUrl: 'http://127.0.0.1:1' } });
  let count = 0;
  const contact = async (person = inbox.owner, input = {}) => {
    const given = { kind: 'ntfy', address: `topic${count++}`, ...input };
    return (await createContact(inbox, person, CreateContact.parse(given))).contact;
  };
  /** On every way to read it. */
  async function reads(id: string): Promise<object> {
    const { owner, agent } = inbox;
    const list = ListMessages.parse({});
    const events = await readEvents(inbox, owner, { after: 0, limit: 1000 });
    const found = [
      (await getReview(inbox, agent, id)).review,
      (await getMessage(inbox, owner, id)).review,
      (await listMessages(inbox, agent, list)).data.find((one) => one.id === id)?.review,
      (await listPending(inbox, owner)).data.find((one) => one.id === id)?.review,
      events.data
        .flatMap((one) => ('message' in one ? (one.message ?? []) : []))
        .find((one) => one.id === id)?.review,
    ].map((one) => one?.reach);
    expect(found).toEqual(found.map(() => found[0]));
    const { people, reachable, via, warning, setUp } = found[0] ?? {};
    return { people, reachable, via, warning, setUp };
  }
  return Object.assign(inbox, { contact, reads });
}

test('counts a contact, and a user, that came after the question, and no longer what has gone', async () => {
  await using inbox = await reachable();
  const { id: channelId } = await inbox.channel();
  const { id } = await inbox.send({ channelId, review });
  const alone = { people: 1, reachable: 0, via: [], warning: NOBODY, setUp: false };
  expect(await inbox.reads(id)).toEqual(alone);
  const phone = await inbox.contact();
  const one = { people: 1, reachable: 1, via: ['ntfy'], warning: null, setUp: true };
  expect(await inbox.reads(id)).toEqual(one);
  const ann = await personIn(inbox, 'Ann', [channelId]);
  expect(await inbox.reads(id)).toEqual({ ...one, people: 2 });
  await inbox.contact(ann);
  expect(await inbox.reads(id)).toEqual({ ...one, people: 2, reachable: 2 });
  await updateContact(inbox, inbox.owner, phone.id, { disabled: true });
  expect(await inbox.reads(id)).toEqual({ ...one, people: 2, reachable: 1 });
  await updateUser(inbox, inbox.owner, ann.userId, { disabled: true });
  expect(await inbox.reads(id)).toEqual({ ...alone, setUp: true });
  await updateUser(inbox, inbox.owner, ann.userId, { disabled: false, channels: [] });
  expect(await inbox.reads(id)).toEqual({ ...alone, setUp: true });
  await updateUser(inbox, inbox.owner, ann.userId, { channels: [channelId] });
  expect(await inbox.reads(id)).toEqual({ ...one, people: 2, reachable: 1 });
  await updateContact(inbox, inbox.owner, phone.id, { disabled: false });
  await deleteContact(inbox, inbox.owner, phone.id);
  expect(await inbox.reads(id)).toEqual({ ...one, people: 2, reachable: 1 });
});

test('counts only whom the question and the ladder ask, at contacts that want its urgency in time', async () => {
  await using inbox = await reachable();
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  const bob = await personIn(inbox, 'Bob', [channelId]);
  const ask = async (more: object) =>
    (await inbox.send({ channelId, review: { ...review, ...more } })).id;
  const forAnn = await ask({ notify: { people: [ann.userId] } });
  const urgent = await ask({ urgency: 'high' });
  const short = await ask({ expiresInSeconds: 60 });
  const phone = await inbox.contact(bob, { from: 'high' });
  expect(await inbox.reads(forAnn)).toMatchObject({ people: 1, reachable: 0, warning: NOBODY });
  expect(await inbox.reads(urgent)).toMatchObject({ people: 3, reachable: 1, warning: null });
  expect(await inbox.reads(short)).toMatchObject({ people: 3, reachable: 0, warning: NOBODY });
  await updateContact(inbox, bob, phone.id, { from: 'low' });
  expect(await inbox.reads(short)).toMatchObject({ reachable: 1 });
  await updateContact(inbox, bob, phone.id, { delaySeconds: 61 });
  expect(await inbox.reads(short)).toMatchObject({ reachable: 0, warning: NOBODY });
  const steps = [{ afterSeconds: 60, people: [bob.userId] }];
  await setLadder(inbox, inbox.owner, channelId, { steps });
  expect(await inbox.reads(forAnn)).toMatchObject({ people: 2, reachable: 1, warning: null });
});

test('keeps for an ended question what it had when it ended', async () => {
  await using inbox = await reachable();
  const { id } = await inbox.send({ review });
  const phone = await inbox.contact();
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await deleteContact(inbox, inbox.owner, phone.id);
  const { reach } = (await getReview(inbox, inbox.agent, id)).review;
  expect(reach).toMatchObject({ people: 1, reachable: 1, via: ['ntfy'], warning: null });
});

test('looks once at each channel for a list, and never at each message', async () => {
  await using inbox = await reachable();
  const channels = [];
  for (let count = 0; count < 5; count++) channels.push((await inbox.channel()).id);
  await inbox.contact();
  for (let count = 0; count < 100; count++) {
    await inbox.send({ channelId: channels[count % 5] ?? '', review });
  }
  const lists = {
    pending: () => listPending(inbox, inbox.owner),
    messages: () => listMessages(inbox, inbox.owner, ListMessages.parse({ limit: 100 })),
  };
  for (const list of Object.values(lists)) {
    const { data } = await list();
    expect(data.map((one) => one.review?.reach.reachable)).toEqual(data.map(() => 1));
    // Knowledge is remembered until it changes.
    expect((await looksOf(list)).filter((sql) => sql.includes('"contacts"'))).toEqual([]);
    inbox.people.audiences.clear();
    const looks = await looksOf(list);
    expect(looks.filter((sql) => sql.includes('"contacts"'))).toHaveLength(5);
    expect(looks.length).toBeLessThan(15);
  }
});

/** The queries that something makes. */
async function looksOf(work: () => Promise<unknown>): Promise<string[]> {
  using run = spyOn(Connection.prototype, 'run');
  await work();
  return run.mock.calls.map(([sql]) => sql);
}
