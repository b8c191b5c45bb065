/** Logs out, and asks once before it deletes unsent answers and drafts. */
import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { forgetPerson, keysOf } from '../data/kept.ts';
import { useLogOut, useMe } from '../data/session.ts';
import { Dialog } from '../keys/dialogs.tsx';
import { useAnswers } from './context.ts';

const LogOut = createContext<() => void>(() => {});
export const useAskLogOut = (): (() => void) => useContext(LogOut);

export function LogOutProvider({ children }: { children: ReactNode }) {
  const { id: userId } = useMe();
  const answers = useAnswers();
  const logOut = useLogOut(() => {
    answers.forget();
    forgetPerson(userId);
  });
  const [lost, setLost] = useState<string | null>(null);
  const ask = async () => {
    await answers.flush();
    const words = lostWords(userId);
    if (words === null) logOut.mutate();
    else setLost(words);
  };
  return (
    <LogOut value={() => void ask()}>
      {children}
      <Dialog opened={lost !== null} onClose={() => setLost(null)} title="Log out?">
        <div className="stack">
          <p>Logging out deletes {lost} from this browser.</p>
          <div className="buttons">
            <Button variant="default" onClick={() => setLost(null)} data-autofocus>
              Cancel
            </Button>
            <Button color="red" onClick={() => logOut.mutate()} loading={logOut.isPending}>
              Log out and delete
            </Button>
          </div>
        </div>
      </Dialog>
    </LogOut>
  );
}

function lostWords(userId: string): string | null {
  const answers = keysOf(userId, 'answer').length;
  const messages = keysOf(userId, 'messages').length;
  const drafts = keysOf(userId, 'draft').length + keysOf(userId, 'message-draft').length;
  const parts = [
    counted(answers, 'unsent answer'),
    counted(messages, 'channel with unsent messages', 'channels with unsent messages'),
    counted(drafts, 'draft'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' and ');
}

const counted = (count: number, one: string, more = `${one}s`) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`;
