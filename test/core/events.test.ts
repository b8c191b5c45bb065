/** The table of events: what is not said there of an event does not compile. */
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { createBus } from '../../src/core/bus.ts';
import { aboutChannel, inChannel, toAll } from '../../src/core/events/about.ts';
import { liveNames, liveOf, loggedNames } from '../../src/core/events/lookup.ts';
import { ephemeral, logged } from '../../src/core/events/row.ts';
import { type EventName, events } from '../../src/core/events.ts';

const names = Object.keys(events) as EventName[];
const Named = z.object({ id: z.string() });

test('names the audience of every logged or ephemeral event', () => {
  const silent = names.filter((name) => events[name].class === 'internal');
  expect([...liveNames, ...silent].sort()).toEqual([...names].sort());
  expect(loggedNames.length).toBeGreaterThan(10);
});

test('sends events only under names of other events', () => {
  const others = liveNames.flatMap((name) => {
    const { as, unnumbered } = liveOf(name);
    return [as, unnumbered?.as].filter((one) => one !== undefined);
  });
  expect(others).not.toBeEmpty();
  expect(names).toEqual(expect.arrayContaining(others));
});

test('fails to compile for an event without a row', () => {
  const bus = createBus(() => {});
  // @ts-expect-error It is not in the table.
  bus.announce({ name: 'message:lost', payload: { id: 'a' } });
  // @ts-expect-error Nobody can listen to it either.
  bus.on('message:lost', () => {});
});

test('fails to compile for an incomplete row', () => {
  logged(Named, aboutChannel);
  const { audience: _, ...withoutAudience } = aboutChannel;
  // @ts-expect-error Who hears of it?
  logged(Named, withoutAudience);
  const { subject: __, ...withoutSubject } = aboutChannel;
  // @ts-expect-error What is it about?
  logged(Named, withoutSubject);
  const { caughtUp: ___, ...withoutPast } = aboutChannel;
  // @ts-expect-error What does somebody get who missed it?
  logged(Named, withoutPast);
  // @ts-expect-error What do agents and people get?
  ephemeral(Named, { audience: aboutChannel.audience });
  // @ts-expect-error It has no channelId.
  ephemeral(Named, { audience: inChannel, live: toAll });
});
