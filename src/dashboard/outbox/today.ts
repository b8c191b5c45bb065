import { keep, keptKey, readKept } from '../data/kept.ts';

type Answered = { day: string; count: number };

/** Counts the questions that this person has answered today in this browser. */
export function answeredToday(userId: string): number {
  const kept = readKept<Answered>(keptKey(userId, 'answered'));
  return kept?.day === today() ? kept.count : 0;
}

export function countAnswered(userId: string): void {
  keep(keptKey(userId, 'answered'), { day: today(), count: answeredToday(userId) + 1 });
}

const today = () => new Date().toDateString();
