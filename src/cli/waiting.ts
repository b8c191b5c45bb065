import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { withdrawnLine } from '../core/reviews/ended.ts';
import { wordsOf } from '../core/reviews/kinds/words.ts';
import { whenEnded } from './ending.ts';
import { exit } from './errors.ts';
import { terminalOf } from './kinds/kinds.ts';
import type { GlobalOptions } from './options.ts';
import { note, onOneLine, print, printJson } from './output.ts';
import { type Ended, pollUntil } from './polling.ts';
import { reachLine } from './reach/reach-line.ts';
import { decidedLine, waitingLine } from './waiting-words.ts';

/** The end of a wait of this many seconds; without a number there is none. */
export const deadlineAfter = (seconds: number | undefined): number =>
  seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000;

/** A question that was just asked, and what to print first. */
type Asked = { message: Message; say: () => void };

/**
 * Waits for the answer to a message, sets the exit code and prints the answer. It survives restarts of the
 * server; without a server it releases the data directory between polls, so that a person can
 * answer there.
 */
export async function waitForAnswer(
  options: GlobalOptions,
  id: string,
  deadline: number,
  asked?: Asked,
): Promise<void> {
  let isHeld = asked?.message.review?.hold === true;
  const letGo = whenEnded(() => note(stillPending(id, isHeld)), { signals: ['SIGINT'] });
  // Only now, because its reader may interrupt immediately.
  asked?.say();
  const { isTTY } = process.stderr;
  const began = (message: Message) => {
    isHeld = message.review?.hold === true;
    if (isTTY) sayWaiting(message, Date.now());
  };
  if (asked) began(asked.message);
  const ended = await pollUntil(options, id, { deadline, message: asked?.message, began });
  letGo();
  // Before anything is printed: a reader that has gone ends the process.
  process.exitCode = exitCodeOf(ended);
  if (ended.status === 'timeout') note(stillPending(id, isHeld));
  else say(ended, options, id);
}

function sayWaiting(message: Message, now: number): void {
  const reach = message.review ? reachLine(message.review, now) : null;
  note(waitingLine(message, now));
  if (reach !== null) note(reach);
}

const stillPending = (id: string, isHeld: boolean): string =>
  isHeld
    ? `The question is withdrawn within seconds. To keep it: inbox wait ${id}`
    : `Still pending. To resume: inbox wait ${id}`;

/** Prints the result: the answer on stdout, everything else on stderr, and a sentence for a person. */
function say(ended: Ended, { json }: GlobalOptions, id: string): void {
  const { status } = ended;
  const resume = `To resume: inbox wait ${id}`;
  if (status === 'unreached') {
    const { message, code } = ended.error;
    const sentence = message.replace(/\.$/, '');
    throw new InboxError(code, `${sentence}; whether the question was answered is unknown`);
  }
  if (status === 'lost')
    note(`The connection was lost while the question was still pending. ${resume}`);
  if (status === 'retracted') note('The question was retracted.');
  if (status === 'expired') note('The question expired unanswered.');
  if (status === 'withdrawn' && ended.message.review) {
    note(`${onOneLine(withdrawnLine(ended.message.review, 'The question was withdrawn'))}.`);
  }
  if (!('message' in ended)) return;
  if (json) printJson(ended.message);
  else if (status === 'completed') {
    print(answerText(ended.message));
    if (process.stderr.isTTY) note(decidedLine(ended.message));
  }
}

function exitCodeOf(ended: Ended): number {
  if (ended.status === 'timeout' || ended.status === 'lost') return exit.timeout;
  if (ended.status !== 'completed') return exit.expired;
  const { review } = ended.message;
  if (!review?.response) return exit.done;
  if (review.response._dismissed) return exit.notApproved;
  const isJudged = wordsOf(review.type).verdict !== undefined;
  return isJudged && review.verdict !== 'approved' ? exit.notApproved : exit.done;
}

/** Formats the answer for a script: the option's id, ids one per line, the text, or JSON. */
function answerText({ review }: Message): string {
  const { type = '', response } = review ?? {};
  return (response && terminalOf(type).flags.print?.(response)) ?? JSON.stringify(response);
}
