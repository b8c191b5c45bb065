/** The pending questions: the list, and the open question beside it; on a phone, one of the two. */
import { useEffect } from 'react';
import type { PageProps } from '../app/page-props.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { useIsWide } from '../look/use-is-wide.ts';
import { Trace } from '../outbox/trace.tsx';
import { sweepDrafts } from '../reviews/drafts.ts';
import { Hints } from './hints.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { Question } from './question.tsx';
import { QuestionList } from './question-list.tsx';
import { useWaiting } from './use-waiting.ts';

export default function WaitingPage({ params: { id } }: PageProps) {
  const isPhone = !useIsWide();
  const { isEmpty, isMarking, list, question } = useWaiting(id, isPhone);
  const me = useMe().id;
  useEffect(() => sweepDrafts(me), [me]);

  if (isEmpty && id === undefined) return <NothingWaits />;
  return (
    <div className="inbox" data-shows={isPhone ? (id === undefined ? 'list' : 'question') : 'both'}>
      {id === undefined && <PageTitle>Inbox</PageTitle>}
      {(!isPhone || id === undefined) && <QuestionList {...list} />}
      {id !== undefined && <Question key={id} id={id} isAlone={isPhone} {...question} />}
      {isPhone ? <Trace /> : <Foot id={isMarking ? undefined : id} />}
    </div>
  );
}

const Foot = ({ id }: { id: string | undefined }) => (
  <div className="inbox-foot">
    <Trace />
    <Hints id={id} />
  </div>
);
