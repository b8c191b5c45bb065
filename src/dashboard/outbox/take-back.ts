import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useKeyboard } from '../keys/use-keys.tsx';
import { useAnswers } from './context.ts';
import { canBeTakenBack, type Unsent } from './unsent.ts';

/** Takes an answer back, or the newest, and shows its question as it was left. */
export function useTakeBack() {
  const answers = useAnswers();
  const [location, go] = useLocation();
  return async (id?: string) => {
    const unsent = await answers.takeBack(id);
    // Of several questions none is shown before the others.
    if (!unsent || unsent.group || location === `/c/${unsent.channelId}`) return;
    // The list of pending questions stays as narrow as it is.
    const query = /^\/(m\/|$)/.test(location) ? window.location.search : '';
    if (location !== `/m/${unsent.id}`) go(`/m/${unsent.id}${query}`);
  };
}

/** What the keys of a word had chosen, before it was known for one, is taken back. */
export function useTakeBackOfWords(): void {
  const answers = useAnswers();
  const keyboard = useKeyboard();
  const takeBack = useTakeBack();
  useEffect(() => {
    const takeBackSince = async (since: number) => {
      const unmeant = answers.store.get().filter((one) => isUnmeant(one, since));
      if (unmeant.length > 0) keyboard.ignored();
      for (const { id } of unmeant.toReversed()) await takeBack(id);
    };
    return keyboard.onTyped((from) => void takeBackSince(performance.timeOrigin + from));
  });
}

const isUnmeant = (unsent: Unsent, since: number) =>
  canBeTakenBack(unsent) && unsent.chosenAt >= since;
