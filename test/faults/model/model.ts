/** One channel as its users understand it: what each act does, in the simplest words. */

type Review = {
  status: 'pending' | 'completed' | 'expired' | 'withdrawn';
  expiresAtMs: number;
  option?: string;
};
type Draft = 'streaming' | 'complete' | 'aborted';
export type Posting = {
  event: 'message:created' | 'review:responded' | 'review:expired' | 'review:withdrawn';
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Since it was stored or tried again by hand. */
  failures: number;
};
export type Entry = {
  by: 'agent' | 'person';
  text: string | null;
  name: string | null;
  draft: Draft | null;
  touchedAtMs: number;
  status: 'sent' | 'webhook_delivered' | 'webhook_failed' | 'agent_received';
  review: Review | null;
  postings: Posting[];
  isGone: boolean;
};
export type Outcome = 'ok' | 'not_found' | 'conflict' | 'forbidden';

export type Model = ReturnType<typeof createModel>;

const ABANDONED_MS = 5 * 60_000;
/** A posting is given up when it has failed so often. */
export const MOST_FAILURES = 3;

/**
 * @param hasWebhook whether the channel's events are posted
 */
export function createModel(now: () => number, hasWebhook: boolean) {
  /** All messages ever sent, oldest first. */
  const entries: Entry[] = [];
  /** Announced events, as `<event> <number of the message>`. */
  let announced: string[] = [];

  const announce = (event: string, entry: Entry) =>
    announced.push(`${event} ${entries.indexOf(entry)}`);
  const find = (number: number) => {
    const entry = entries[number];
    return entry && !entry.isGone ? entry : undefined;
  };

  function post(entry: Entry, event: Posting['event']): void {
    if (!hasWebhook) return;
    entry.postings.push({ event, status: 'pending', attempts: 0, failures: 0 });
  }

  function add(given: Partial<Entry>): void {
    const blank = { by: 'agent', text: null, name: null, draft: null, review: null } as const;
    const state = { status: 'sent', touchedAtMs: now(), postings: [], isGone: false } as const;
    const entry: Entry = { ...blank, ...state, ...given, postings: [] };
    entries.push(entry);
    announce('message:created', entry);
    if (entry.by === 'person') post(entry, 'message:created');
  }

  /** When a message changed: never before its last change. */
  const touchedAgain = ({ touchedAtMs }: Entry) => Math.max(now(), touchedAtMs);

  function setStatus(entry: Entry, status: Entry['status']): void {
    if (entry.status === 'agent_received' || entry.status === status) return;
    // Whatever becomes of a draft counts as touching it.
    Object.assign(entry, { status, touchedAtMs: touchedAgain(entry) });
    announce('message:delivery', entry);
  }

  return {
    entries,
    /** The message that has this name already, as streamId or clientId. */
    named: (name: string | null) =>
      name === null ? -1 : entries.findIndex((entry) => !entry.isGone && entry.name === name),
    /** Whether a message that is sent again under its clientId says the same; a draft always does. */
    isSameBody(number: number, { text, review }: Partial<Entry>): boolean {
      const entry = entries[number];
      if (!entry || entry.draft !== null) return true;
      return entry.text === text && Boolean(entry.review) === Boolean(review);
    },
    add,

    patch(number: number, text: string, end: 'complete' | 'aborted' | null): Outcome {
      const entry = find(number);
      if (!entry) return 'not_found';
      if (entry.draft !== 'streaming') return entry.text === text ? 'ok' : 'conflict';
      Object.assign(entry, {
        text,
        draft: end ?? 'streaming',
        touchedAtMs: touchedAgain(entry),
      });
      announce('message:updated', entry);
      return 'ok';
    },

    answer(number: number, option: string): Outcome {
      const entry = find(number);
      if (!entry?.review) return 'not_found';
      const { status, expiresAtMs } = entry.review;
      if (status !== 'pending' || expiresAtMs <= now()) return 'conflict';
      entry.review = { status: 'completed', expiresAtMs, option };
      announce('review:responded', entry);
      post(entry, 'review:responded');
      return 'ok';
    },

    withdraw(number: number): Outcome {
      const entry = find(number);
      if (!entry?.review) return 'not_found';
      const { status, expiresAtMs } = entry.review;
      if (status === 'withdrawn') return 'ok';
      if (status !== 'pending' || expiresAtMs <= now()) return 'conflict';
      entry.review = { status: 'withdrawn', expiresAtMs };
      announce('review:withdrawn', entry);
      post(entry, 'review:withdrawn');
      return 'ok';
    },

    ack(number: number): Outcome {
      const entry = find(number);
      if (!entry) return 'not_found';
      setStatus(entry, 'agent_received');
      return 'ok';
    },

    remove(number: number): Outcome {
      const entry = find(number);
      if (!entry) return 'not_found';
      Object.assign(entry, { isGone: true, postings: [] });
      announce('message:deleted', entry);
      return 'ok';
    },

    /** An attempt to post ended well, badly, or with the receiver wanting no more. */
    attempted(number: number, event: string, how: 'ok' | 'failed' | 'gone'): void {
      const entry = find(number);
      const posting = entry?.postings.find((one) => one.event === event);
      if (!entry || !posting) return;
      posting.attempts++;
      if (how !== 'ok') posting.failures++;
      if (how === 'ok') posting.status = 'delivered';
      else if (how === 'gone' || posting.failures >= MOST_FAILURES) posting.status = 'failed';
      setStatus(entry, how === 'ok' ? 'webhook_delivered' : 'webhook_failed');
    },

    /** A retry by a person; deliveries that wait for their next attempt are sent immediately. */
    retry(number: number): Outcome {
      const entry = find(number);
      if (!entry) return 'not_found';
      const failed = entry.postings.filter(({ status }) => status !== 'delivered');
      for (const posting of failed) Object.assign(posting, { status: 'pending', failures: 0 });
      return 'ok';
    },

    /** Lets time pass for drafts that nobody touches. */
    abandon(): void {
      for (const entry of entries) {
        const isOld = entry.touchedAtMs <= now() - ABANDONED_MS;
        if (entry.isGone || entry.draft !== 'streaming' || !isOld) continue;
        Object.assign(entry, { draft: 'aborted', touchedAtMs: touchedAgain(entry) });
        announce('message:updated', entry);
      }
    },

    /** The effect of time on reviews; every read sees it. */
    expire(): void {
      for (const entry of entries) {
        const { review } = entry;
        if (entry.isGone || review?.status !== 'pending' || review.expiresAtMs > now()) continue;
        review.status = 'expired';
        announce('review:expired', entry);
        post(entry, 'review:expired');
      }
    },

    takeAnnounced(): string[] {
      const taken = announced;
      announced = [];
      return taken;
    },
  };
}
