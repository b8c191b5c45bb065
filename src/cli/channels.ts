import { looksLike, namedApart } from '../core/channels/names.ts';
import type { Agent } from '../core/channels/schema.ts';
import { nameOnOneLine } from '../core/letters.ts';
import { closest } from './closest.ts';
import { UsageError } from './errors.ts';
import { hasPart, nothing, single } from './ids.ts';
import { oneLine, onOneLine } from './output.ts';

const channelIds = {
  kind: 'channel',
  list: 'inbox channel list',
  words: ({ name }: Pick<Agent, 'name'>) => nameOnOneLine(name),
};

/** Finds the channel by its id, part of that, or its unique name. */
export function channelNamed<One extends Pick<Agent, 'id' | 'name'>>(
  channels: One[],
  typed: string,
): One {
  const byId = channels.find(({ id }) => id === typed || id === typed.toUpperCase());
  const byName = looksLike(channels, typed);
  const [named] = byName;
  if (byId) return byId;
  if (byName.length > 1) {
    const rows = byName.map(({ id, name }) => `  ${id}  ${oneLine(nameOnOneLine(name), 60)}`);
    const head = `More than one channel is named “${onOneLine(typed)}”. Use an id:`;
    throw new UsageError([head, ...rows].join('\n'));
  }
  if (named) return named;
  const byPart = channels.filter(({ id }) => hasPart(id, typed));
  if (byPart.length > 0) return single(channelIds, byPart, typed) as One;
  const names = channels.map(({ name }) => name);
  throw nothing(channelIds, typed, closest(typed, names));
}

/** Returns the names of the channels that a user or key may see. */
export const namesOf = (channels: 'all' | string[], all: Pick<Agent, 'id' | 'name'>[]): string =>
  channels === 'all'
    ? 'all channels'
    : channels.map((id) => namedApart(all).find((one) => one.id === id)?.name ?? id).join(', ') ||
      'no channel';
