/** What is known of the bots that people are reached by, in memory. */
import type { BotStates } from './pairing-schema.ts';
import type { Ways } from './ways.ts';

export type Bot = { name: string | null; problem: string | null };
export type Bots = Record<'telegram', Bot>;

export const newBots = (): Bots => ({ telegram: { name: null, problem: null } });

/** What works, and what doesn't and why. */
export const botStates = ({ bots, ways }: { bots: Bots; ways: Ways }): BotStates => ({
  telegram: { isSet: ways.telegramToken !== null, ...bots.telegram },
});
