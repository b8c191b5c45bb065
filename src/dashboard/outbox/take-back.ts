import { useLocation } from 'wouter';
import { useAnswers } from './context.ts';

/** Takes an answer back, or the newest, and shows its question as it was left. */
export function useTakeBack() {
  const answers = useAnswers();
  const [location, go] = useLocation();
  return async (id?: string) => {
    const unsent = await answers.takeBack(id);
    if (!unsent || location === `/c/${unsent.channelId}`) return;
    if (location !== `/m/${unsent.id}`) go(`/m/${unsent.id}`);
  };
}
