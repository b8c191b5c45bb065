/** Names of channels, which people know them by. Keys may have given several the same. */
import { lookOf } from '../letters.ts';

type Named = { id: string; name: string };

/** As lists show it. */
const SHOWN = 8;

/** Returns the channels with the end of its id in the name of each that looks like another one. */
export function namedApart<One extends Named>(channels: One[]): One[] {
  const looks = new Map<string, number>();
  for (const { name } of channels) looks.set(lookOf(name), (looks.get(lookOf(name)) ?? 0) + 1);
  return channels.map((one) =>
    looks.get(lookOf(one.name)) === 1
      ? one
      : { ...one, name: `${one.name} (${one.id.slice(-SHOWN)})` },
  );
}

/** Returns the channels whose names look like this one. */
export function looksLike<One extends Named>(channels: One[], name: string): One[] {
  const look = lookOf(name);
  return channels.filter((one) => lookOf(one.name) === look);
}
