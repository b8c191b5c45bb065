import { useState } from 'react';
import { Link } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { Dialog } from '../keys/dialogs.tsx';
import { Warning } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { isUnreached, reachWords } from './reach-words.ts';

const Notices = lazyPreloadable(() => import('./notices.tsx'));

/** How far a question has come; opens who was notified. */
export function ReachLine({ id, review }: Pick<Message, 'id' | 'review'>) {
  const [isOpened, setIsOpened] = useState(false);
  if (!review?.openedAt) return null;
  const isWarning = isOpen(review) && isUnreached(review.reach);
  // In a new inbox nobody is missed: there is nobody but the owner, who reads this.
  if (isWarning && review.reach.setUp === false) {
    return (
      <Link href="/settings/notifications" className="reach-line">
        Get notified on your phone
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        className="reach-line"
        data-warning={isWarning || undefined}
        aria-haspopup="dialog"
        onClick={() => setIsOpened(true)}
      >
        {isWarning && <Warning size={13} />}
        {reachWords(review.reach, isOpen(review))}
      </button>
      <Dialog
        opened={isOpened}
        onClose={() => setIsOpened(false)}
        title="Notifications of this question"
        size="lg"
      >
        <Notices id={id} reach={review.reach} />
      </Dialog>
    </>
  );
}
