import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { chosenSince } from '../../client/undo.ts';
import { useKeyboard } from '../keys/use-keys.tsx';
import { useAnswers } from './context.ts';
import { canBeTakenBack } from './unsent.ts';

/** Undoes an answer, or the newest, and shows its question as it was. */
export function useTakeBack() {
  const answers = useAnswers();
  const [location, go] = useLocation();
  return async (id?: string) => {
    const unsent = await answers.takeBack(id);
    // No question is shown in particular if there are several.
    if (!unsent || unsent.group || location === `/c/${unsent.channelId}`) return;
    // Keeps the filters of the pending questions.
    const query = /^\/(m\/|$)/.test(location) ? window.location.search : '';
    if (location !== `/m/${unsent.id}`) go(`/m/${unsent.id}${query}`);
  };
}

/** Undoes what keys had chosen before they turned out to be a typed word. */
export function useTakeBackOfWords(): void {
  const answers = useAnswers();
  const keyboard = useKeyboard();
  const takeBack = useTakeBack();
  useEffect(() => {
    const takeBackSince = async (since: number) => {
      const unmeant = chosenSince(answers.store.get().filter(canBeTakenBack), since);
      if (unmeant.length > 0) keyboard.ignored();
      for (const { id } of unmeant) await takeBack(id);
    };
    return keyboard.onTyped((from) => void takeBackSince(performance.timeOrigin + from));
  });
}
