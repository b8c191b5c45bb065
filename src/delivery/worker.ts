/** Sends what is due, many at once and none twice at the same time. */
import type { Inbox } from '../core/inbox.ts';
import { type Outcome, settleDelivery } from '../core/webhooks/outcomes.ts';
import { signedHeaders } from '../core/webhooks/sign.ts';
import {
  findDue,
  nextDueAt,
  releaseTaken,
  type Taken,
  takeDeliveries,
} from '../core/webhooks/taking.ts';
import { failed } from './outcome.ts';
import type { Exchange, Sender } from './send.ts';
import { createTargets } from './targets.ts';

/** Enough that a thousand receivers that hang leave room for those that don't. */
const MOST_AT_ONCE = 2048;
const FOUND_AT_ONCE = 256;
const LONGEST_SLEEP_MS = 60_000;
const AFTER_FAILURE_MS = 1000;
const REMOVED = "Not sent: the channel's webhook was removed";

export type Delivery = Awaited<ReturnType<typeof startDelivery>>;

/** Starts to deliver. What `stop` cuts off is sent again after the next start. */
export async function startDelivery(inbox: Inbox, sender: Sender) {
  const targets = createTargets();
  let sending = 0;
  const attempts = { delivered: 0, failed: 0 };
  let timer: Timer | undefined;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  /** One look at a time; a call during a look makes it look again. */
  function look(): void {
    if (stopped) return;
    lookAgain = looking !== undefined;
    looking ??= lookAll().finally(() => {
      looking = undefined;
      if (lookAgain) look();
    });
  }

  async function lookAll(): Promise<void> {
    const atMs = inbox.now();
    try {
      while (!stopped && sending < MOST_AT_ONCE && (await sendSome(atMs))) {}
      // What is due and was not begun waits for one that ends, and that looks again.
      const next = await nextDueAt(inbox, atMs);
      if (next !== null) sleep(Math.max(0, next - inbox.now()));
    } catch (err) {
      inbox.log.error({ err }, 'due deliveries could not be read');
      sleep(AFTER_FAILURE_MS);
    }
  }

  /** Begins what is due, as far as there is room; false once nothing more is. */
  async function sendSome(atMs: number): Promise<boolean> {
    const limit = Math.min(FOUND_AT_ONCE, MOST_AT_ONCE - sending);
    const due = await findDue(inbox, { atMs, limit, isBusy: targets.isBusy });
    const begun = due.filter(({ target }) => targets.begin(target));
    const taken = await takeDeliveries(
      inbox,
      begun.map(({ id }) => id),
    ).catch((error) => {
      for (const { target } of begun) targets.end(target, false);
      throw error;
    });
    const byId = new Map(taken.map((one) => [one.id, one]));
    for (const { id, target } of begun) {
      const delivery = byId.get(id);
      if (delivery) void deliver(delivery, target);
      else targets.end(target, true);
    }
    return begun.length > 0;
  }

  async function deliver(delivery: Taken, target: string): Promise<void> {
    sending++;
    const outcome = await sendOne(inbox, sender, delivery);
    attempts[outcome.ok ? 'delivered' : 'failed']++;
    await note(delivery.id, outcome);
    sending--;
    targets.end(target, outcome.ok);
    look();
  }

  /** Until it is on the disk: one that is taken and never settled would hang until the next start. */
  async function note(id: string, outcome: Outcome): Promise<void> {
    while (!stopped) {
      try {
        return await settleDelivery(inbox, id, outcome);
      } catch (err) {
        inbox.log.error({ err, delivery: id }, 'attempt could not be recorded');
        await Bun.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, Math.min(ms, LONGEST_SLEEP_MS));
  }

  await releaseTaken(inbox);
  const end = inbox.bus.on('delivery:due', look);
  look();
  return {
    /** Looks for what is due now. */
    look,
    /** What was sent since the start, and how much is being sent. */
    attempts: () => ({ ...attempts, underWay: sending }),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      end();
      // What is just being taken is begun, so that it is cut off with the rest.
      await looking;
      sender.close();
    },
  };
}

async function sendOne(inbox: Inbox, sender: Sender, delivery: Taken): Promise<Outcome> {
  const { id, url, method, headers, body, secrets } = delivery;
  if (url === null) return failed(new Error(REMOVED), 0, true);
  const signature = signedHeaders({ id, body, secrets, atMs: inbox.now() });
  return sender.send({
    url,
    method: method as Exchange['method'],
    headers: { ...headers, ...signature },
    body,
  });
}
