/** A live event lets views read again who can be notified. */
import { expect, test } from 'bun:test';
import { updateUser } from '../../../src/core/access/users.ts';
import { updateContact } from '../../../src/core/notify/contacts.ts';
import { setLadder } from '../../../src/core/notify/ladders.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };

/** The channels of which a change was reported, and when. */
function reported({ inbox }: Awaited<ReturnType<typeof testReaching>>) {
  const events: { channelId: string; atMs: number }[] = [];
  inbox.bus.on('reach:changed', ({ channelId }) =>
    events.push({ channelId, atMs: performance.now() }),
  );
  return {
    events,
    has: (count: number) => eventually(() => events.length >= count),
    channels: () => events.map(({ channelId }) => channelId),
  };
}

test('reports each channel with a pending question whose audience is not what it was', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const [asking, other, silent] = [
    await inbox.channel(),
    await inbox.channel(),
    await inbox.channel(),
  ];
  for (const { id: channelId } of [asking, other]) await inbox.send({ channelId, review });
  const { has, channels } = reported(reaching);
  await reaching.contact();
  await has(2);
  expect(channels().toSorted()).toEqual([asking.id, other.id].toSorted());
  const ann = await personIn(inbox, 'Ann', [asking.id, silent.id]);
  const steps = [{ afterSeconds: 60, people: [inbox.owner.userId] }];
  await setLadder(inbox, inbox.owner, other.id, { steps });
  await has(4);
  expect(channels().slice(2).toSorted()).toEqual([asking.id, other.id].toSorted());
  await updateUser(inbox, inbox.owner, ann.userId, { disabled: true });
  await has(5);
  expect(channels().at(-1)).toBe(asking.id);
});

test('reports a channel once a second at most, and the last change of a second afterwards', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await inbox.send({ review });
  const { events, has } = reported(reaching);
  const { id } = await reaching.contact();
  await has(1);
  for (let count = 0; count < 20; count++) {
    await updateContact(inbox, inbox.owner, id, { delaySeconds: count });
  }
  await has(2);
  const [first, second] = events;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(900);
  expect(events).toHaveLength(2);
});

test('reports nothing for a change that leaves the contacts and their users as they were', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await inbox.send({ review });
  const { events, has } = reported(reaching);
  const { id } = await reaching.contact();
  await has(1);
  await updateContact(inbox, inbox.owner, id, { name: 'Phone' });
  await updateContact(inbox, inbox.owner, id, { delaySeconds: 5 });
  await has(2);
  expect(events).toHaveLength(2);
});
