/** Names of channels, which people know them by. Keys may have given several the same. */
import { alikeIn, lookOf, nameOnOneLine } from '../letters.ts';

type Named = { id: string; name: string };

/** As lists show it. */
const SHOWN = 8;

/**
 * Returns the channels by the names to show: on one line each, with the end of its id in one that
 * looks like another.
 */
export function namedApart<One extends Named>(channels: One[]): One[] {
  const alike = new Set(alikeIn(channels, ({ name }) => name));
  return channels.map((one) => {
    const name = nameOnOneLine(one.name) + (alike.has(one) ? ` (${one.id.slice(-SHOWN)})` : '');
    return name === one.name ? one : { ...one, name };
  });
}

/** Returns the names to show, by id. */
export const shownNames = (channels: Named[]): Map<string, string> =>
  new Map(namedApart(channels).map(({ id, name }) => [id, name]));

/** Returns the channels whose names look like this one. */
export function looksLike<One extends Named>(channels: One[], name: string): One[] {
  const look = lookOf(name);
  return channels.filter((one) => lookOf(one.name) === look);
}
