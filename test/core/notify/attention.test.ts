import { expect, test } from 'bun:test';
import { changeByItself } from '../../../src/core/change.ts';
import { getAttention, setRules } from '../../../src/core/notify/attention.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

const { digest: _, ...beforeDigests } = NO_ATTENTION;

test.each([
  ['from before there were digests', beforeDigests],
  ['with null for no digest', { ...NO_ATTENTION, digest: null }],
])('reads stored rules %s as without a digest', async (_, rules) => {
  await using inbox = await testInbox();
  await changeByItself(inbox, (change) =>
    setRules(change, inbox.owner.userId, JSON.stringify(rules)),
  );
  expect(await getAttention(inbox, inbox.owner)).toEqual(NO_ATTENTION);
});
