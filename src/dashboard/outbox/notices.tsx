/** Shows the result of an answer to a person who has moved on to another question. */

import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import type { Message } from '../../core/messages/schema.ts';
import { withdrawnLine } from '../../core/reviews/ended.ts';
import { answerLine, isDecision } from '../../core/reviews/kinds/answer-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { when } from '../look/clock.ts';
import { isLocalAnswer, NOT_LOGGED_IN } from '../reviews/when.ts';
import type { Outcome } from './outcome.ts';
import { recordUnsaved, type Unsaved } from './outcome.ts';
import type { Group, Unsent } from './unsent.ts';

export function showFailed(unsent: Unsent, outcome: Outcome): void {
  const { id, title, chosen, group } = unsent;
  if (group) {
    showUnsaved(group, recordUnsaved(group, { unsent, outcome }));
    return;
  }
  const isLate = outcome.is === 'late' || outcome.is === 'gone';
  notifications.show({
    title: isLate ? 'Already closed' : "Your answer wasn't saved",
    color: isLate ? 'blue' : 'red',
    autoClose: false,
    message: (
      <>
        <bdi>{title}</bdi>: {sentenceOf(outcome, chosen)} <Link href={`/m/${id}`}>Open</Link>
      </>
    ),
  });
}

/** One list for all of a press, which grows with each response. */
function showUnsaved({ id, count }: Group, unsaved: Unsaved[]): void {
  const notification = {
    id: `untaken ${id}`,
    title: `${unsaved.length} of ${count} not saved`,
    color: 'red',
    autoClose: false,
    message: (
      <ul className="bulk-failed">
        {unsaved.map(({ unsent, outcome }) => (
          <li key={unsent.id}>
            <bdi>{unsent.title}</bdi>: {sentenceOf(outcome, unsent.chosen)}{' '}
            <Link href={`/m/${unsent.id}`}>Open</Link>
          </li>
        ))}
      </ul>
    ),
  } as const;
  if (unsaved.length === 1) notifications.show(notification);
  else notifications.update(notification);
}

function sentenceOf(outcome: Outcome, chosen: string): string {
  if (outcome.is === 'refused') return outcome.reason;
  const lost = `Your answer (${chosen}) was not saved.`;
  if (outcome.is === 'late') return `${howItEnded(outcome.message)}. ${lost}`;
  return `The question is no longer available. ${lost}`;
}

/** `Ana rejected this at 15:45`. */
export function howItEnded({ review }: Message): string {
  if (review?.withdrawn) {
    return withdrawnLine(review, `This question was withdrawn at ${when(review.withdrawn.at)}`);
  }
  if (!review || review.status === 'expired') {
    return `This question expired${review?.expiresAt ? ` at ${when(review.expiresAt)}` : ''}`;
  }
  const { respondedBy, respondedAt } = review;
  const at = respondedAt ? ` at ${when(respondedAt)}` : '';
  if (review.automatic) return `Answered automatically${at}: “${answerLine(review)}”`;
  const means = isLocalAnswer(respondedBy) ? `, ${NOT_LOGGED_IN}` : '';
  return `${respondedBy ? shownName(respondedBy) : 'Someone'} ${actionOf(review)}${at}${means}`;
}

function actionOf(review: Review): string {
  switch (review.verdict) {
    case 'dismissed':
      return 'dismissed this';
    case 'approved':
      return 'approved this';
    case 'rejected':
      return 'rejected this';
    case 'changes-requested':
      return 'requested changes';
    default:
      return isDecision(review) ? `chose “${answerLine(review)}”` : 'answered this';
  }
}
