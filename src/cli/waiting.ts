import { ok } from '../client/client.ts';
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import type { ApprovalPayload } from '../core/reviews/kinds/approval.ts';
import { goingOnOption } from '../core/reviews/kinds/verdicts.ts';
import { withConnection } from './connect.ts';
import { exit } from './errors.ts';
import type { GlobalOptions } from './options.ts';
import { note, print, printJson } from './output.ts';

const LONGEST_POLL_MS = 30_000;
const PAUSE_MS = 500;

type Ended =
  | { status: 'completed' | 'expired'; message: Message }
  | { status: 'timeout' | 'retracted' };

/**
 * Waits for the answer to a message, prints it and tells by the exit code how it ended. It goes on
 * through restarts of the server, and where none runs it lets go of the data directory between two
 * looks, so that a person can answer there.
 * @param asked a line that is told first
 */
export async function waitForAnswer(
  options: GlobalOptions,
  id: string,
  timeoutSeconds: number | undefined,
  asked?: string,
): Promise<number> {
  const deadline = timeoutSeconds === undefined ? Infinity : Date.now() + timeoutSeconds * 1000;
  const interrupted = () => {
    note(`The question stays open. Go on waiting: inbox wait ${id}`);
    process.exit(exit.interrupted);
  };
  process.once('SIGINT', interrupted);
  // After that: who reads it may interrupt at once.
  if (asked !== undefined) note(asked);
  const ended = await pollUntil(options, id, deadline);
  process.off('SIGINT', interrupted);
  if (ended.status === 'timeout') note(`Still pending. Go on waiting: inbox wait ${id}`);
  if (ended.status === 'retracted') note('The question was retracted.');
  if (ended.status === 'expired') note('The question expired unanswered.');
  if ('message' in ended && options.json) printJson(ended.message);
  else if (ended.status === 'completed') print(answerText(ended.message));
  return exitCodeOf(ended);
}

async function pollUntil(options: GlobalOptions, id: string, deadline: number): Promise<Ended> {
  let channel: string | undefined;
  while (true) {
    try {
      const ended = await withConnection(options, 'inbox wait', async ({ agent, holdsData }) => {
        channel ??= (await ok(agent.messages({ id }).get({ query: {} }))).channelId;
        const left = Math.max(0, deadline - Date.now());
        const timeout = holdsData ? 0 : Math.min(left, LONGEST_POLL_MS);
        return ok(agent.reviews({ id }).wait.get({ query: { channel, timeout } }));
      });
      if (ended.status !== 'timeout') return ended as Ended;
    } catch (error) {
      if (!(error instanceof InboxError)) throw error;
      if (error.code === 'not_found' && channel !== undefined) return { status: 'retracted' };
      if (error.code !== 'unavailable') throw error;
    }
    if (Date.now() >= deadline) return { status: 'timeout' };
    await Bun.sleep(Math.min(PAUSE_MS, deadline - Date.now()));
  }
}

function exitCodeOf(ended: Ended): number {
  if (ended.status === 'timeout') return exit.timeUp;
  if (ended.status !== 'completed') return exit.expired;
  const { type, payload, response } = ended.message.review ?? {};
  if (response?._dismissed) return exit.otherAnswer;
  if (type !== 'approval') return exit.done;
  const approves =
    response?.selectedOption === goingOnOption((payload as ApprovalPayload).options)?.id;
  return approves ? exit.done : exit.otherAnswer;
}

/** The answer for a script: the option's id, the ids one a line, the text, or else JSON. */
function answerText({ review }: Message): string {
  const { selectedOption, selectedIds, text } = review?.response ?? {};
  if (review?.type === 'approval') return String(selectedOption);
  if (Array.isArray(selectedIds)) return selectedIds.join('\n');
  if (review?.type === 'text-input' && text !== undefined) return String(text);
  return JSON.stringify(review?.response);
}
