/** Requests of a client: the inbox handles them, and their answers arrive, on demand. */
import type { createRecent } from '../../../src/client/replica/recent.ts';
import type { LiveEvent } from '../../../src/core/events.ts';

type Answer = { handle: () => void; arrive: () => void };
/** A request, with the events since. */
type Take<T> = (answer: T, since: LiveEvent[]) => void;

export function createRequests(recent: ReturnType<typeof createRecent>) {
  const answers: Answer[] = [];
  const begun = new Map<string, number>();
  const turnOf = (part: string) => `${begun.get(part)} ${begun.get('all')}`;

  /** Takes the server's state at the time at which it handles the request. */
  function ask<T>(read: () => T, take: Take<T>, part = 'all'): void {
    const [end, asked] = [recent.begin(), turnOf(part)];
    let given: { answer: T } | undefined;
    const handle = () => {
      given ??= { answer: read() };
      return given.answer;
    };
    const arrive = () => {
      const answer = handle();
      const since = end();
      if (asked === turnOf(part)) take(answer, since);
    };
    answers.push({ handle, arrive });
  }

  return {
    ask,
    /** The part, or all, is read again: answers that were asked for before are not taken. */
    begin: (part = 'all') => void begun.set(part, (begun.get(part) ?? 0) + 1),
    /** From the end if `at` is negative. */
    handle: (at: number) => void answers.at(at % answers.length)?.handle(),
    arrive: (at: number) => answers.splice(at % answers.length, 1)[0]?.arrive(),
    count: () => answers.length,
  };
}
