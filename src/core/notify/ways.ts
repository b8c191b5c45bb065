/** The bots that notify people, as they are in memory, and the hosts that notices go to. */
import type { Row } from '../../storage/tables.ts';
import { type BotKind, isContactKind, type Ways, wayOf } from '../../ways/ways.ts';
import { type BotStates, forEachBot } from './pairing-schema.ts';

type Bot = { name: string | null; problem: string | null };
export type Bots = Record<BotKind, Bot>;

export const newBots = (): Bots => forEachBot(() => ({ name: null, problem: null }));

/** Returns which bots are set, and the problem of each that does not work. */
export const botStates = ({ bots, ways }: { bots: Bots; ways: Ways }): BotStates =>
  forEachBot((kind) => ({ isSet: wayOf(kind).listens?.(ways) ?? false, ...bots[kind] }));

type Place = Pick<Row<'contacts'>, 'kind' | 'lane'>;

/**
 * The host to which a contact's notices go, which is its own or what the owner has set. The host alone: the rest
 * of an address is secret. Null if the setting was removed.
 */
export function providerHost(ways: Ways, { kind, lane }: Place): string | null {
  const [, own] = lane.split(' ');
  return own ?? (isContactKind(kind) ? wayOf(kind).host(ways) : null);
}
