/** How many notices a service is sent at the same time. */
import { expect, test } from 'bun:test';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', urgency: 'high' as const };
const AT_ONCE = 8;

/** Holds requests until eight are held; `refuse` refuses them instead. */
function gate() {
  let held = 0;
  let most = 0;
  let refusal: number | null = null;
  let opened = Promise.withResolvers<void>();
  return {
    most: () => most,
    refuse: (status: number | null) => {
      refusal = status;
      most = 0;
    },
    async before(): Promise<number | null> {
      if (refusal !== null) return refusal;
      most = Math.max(most, ++held);
      if (held === AT_ONCE) opened.resolve();
      await opened.promise;
      if (--held === 0) opened = Promise.withResolvers();
      return null;
    },
  };
}

async function withContacts(before: () => Promise<number | null>) {
  let isReady = false;
  const reaching = await testReaching({ before: async () => (isReady ? before() : null) });
  for (let at = 0; at < AT_ONCE; at++) await reaching.contact({ address: `phone-${at}` });
  isReady = true;
  return reaching;
}

test('sends eight notices at the same time to a service that is new to it', async () => {
  const { before, most } = gate();
  await using reaching = await withContacts(before);
  const { id } = await reaching.inbox.send({ review });
  await reaching.reaches(id, ({ notices }) => notices.accepted === AT_ONCE);
  expect(most()).toBe(AT_ONCE);
});

test('keeps sending eight notices at a time to a service that refused some people', async () => {
  const { before, most, refuse } = gate();
  await using reaching = await withContacts(before);
  refuse(403);
  const first = await reaching.inbox.send({ review });
  await reaching.reaches(first.id, ({ notices }) => notices.failed === AT_ONCE);
  refuse(null);
  const second = await reaching.inbox.send({ review });
  await reaching.reaches(second.id, ({ notices }) => notices.accepted === AT_ONCE);
  expect(most()).toBe(AT_ONCE);
});
