/** The worker's calls to the inbox: that a notice arrived, and what was answered there. */
import { shownName } from '../../core/access/people.ts';
import type { JsonObject } from '../../core/json.ts';
import { visible } from '../../core/letters.ts';
import type { PushedData } from '../../ways/webpush/pushed.ts';

const PATIENCE_MS = 15_000;

/** Reports that a notice was shown on this device. The inbox can do without it. */
export async function confirmArrival(
  scope: string,
  { noticeId, receipt }: PushedData,
): Promise<void> {
  const headers = { authorization: `Bearer ${receipt}` };
  const url = `${scope}api/v1/notices/${noticeId}/receipt`;
  await send(url, { headers, credentials: 'omit' }).catch(() => {});
}

/** The fate of an answer: given here, no longer possible, or to be tried again. */
export type Answered = { is: 'given' } | { is: 'over' | 'kept'; why: string };

/** Answers with the session of the person; the notice's token shows that it was pressed here. */
export async function sendAnswer(
  scope: string,
  { messageId, seq, noticeId, receipt }: PushedData,
  response: JsonObject,
): Promise<Answered> {
  const url = `${scope}api/v1/reviews/${messageId}/respond`;
  const headers = {
    'content-type': 'application/json',
    'inbox-notice': `${noticeId} ${receipt}`,
  };
  const body = JSON.stringify({ response, seq: seq ?? undefined });
  try {
    return await outcomeOf(await send(url, { headers, body }));
  } catch {
    return { is: 'kept', why: 'Not sent: the inbox can’t be reached. Try again.' };
  }
}

const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { method: 'POST', signal: AbortSignal.timeout(PATIENCE_MS), ...init });

async function outcomeOf(answer: Response): Promise<Answered> {
  if (answer.ok) return { is: 'given' };
  if (answer.status === 401) {
    return {
      is: 'kept',
      why: 'Not sent: you are logged out on this device. Open the inbox and log in.',
    };
  }
  if (answer.status === 429) {
    return { is: 'kept', why: 'Not sent: too many requests. Try again in a minute.' };
  }
  if (answer.status === 404) return { is: 'over', why: 'No longer pending' };
  const { message, status, respondedBy, automatic } = await answer.json();
  if (status === 'completed') {
    const by = automatic
      ? 'automatically'
      : `by ${respondedBy ? shownName(respondedBy) : 'someone else'}`;
    return { is: 'over', why: `Already answered ${by}` };
  }
  if (answer.status >= 500)
    return { is: 'kept', why: 'Not sent: the inbox had an error. Try again.' };
  // It has the word of an agent.
  if (status === 'withdrawn') return { is: 'over', why: visible(message) };
  return { is: 'over', why: status === 'expired' ? 'Expired' : `Not sent: ${message}` };
}
