/** Which questions this person wants notifications of, in this browser. */
import { keep, keptKey, readKept } from '../data/kept.ts';

export const wishes = ['all', 'soon', 'never'] as const;
export type Wish = (typeof wishes)[number];
export type Choice = {
  wish: Wish;
  /** Exceptions by channel id. */
  channels: Record<string, Wish>;
};

const keyOf = (userId: string) => keptKey(userId, 'desktop');

/** Null until the person has been asked. */
export const readChoice = (userId: string): Choice | null => readKept<Choice>(keyOf(userId));

export function keepChoice(userId: string, part: Partial<Choice>): Choice {
  const choice: Choice = { wish: 'never', channels: {}, ...readChoice(userId), ...part };
  keep(keyOf(userId), choice);
  return choice;
}

export const wishFor = (userId: string, channelId: string): Wish => {
  const choice = readChoice(userId);
  return choice?.channels[channelId] ?? choice?.wish ?? 'never';
};

const MOST_NOTIFIED = 500;

/** Marks a question as notified, so that no other tab repeats it. */
export function noteNotified(userId: string, id: string): void {
  const key = keptKey(userId, 'notified');
  keep(key, [...(readKept<string[]>(key) ?? []), id].slice(-MOST_NOTIFIED));
}

export const wasNotified = (userId: string, id: string): boolean =>
  readKept<string[]>(keptKey(userId, 'notified'))?.includes(id) ?? false;
