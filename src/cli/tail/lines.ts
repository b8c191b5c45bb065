/** How events read on a terminal, a few words a line. */
import { styleText } from 'node:util';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { timeLeft } from '../ages.ts';
import { oneLine, onOneLine, printable } from '../output.ts';
import { titleOf } from '../render.ts';

type Colour = Parameters<typeof styleText>[0];
const colourOf: Record<NonNullable<Message['status']>, Colour> = {
  info: 'blue',
  success: 'green',
  warning: 'yellow',
  error: 'red',
};
const CHANNEL_COLUMNS = 14;

const styled = (colour: Colour, text: string) =>
  styleText(colour, text, { stream: process.stdout, validateStream: true });

/** The time, the channel and a mark, before what is told. */
function head(at: string, channelName: string, mark: string): string {
  const time = new Date(at).toTimeString().slice(0, 5);
  const channel = oneLine(channelName, CHANNEL_COLUMNS).padEnd(CHANNEL_COLUMNS);
  return `${styled('dim', time)} ${styled('bold', channel)} ${mark}`;
}

/** Who sent a message, when and where, with its status in colour and in words. */
export function headOf({ status, createdAt, senderType }: Message, channelName: string): string {
  const sender = senderType === 'user' ? '›' : '·';
  return head(createdAt, channelName, status ? styled(colourOf[status], `▌${status}`) : sender);
}

/** A message whole: its text, its files and what it asks. */
export function messageLines(message: Message, channelName: string): string[] {
  const { review, attachments } = message;
  const [first = '', ...more] = printable(message.text ?? '')
    .trim()
    .split('\n');
  const shown = first || (review ? onOneLine(titleOf(message)) : '');
  const files = attachments.map(({ filename, size }) => `⎘ ${oneLine(filename, 60)} (${size} B)`);
  const details = [...more, ...files, ...(review ? askedLines(message) : [])];
  return [`${headOf(message, channelName)} ${shown}`, ...details.map((line) => `      ${line}`)];
}

function askedLines({ id, review }: Message): string[] {
  if (!review) return [];
  const { payload, status, type, expiresAt } = review;
  const choices = (payload.options ?? payload.items ?? []) as { label?: string }[];
  const labels = choices.map(({ label }) => oneLine(label ?? '', 30)).join(' / ');
  const asks = [type, labels].filter(Boolean).join(': ');
  if (status !== 'pending') return [styled('dim', `? ${asks} (${status})`)];
  const left = timeLeft(expiresAt, Date.now());
  return [styled('cyan', `? ${asks}`) + styled('dim', ` (${left}; inbox answer ${id})`)];
}

type Titles = { titleOf: (id: string) => string; channelName: (id: string) => string };
type Tell = {
  [Name in EventName]?: (payload: EventPayload<Name>, about: Titles) => string | undefined;
};

const now = () => new Date().toISOString();

/** The other events, each on a line. */
export const tell: Tell = {
  'review:responded': ({ id, channelId, review, updatedAt }, about) => {
    const { response, respondedBy } = review ?? {};
    const { selectedOption, selectedIds, text } = response ?? {};
    const answer = oneLine(
      `${selectedOption ?? selectedIds ?? text ?? JSON.stringify(response)}`,
      60,
    );
    const who = onOneLine(respondedBy?.name ?? '');
    const line = head(updatedAt, about.channelName(channelId), styled('green', '✔'));
    return `${line} ${about.titleOf(id)} — ${answer} (${who})`;
  },
  'review:expired': ({ messageId, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('yellow', '⌛'))} ${about.titleOf(messageId)} — expired`,
  'message:deleted': ({ id, channelId }, about) =>
    `${head(now(), about.channelName(channelId), styled('dim', '✗'))} ${about.titleOf(id)} — retracted`,
  'message:delivery': ({ messageId, channelId, deliveryStatus }, about) => {
    const ticks: Record<string, string> = {
      webhook_delivered: styled('dim', '✓✓'),
      webhook_failed: styled('red', '✗ not delivered:'),
      agent_received: styled('blue', '✓✓'),
    };
    const tick = ticks[deliveryStatus] ?? styled('dim', '✓');
    return `${head(now(), about.channelName(channelId), tick)} ${about.titleOf(messageId)}`;
  },
  'agent:status': ({ agentId, status, statusMessage, lastActiveAt }, about) => {
    const said = statusMessage ? `: ${oneLine(statusMessage, 60)}` : '';
    const line = head(lastActiveAt ?? now(), about.channelName(agentId), styled('dim', '♥'));
    return `${line} ${status}${said}`;
  },
};
