/** Every link that is refused, and every request that decides nothing. */
import { expect, test } from 'bun:test';
import { removeUser, updateUser } from '../../src/core/access/users.ts';
import { makeLink, readLink } from '../../src/core/decisions/links.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import { deleteContact, updateContact } from '../../src/core/reach/contacts.ts';
import { answerReview, getReview } from '../../src/core/reviews/reviews.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { REFUSED, testDecide } from '../support/reach/deciding.ts';
import { approval } from '../support/reach/question.ts';

type Test = Awaited<ReturnType<typeof testDecide>>;

const changes: [name: string, change: (test: Test) => unknown][] = [
  ['its contact is removed', ({ inbox, ann, contactId }) => deleteContact(inbox, ann, contactId)],
  [
    'its contact is disabled',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { disabled: true }),
  ],
  [
    'its contact permits no answers',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { answers: false }),
  ],
  [
    'its contact shows nothing',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { shows: 'nothing' }),
  ],
  [
    'its user is disabled',
    ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { disabled: true }),
  ],
  ['its user is removed', ({ inbox, ann }) => removeUser(inbox, inbox.owner, ann.userId)],
  [
    'its user no longer sees the channel',
    ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { channels: [] }),
  ],
];

test.each(changes)(
  'refuses a link with the body of any other if %s, before and after an answer',
  async (_, change) => {
    await using test = await testDecide();
    const { inbox, id } = test;
    const [approve] = await test.links();
    await change(test);
    const isRefused = async () => {
      expect(await test.send(approve)).toMatchObject({ status: 401, body: REFUSED });
      const look = await test.send(approve, { method: 'GET' }, '/decide/question');
      expect(look).toMatchObject({ status: 401, body: REFUSED });
    };
    await isRefused();
    expect(await test.status()).toBe('pending');
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    await isRefused();
  },
);

type Link = Parameters<typeof makeLink>[0];
/** A link that is signed by the contact of Ann, and yet permits nothing. */
const others: [name: string, make: (test: Test, link: Link) => Promise<Link> | Link][] = [
  ['to an unknown question', (_, link) => ({ ...link, messageId: '01ZZZZZZZZZZZZZZZZZZZZZZZZ' })],
  ['of an option that the question lacks', (_, link) => ({ ...link, option: 9 })],
  [
    'to a question in a channel that its user does not see',
    async ({ inbox }, link) => ({
      ...link,
      messageId: (await inbox.send({ review: { type: 'approval' } })).id,
    }),
  ],
  [
    'to a question that requires a login',
    async ({ inbox, channelId }, link) => {
      const review = { ...approval, type: 'approval', confirm: true };
      return { ...link, messageId: (await inbox.send({ channelId, review })).id };
    },
  ],
  [
    'to a question that asks for more than a choice',
    async ({ inbox, channelId }, link) => {
      const review = { type: 'text-input', payload: { prompt: 'Why?' } };
      return { ...link, messageId: (await inbox.send({ channelId, review })).id };
    },
  ],
  [
    'to a question that was removed',
    async ({ inbox, channelId }, link) => {
      const { id: messageId } = await inbox.send({ channelId, review: { type: 'approval' } });
      await deleteMessage(inbox, inbox.agent, messageId);
      return { ...link, messageId };
    },
  ],
];

test.each(others)('refuses a link %s, with the same body', async (_, make) => {
  await using test = await testDecide();
  const { inbox, contactId } = test;
  const events = recordEvents(inbox);
  const link = readLink((await test.links())[0] ?? '')?.link;
  if (!link) throw new Error('There is no link');
  const made = makeLink(await make(test, link), await secretOf(test, contactId));
  expect(await test.send(made)).toMatchObject({ status: 401, body: REFUSED });
  expect(events.filter(({ name }) => name === 'review:responded')).toEqual([]);
});

async function secretOf({ inbox }: Test, contactId: string): Promise<string> {
  const row = inbox.store.read.selectFrom('contacts').select('secret').where('id', '=', contactId);
  return (await row.executeTakeFirstOrThrow()).secret ?? '';
}

test('refuses a link of which a byte was changed, with the same body', async () => {
  await using test = await testDecide();
  const [approve = ''] = await test.links();
  const bytes = Buffer.from(approve.slice(3), 'base64url');
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    const { status, body } = await test.send(`hd_${changed.toString('base64url')}`);
    expect([place, status, body]).toEqual([place, 401, REFUSED]);
  }
  expect(await test.status()).toBe('pending');
});

test('refuses a link of another question or option, signed by another contact', async () => {
  await using test = await testDecide();
  const { inbox, contactOf } = test;
  const [approve = ''] = await test.links();
  const link = readLink(approve)?.link;
  if (!link) throw new Error('There is no link');
  const other = await contactOf(inbox.owner);
  const { secret } = await inbox.store.read
    .selectFrom('contacts')
    .select('secret')
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  expect(await test.send(makeLink(link, secret ?? ''))).toMatchObject({ status: 401 });
  const third = makeLink({ ...link, contactId: other, option: 2 }, secret ?? '');
  expect(await test.send(third)).toMatchObject({ status: 401, body: REFUSED });
  expect(await test.status()).toBe('pending');
});

test('gives one answer of 1,000 simultaneous presses', async () => {
  await using test = await testDecide();
  const { inbox, contactOf, id } = test;
  const links = [...(await test.links()), ...(await test.links(await contactOf(inbox.owner)))];
  const events = recordEvents(inbox);
  const responses = await Promise.all(
    Array.from({ length: 1000 }, (_, turn) => test.send(links[turn % links.length])),
  );
  const given = responses.filter(({ status }) => status === 200);
  expect(given.filter(({ body }) => !body.again)).toHaveLength(1);
  expect(given).toHaveLength(250);
  const { review } = await getReview(inbox, inbox.agent, id);
  const refused = responses.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) {
    expect([status, body.respondedAt]).toEqual([409, review.respondedAt]);
  }
  expect(events.filter(({ name }) => name === 'review:responded')).toHaveLength(1);
}, 60_000);
