/** Sends the answers that are due, and retries those that could not be sent. */
import { ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isSameAnswer } from '../../core/reviews/answers.ts';
import type { Feed, TriageView } from './feed.ts';
import { answered, notSent, refused, sendAgain } from './held.ts';
import { type Given, type State, select } from './state.ts';
import { sentenceOf } from './trouble.ts';

const AGAIN_MS = 2000;
/** How long leaving waits for the last answers, so that the view closes within a second. */
const LEAVING_MS = 900;

const CHANGED = 'The question changed while you were reading; your answer was not sent';

export function openOutbox({ state, show }: Pick<TriageView, 'state' | 'show'>, feed: Feed) {
  const onTheirWay = new Set<Promise<void>>();
  /** Ids of answers that were tried before: they may have arrived without a response. */
  const tried = new Set<string>();

  function send(given: Given[]): void {
    for (const one of given) {
      const way = sendOne(one).catch((error) =>
        show(refused(state(), one.message.id, sentenceOf(error))),
      );
      onTheirWay.add(way);
      void way.finally(() => onTheirWay.delete(way));
    }
  }

  async function sendOne(given: Given): Promise<void> {
    const { message, response } = given;
    const { id, seq } = message;
    try {
      const taken = await feed.call(({ person }) =>
        ok(person.reviews({ id }).respond.post({ response, seq })),
      );
      show(answered(state(), taken));
    } catch (error) {
      if (isAway(error)) {
        tried.add(id);
        show(notSent(state(), id, sentenceOf(error)));
      } else await afterRefusal(given, error);
    }
  }

  async function afterRefusal(given: Given, error: unknown): Promise<void> {
    const { id } = given.message;
    if (!isOver(error)) return show(refused(state(), id, sentenceOf(error)));
    const now = await read(id).catch(() => undefined);
    if (now && tried.has(id) && isOurs(now, given)) return show(answered(state(), now));
    const hasChanged = now?.review?.status === 'pending';
    show(refused(state(), id, hasChanged ? CHANGED : sentenceOf(error)));
    await feed.lookAt(id);
    if (hasChanged) show(lookedAt(state(), id));
  }

  const read = (id: string): Promise<Message> =>
    feed.call(({ person }) => ok(person.messages({ id }).get({ query: {} })));

  const again = setInterval(() => {
    const { link, unsent } = state();
    const isBack = link === 'live' || link === 'local';
    if (!isBack || Object.keys(unsent).length === 0) return;
    const next = sendAgain(state());
    show(next.state);
    send(next.given);
  }, AGAIN_MS);

  return {
    send,
    /** Resolves when nothing is being sent, or after a limit. */
    async emptied(): Promise<void> {
      const sent = Promise.all(onTheirWay);
      await Promise.race([sent, Bun.sleep(LEAVING_MS)]);
    },
    close: () => clearInterval(again),
  };
}

/** Keeps the notice. */
const lookedAt = (state: State, id: string): State => select(state, id);

/** Returns whether it is unknown if the answer arrived. */
const isAway = (error: unknown) =>
  !(error instanceof InboxError) || ['unavailable', 'rate_limited'].includes(error.code);

/** Returns whether the question was answered otherwise, changed or deleted. */
const isOver = (error: unknown) =>
  error instanceof InboxError && (error.code === 'conflict' || error.code === 'not_found');

const isOurs = ({ review }: Message, { response }: Given) =>
  review?.status === 'completed' && isSameAnswer(review, response);
