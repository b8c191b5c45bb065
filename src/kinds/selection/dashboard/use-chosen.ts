import { useState } from 'react';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { Sending } from '../../../dashboard/reviews/sending.tsx';
import type { Item } from './rows.tsx';

/** Keeps which items are chosen, and sends them: one when it is chosen, several afterwards. */
export function useChosen(messageId: string, items: readonly Item[], sending: Sending) {
  const [chosen, setChosen] = useDraft<string[]>(messageId, []);
  /** Whether the person sent with none chosen. */
  const [isEmpty, setIsEmpty] = useState(false);

  const sendOne = (id: string) => {
    setChosen([id]);
    sending.send({ selectedIds: [id] }, { isSure: true });
  };
  const pick = (id: string) => {
    setIsEmpty(false);
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    return () => setChosen(chosen);
  };
  const send = () => {
    // In the order of the items, not in the order of the presses.
    const selectedIds = items.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (selectedIds.length === 0) return setIsEmpty(true);
    sending.send({ selectedIds }, { isSure: true });
  };
  return { chosen, isEmpty, pick, sendOne, send };
}
