/** Asks once, after the first answer, whether to show notifications. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMe } from '../data/session.ts';
import { useStore } from '../live/store.ts';
import { useAnswers } from '../outbox/context.ts';
import { keepChoice, readChoice, type Wish } from './choice.ts';
import { askPermission, type Permission, usePermission } from './permission.ts';
import { Why } from './why.tsx';

export default function AskToNotify() {
  const { id: userId } = useMe();
  const answered = useStore(useAnswers().last);
  const [isAsking, setIsAsking] = useState(false);
  const [got, setGot] = useState<Permission>('default');
  const permission = usePermission();
  const mayAsk = permission === 'default' || permission === 'granted';
  useEffect(() => {
    if (answered !== null && mayAsk && readChoice(userId) === null) setIsAsking(true);
  }, [answered, mayAsk, userId]);
  if (!isAsking) return null;

  const choose = async (wish: Wish) => {
    keepChoice(userId, { wish });
    const now = wish === 'never' ? 'granted' : await askPermission();
    setGot(now);
    if (now === 'granted') setIsAsking(false);
  };
  return (
    <section className="ask-to-notify" aria-label="Notifications">
      <div role="status">
        {got === 'default' && <p>Get notified when an agent asks a question?</p>}
        <Why permission={got} />
      </div>
      {got === 'default' ? (
        <div className="buttons buttons-start">
          <Choose onPress={() => void choose('all')}>All questions</Choose>
          <Choose onPress={() => void choose('soon')}>Expiring soon</Choose>
          <Choose onPress={() => void choose('never')}>Never</Choose>
        </div>
      ) : (
        <Choose onPress={() => setIsAsking(false)}>Close</Choose>
      )}
    </section>
  );
}

const Choose = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <Button variant="default" size="xs" onClick={onPress}>
    {children}
  </Button>
);
