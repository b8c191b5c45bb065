/** A chat with a bot: a message with buttons, which is edited when its question has ended. */
import type { NoticeOutcome } from '../../core/notify/record.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import type { Sending } from '../../ways/part.ts';
import type { Called } from '../chats/calls.ts';
import { outcomeOf } from '../http/answer.ts';

/** The calls of a service for the notice that is being sent; a handle is an earlier message. */
type Chat = {
  send: () => Promise<NoticeOutcome>;
  edit: (handle: string) => Promise<NoticeOutcome>;
  remove: (handle: string) => Promise<unknown>;
};

export async function sendToChat({ content, handle }: Sending, chat: Chat): Promise<NoticeOutcome> {
  if (content.isSilent && handle !== null) return chat.edit(handle);
  const sent = await chat.send();
  if (sent.result === 'accepted' && handle !== null) {
    // The reminder takes the place of the message before it.
    await chat.remove(handle).catch(() => undefined);
  }
  return sent;
}

/** The parts of a message; the last is the page to open. */
export function partsOf({ content, url }: Sending): string[] {
  const { what, title, body, takesText } = content;
  if (what === 'settles') return [title, body].filter(Boolean);
  const how = takesText ? 'Reply to this message to answer.' : '';
  return [title, body, how, url].filter(Boolean);
}

/** Keeps only the status of a response, because its body may repeat the question. */
export async function attempt<Body>(call: () => Promise<Called<Body>>) {
  const startedAt = performance.now();
  const duration = () => Math.round(performance.now() - startedAt);
  try {
    const { answer, body } = await call();
    return { body, outcome: { ...outcomeOf(answer, duration(), Date.now()), response: null } };
  } catch (err) {
    return { body: null, outcome: notSent((err as Error).message, { durationMs: duration() }) };
  }
}
