import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { AuditEntry } from '../../core/audit/schema.ts';
import { type Around, wordsOf } from '../../core/audit/words.ts';
import { Ago } from '../look/ago.tsx';
import { wholeTime } from '../look/clock.ts';
import { Foldout } from '../look/foldout.tsx';
import type { Narrow } from './use-filter.ts';

type Props = { entry: AuditEntry; around: Around; set: Narrow['set'] };

/** An entry as a sentence, with its details when opened. */
export function EntryRow({ entry, around, set }: Props) {
  const { who, did } = wordsOf(entry, around);
  const { at, address, via } = entry;
  const line = (
    <>
      <span className="audit-words">
        <bdi className="audit-who">{who}</bdi> <bdi>{did}</bdi>
      </span>
      <span className="meta audit-where cut">{[via, address].filter(Boolean).join(' · ')}</span>
      <span className="meta audit-when foldout-when">
        <Ago at={at} />
      </span>
    </>
  );
  return (
    <Foldout className="audit-entry" line={line}>
      <Details entry={entry} set={set} />
    </Foldout>
  );
}

function Details({ entry, set }: Omit<Props, 'around'>) {
  const { seq, at, action, actor, subject, detail, previous, hash } = entry;
  const facts: [name: string, value: string | null][] = [
    ['Time', wholeTime(at)],
    ['Action', action],
    ['By', [actor.kind, actor.id].filter(Boolean).join(' ')],
    ['On', [subject.kind, subject.id].filter(Boolean).join(' ')],
    ['Entry', `${seq}`],
    ['Hash', hash],
    ['Previous', previous],
  ];
  const { id: actorId } = actor;
  const { id: subjectId } = subject;
  return (
    <>
      <dl className="audit-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {Object.keys(detail).length > 0 && (
        <pre className="foldout-code">{JSON.stringify(detail, null, 2)}</pre>
      )}
      <div className="buttons buttons-start">
        {actorId && (
          <Button size="xs" variant="default" onClick={() => set('actor', actorId)}>
            Only by {actor.name ?? 'this actor'}
          </Button>
        )}
        {subjectId && (
          <Button size="xs" variant="default" onClick={() => set('subject', subjectId)}>
            Only this {subject.kind}
          </Button>
        )}
        {subject.kind === 'message' && <Link href={`/m/${subjectId}`}>View question</Link>}
      </div>
    </>
  );
}
