import type { EventPayload, LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleIn } from '../../core/messages/title.ts';
import { note, oneLine } from '../output.ts';
import { createDrafts } from './drafts.ts';
import { lineOf } from './event-line.ts';
import type { KnownChannels } from './follow.ts';
import { headOf, messageLines, rowsOf } from './lines.ts';
import type { Printer } from './printer.ts';

const REMEMBERED = 500;
const TITLE_COLUMNS = 40;

/** Prints for a person: drafts grow at the foot of the screen until they settle above it. */
export function screenPrinter(channels: KnownChannels): Printer {
  const titles = new Map<string, string>();
  const statuses = new Map<string, string>();
  const drafts = createDrafts(process.stdout);
  const about = {
    channelName: channels.nameOf,
    titleOf: (id: string) => titles.get(id) ?? id,
  };

  function remember(message: Message): void {
    titles.set(message.id, oneLine(titleIn(message) ?? '(no text)', TITLE_COLUMNS));
    const [oldest] = titles.keys();
    if (titles.size > REMEMBERED && oldest !== undefined) titles.delete(oldest);
  }

  function showMessage(message: Message, isCreated: boolean): void {
    const isNew = isCreated || !titles.has(message.id);
    remember(message);
    const isDraft = message.streamState === 'streaming';
    const settles = drafts.has(message.id) && !isDraft;
    const channelName = about.channelName(message.channelId);
    if (isDraft) drafts.grow(message, headOf(message, channelName));
    else if (isNew || settles) drafts.settle(message.id, messageLines(message, channelName));
  }

  /** Every heartbeat carries the status; only a change is printed. */
  function isKnownStatus({ agentId, status, statusMessage }: EventPayload<'agent:status'>) {
    const now = `${status} ${statusMessage}`;
    const isKnown = statuses.get(agentId) === now;
    statuses.set(agentId, now);
    return isKnown;
  }

  function show(event: LiveEvent): void {
    const { name, payload } = event;
    if (name === 'message:created' || name === 'message:updated') {
      showMessage(payload, name === 'message:created');
    } else if (name === 'message:delta') drafts.add(payload);
    else if (name !== 'agent:status' || !isKnownStatus(payload)) showLine(event);
  }

  function showLine(event: LiveEvent): void {
    const { name, payload } = event;
    if (name === 'agent:created' || name === 'agent:updated') channels.learn([payload]);
    if (name === 'review:responded') remember(payload);
    if (name === 'review:withdrawn') remember(payload.message);
    if (name === 'message:deleted') drafts.forget(payload);
    if (name === 'agent:deleted') drafts.forgetChannel(payload);
    const line = lineOf(event, about);
    if (line !== undefined) drafts.above(rowsOf(line));
    if (name === 'agent:deleted') channels.forget(payload.id);
  }

  return {
    event: show,
    note: (text) => drafts.writeAbove(() => note(text)),
  };
}
