import type { EventName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Printer } from '../commands/tail.ts';
import { oneLine, printable } from '../output.ts';
import { titleOf } from '../render.ts';
import { createDrafts } from './drafts.ts';
import { headOf, messageLines, tell } from './lines.ts';

const REMEMBERED = 500;
const TITLE_COLUMNS = 40;

/** Prints for a person: drafts grow at the foot of the screen until they settle above it. */
export function screenPrinter(channelNames: Map<string, string>): Printer {
  const titles = new Map<string, string>();
  const drafts = createDrafts(process.stdout);
  const about = {
    channelName: (id: string) => channelNames.get(id) ?? id,
    titleOf: (id: string) => titles.get(id) ?? id,
  };

  function remember(message: Message): void {
    titles.set(message.id, oneLine(titleOf(message), TITLE_COLUMNS));
    const [oldest] = titles.keys();
    if (titles.size > REMEMBERED && oldest !== undefined) titles.delete(oldest);
  }

  function showMessage(message: Message, isNew: boolean): void {
    remember(message);
    const isDraft = message.streamState === 'streaming';
    const settles = drafts.has(message.id) && !isDraft;
    const channelName = about.channelName(message.channelId);
    if (isDraft) drafts.grow(message, headOf(message, channelName));
    else if (isNew || settles) drafts.settle(message.id, messageLines(message, channelName));
  }

  const show = (name: EventName, payload: never): void => {
    if (name === 'message:created' || name === 'message:updated') {
      showMessage(payload, name === 'message:created');
    } else if (name === 'message:delta') drafts.add(payload);
    else if (name === 'agent:created' || name === 'agent:updated') {
      const { id, name: channelName } = payload as { id: string; name: string };
      channelNames.set(id, printable(channelName));
    } else {
      const line = tell[name]?.(payload, about);
      if (line !== undefined) drafts.above([line]);
    }
  };
  return show as Printer;
}
