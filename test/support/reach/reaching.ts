/** An inbox that reaches its owner through an ntfy server and a push service on loopback, with a clock that the test moves. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Human } from '../../../src/core/access/callers.ts';
import { contactsThatWork, createContact } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { openOwnAt } from '../../../src/core/notify/taking-back.ts';
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { noticeQueue } from '../../../src/delivery/notices/queue.ts';
import { createWorker } from '../../../src/delivery/worker.ts';
import { silentLog } from '../../../src/log.ts';
import type { Ways } from '../../../src/ways/ways.ts';
import { testInbox } from '../inbox/inbox.ts';
import { asConfirmed } from './confirming.ts';
import { eventually } from './eventually.ts';
import { testNtfy } from './ntfy.ts';
import { testPushService } from './push-service.ts';
import { testSubscription } from './subscription.ts';

const PATIENCE_MS = 15_000;

type Options = Parameters<typeof testNtfy>[0] & {
  publicUrl?: string;
  /** The topic to which buttons post. */
  replyTopic?: string;
  /** Where what users bring may be; by default the push service is there. */
  webhookAllow?: string[];
};
type More = Partial<Ways> & { log?: Logger };

export async function testReaching(
  { publicUrl, replyTopic, webhookAllow = ['127.0.0.1'], ...options }: Options = {},
  { log = silentLog(), ...ways }: More = {},
) {
  const ntfy = testNtfy(options);
  const push = testPushService();
  const replies = {
    ntfyReplyTopic: replyTopic ?? null,
    ntfyReplyToken: replyTopic === undefined ? null : 'tk_write',
  };
  const own = {
    ntfyUrl: ntfy.url,
    ntfyToken: 'tk_secret',
    ...replies,
    appriseUrl: ntfy.url,
    publicUrl: publicUrl ?? null,
    pushSubject: 'ops@inbox.example',
  };
  const inbox = await testInbox({ log, webhookAllow, ways: { ...own, ...ways } });
  const home = 'https://inbox.example';
  const start = async (timeoutMs = 10_000) => {
    const started = createWorker(inbox);
    await started.serve(noticeQueue(inbox, { homeOf: () => home, timeoutMs }));
    return started;
  };
  const worker = await start();

  const contact = async (
    input: Partial<z.input<typeof CreateContact>> = {},
    person: Human = inbox.owner,
  ) => {
    const given = CreateContact.parse({ kind: 'ntfy', address: 'phone', ...input });
    const { contact: added } = await createContact(inbox, person, given);
    await eventually(() => isInformed(person));
    // An e-mail address is confirmed by its code.
    return given.kind === 'email' ? added : asConfirmed(inbox, person, added.id);
  };
  /** Whether the user's other contacts have been sent that one was added. */
  async function isInformed({ userId }: Human): Promise<boolean> {
    const works = await contactsThatWork(inbox.store.read, userId);
    // A mail comes later.
    const contacts = works.filter(({ kind }) => kind !== 'email');
    const open = contacts.map(({ id }) => openOwnAt(inbox.store.read, id));
    return (await Promise.all(open)).every((notices) => notices.length === 0);
  }
  /** A contact of the owner: a browser that is subscribed to the push service. */
  const browser = (input: Partial<z.input<typeof CreateContact>> = {}, endpoint?: string) => {
    const address = endpoint ? testSubscription(endpoint).address : push.subscribe();
    return contact({ kind: 'webpush', address, ...input });
  };
  const reach = async (id: string) => (await getReview(inbox, inbox.agent, id)).review.reach;

  /** Resolves once the reach of a question is as wanted. */
  async function reaches(id: string, wanted: (now: Awaited<ReturnType<typeof reach>>) => boolean) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const tooLate = async () => reject(new Error(`reach is ${JSON.stringify(await reach(id))}`));
    const timer = setTimeout(tooLate, PATIENCE_MS);
    const look = async () => wanted(await reach(id)) && resolve();
    const looks: Promise<unknown>[] = [];
    const names = ['notice:due', 'notices:changed'] as const;
    const ends = names.map((name) => inbox.bus.on(name, () => void looks.push(look())));
    await look();
    await promise.finally(() => {
      clearTimeout(timer);
      for (const end of ends) end();
    });
    await Promise.all(looks);
    return reach(id);
  }

  return {
    inbox,
    ntfy,
    push,
    worker,
    start,
    contact,
    browser,
    reach,
    reaches,
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await ntfy[Symbol.asyncDispose]();
      await push[Symbol.asyncDispose]();
      await inbox[Symbol.asyncDispose]();
    },
  };
}
