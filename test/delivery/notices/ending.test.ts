import { expect, test } from 'bun:test';
import { updateUser } from '../../../src/core/access/users.ts';
import { deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { idle } from '../../support/reach/burst.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
type Reaching = Awaited<ReturnType<typeof testReaching>>;

/** The first publish that `isSlow` is answered by `answer`, with a status. */
async function slowly(isSlow: (body: string) => boolean = () => true) {
  const answer = Promise.withResolvers<number | null>();
  let isFirst = true;
  const before = async ({ method, body }: { method: string; body: string }) => {
    if (!isFirst || method !== 'POST' || !isSlow(body)) return null;
    isFirst = false;
    return answer.promise;
  };
  return { reaching: await testReaching({ before }), answer: answer.resolve };
}

/** Lets the worker look again after some time, and waits until nothing is due. */
async function later({ inbox, worker }: Reaching, ms: number): Promise<void> {
  inbox.clock.advance(ms);
  worker.look();
  await Bun.sleep(50);
}

/** The titles of what was published, without the notice that takes it back. */
const published = ({ ntfy }: Reaching) =>
  ntfy.received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
    .filter(({ priority }) => priority > 1)
    .map(({ title }) => title);

const isEmpty = ({ ntfy }: Reaching) =>
  eventually(() => ntfy.shown('phone').length === 0 && ntfy.received.at(-1)?.method === 'DELETE');

test('does not retry a contact that was removed during the attempt', async () => {
  const { reaching, answer } = await slowly();
  await using _ = reaching;
  const { inbox, ntfy } = reaching;
  const contact = await reaching.contact();
  await inbox.send({ review });
  await ntfy.has(1);
  await deleteContact(inbox, inbox.owner, contact.id);
  answer(503);
  await isEmpty(reaching);
  await later(reaching, 3000);
  expect(published(reaching)).toEqual(['Deploy?']);
  expect(ntfy.shown('phone')).toEqual([]);
});

test('does not remind a user who lost the channel during the attempt', async () => {
  const { reaching, answer } = await slowly();
  await using _ = reaching;
  const { inbox, ntfy } = reaching;
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  await reaching.contact({ address: 'ann' }, ann);
  const { id } = await inbox.send({ channelId, review: { ...review, expiresInSeconds: 3600 } });
  await ntfy.has(1);
  await updateUser(inbox, inbox.owner, ann.userId, { channels: [] });
  answer(null);
  await ntfy.has(2);
  await later(reaching, 660_000);
  expect(published(reaching)).toEqual(['Deploy?']);
  const notices = await listNotices(inbox, inbox.owner, id);
  expect(notices.map(({ what }) => what).sort()).toEqual(['asks', 'settles']);
});

test('sends nothing more to a contact once it is disabled', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  ntfy.answer(() => 503);
  const contact = await reaching.contact();
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  await updateContact(inbox, inbox.owner, contact.id, { disabled: true });
  await later(reaching, 3000);
  expect(published(reaching)).toEqual(['Deploy?']);
  expect(await reaching.reach(id)).toMatchObject({ state: 'nobody', warning: expect.any(String) });
});

test.each([503, null])(
  'takes a count back after its attempt if its questions end during it: %p',
  async (status) => {
    const isCount = (body: string) => body.includes('questions are pending');
    const { reaching, answer } = await slowly(isCount);
    await using _ = reaching;
    const { inbox, ntfy } = reaching;
    await reaching.contact();
    const asked = [];
    for (let count = 0; count < 5; count++) asked.push(await inbox.send({ review }));
    await ntfy.has(3);
    await later(reaching, 21_000);
    await ntfy.has(4);
    for (const { id } of asked) {
      await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    }
    await ntfy.has(7);
    await later(reaching, 0);
    // The three sent singly are taken back; the count waits.
    expect(ntfy.received).toHaveLength(7);
    expect(ntfy.shown('phone')).toEqual([]);
    answer(status);
    await idle(reaching);
    await later(reaching, 3000);
    await idle(reaching);
    expect(ntfy.shown('phone')).toEqual([]);
    expect(published(reaching).slice(3)).toEqual(['2 questions are pending']);
    for (const { id } of asked.slice(3)) {
      const { firstAcceptedAt, notices } = await reaching.reach(id);
      const isAccepted = status === null;
      expect([firstAcceptedAt !== null, notices.accepted === 1]).toEqual([isAccepted, isAccepted]);
    }
  },
);
