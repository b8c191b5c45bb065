/** The state of the bots that notify people, in memory. */
import type { BotStates } from './pairing-schema.ts';
import type { Ways } from './ways.ts';

export type Bot = { name: string | null; problem: string | null };
export type Bots = Record<'telegram' | 'slack', Bot>;

export const newBots = (): Bots => ({
  telegram: { name: null, problem: null },
  slack: { name: null, problem: null },
});

/** Returns which bots are set, and the problem of each that does not work. */
export const botStates = ({ bots, ways }: { bots: Bots; ways: Ways }): BotStates => ({
  telegram: { isSet: ways.telegramToken !== null, ...bots.telegram },
  slack: {
    isSet: ways.slackAppToken !== null && ways.slackBotToken !== null,
    ...bots.slack,
  },
});
