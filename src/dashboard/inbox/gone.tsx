import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import { whoOf } from '../../core/audit/words.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { useRetraction } from '../data/retracted.ts';
import { when } from '../look/clock.ts';
import { Empty } from '../look/parts.tsx';

/** Where to continue. */
type Props = { id: string; isAlone: boolean; to: string; label: string };

/** Shown instead of a deleted question: who retracted it, and when. */
export default function Gone({ id, isAlone, to, label }: Props) {
  const { data: retraction, isPending } = useRetraction(id);
  if (isPending) return <div className="question" />;
  return (
    <div className="question" role="status">
      <Empty
        as={isAlone ? 'h1' : 'h2'}
        title={retraction ? 'This question was retracted' : 'Question not available'}
      >
        {retraction ? wordsOf(retraction) : 'Its channel was deleted, or the link is wrong.'}{' '}
        <Link href={to}>{label}</Link>
      </Empty>
    </div>
  );
}

function wordsOf({ retractedBy, at, respondedBy, selectedOption }: Retracted): string {
  const retracted = `${whoOf(retractedBy)} retracted it (${when(at)}).`;
  if (!respondedBy) return `${retracted} Nobody had answered.`;
  const choice = selectedOption === null ? '' : ` with “${selectedOption}”`;
  return `${retracted} Before that, ${shownName(respondedBy)} had answered${choice}.`;
}
