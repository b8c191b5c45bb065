import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import type { AuditEntry } from '../../core/audit/schema.ts';
import { inSentence, whoOf, wordsOf } from '../../core/audit/words.ts';
import type { Message } from '../../core/messages/schema.ts';
import { sourceLine } from '../../core/messages/source.ts';
import { titleOf } from '../../core/messages/title.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { whyWithdrawn } from '../../core/reviews/ended.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { useChannel } from '../data/channels.ts';
import { clockTime, wholeTime } from '../look/clock.ts';
import { Bubble, Hook, KeyIcon, Lock, Pause, Person } from '../look/icons.tsx';
import {
  answeredPath,
  EndingSign,
  EndingWords,
  endingOf,
  endingWord,
} from '../reviews/verdict.tsx';
import { type ChangeKind, kindOfAction } from './kinds.ts';
import type { Happening } from './merge.ts';

const LONGEST = 300;

export function FeedRow({ happening }: { happening: Happening }) {
  if ('message' in happening) {
    const { message, at, count } = happening;
    return count === 1 ? (
      <EndedRow message={message} at={at} />
    ) : (
      <SessionRow message={message} at={at} count={count} />
    );
  }
  if ('retracted' in happening) return <RetractedRow retracted={happening.retracted} />;
  return <ChangeRow entry={happening.entry} />;
}

type RowProps = { at: string; sign: ReactNode; where: ReactNode; children: ReactNode };

const Row = ({ at, sign, where, children }: RowProps) => (
  <li className="feed-row">
    <time className="feed-time meta" dateTime={at} title={wholeTime(at)}>
      {clockTime(at)}
    </time>
    {sign}
    <span className="feed-words">{children}</span>
    <span className="feed-where meta cut">{where}</span>
  </li>
);

const EndedRow = memo(({ message, at }: { message: Message; at: string }) => {
  const { review, channelId } = message;
  const channel = useChannel(channelId)?.name;
  if (!review) return null;
  const ending = endingOf(review);
  const isAnswered = review.status === 'completed';
  const href = answeredPath(message);
  return (
    <Row at={at} sign={<EndingSign ending={ending} />} where={<bdi>{channel}</bdi>}>
      <Link href={href} className="feed-link feed-title cut">
        <bdi>{titleOf(message).slice(0, LONGEST)}</bdi>
      </Link>
      <span className="cut">
        <EndingWords ending={ending}>
          {isAnswered ? answerLine(review).slice(0, LONGEST) : endingWord(ending)}
        </EndingWords>
        {isAnswered && review.automatic && <span className="soft"> · automatic</span>}
        {review.respondedBy && <bdi className="soft"> · {shownName(review.respondedBy)}</bdi>}
        {review.withdrawn?.why && <bdi className="soft"> · {whyWithdrawn(review)}</bdi>}
      </span>
    </Row>
  );
});
EndedRow.displayName = 'EndedRow';

/** Several questions that an agent's session withdrew; the link opens the latest. */
function SessionRow({ message, at, count }: { message: Message; at: string; count: number }) {
  const channel = useChannel(message.channelId)?.name;
  return (
    <Row at={at} sign={<EndingSign ending="withdrawn" />} where={<bdi>{channel}</bdi>}>
      <Link href={answeredPath(message)} className="feed-link feed-title cut">
        <bdi>{sourceLine(message)}</bdi>
      </Link>
      <span className="cut">
        <EndingWords ending="withdrawn">{count} questions withdrawn</EndingWords>
      </span>
    </Row>
  );
}

/** The question's texts are gone. */
function RetractedRow({ retracted }: { retracted: Retracted }) {
  const { id, channelId, at, selectedOption, respondedBy, retractedBy } = retracted;
  const channel = useChannel(channelId)?.name;
  return (
    <Row at={at} sign={<EndingSign ending="retracted" />} where={<bdi>{channel}</bdi>}>
      <Link href={`/answered/${id}`} className="feed-link feed-title cut">
        Question retracted by <bdi>{inSentence(whoOf(retractedBy))}</bdi>
      </Link>
      {respondedBy && (
        <span className="cut">
          <EndingWords ending="retracted">{selectedOption ?? 'Answered'}</EndingWords>
          <bdi className="soft"> · {shownName(respondedBy)}</bdi>
        </span>
      )}
    </Row>
  );
}

const icons: Record<ChangeKind, typeof Hook> = {
  webhooks: Hook,
  channels: Bubble,
  keys: KeyIcon,
  people: Person,
  logins: Lock,
};

/** An audit entry, with a link to its subject. */
const ChangeRow = memo(({ entry }: { entry: AuditEntry }) => {
  const { who, did } = wordsOf(entry);
  const { at, action, via } = entry;
  const Icon = action === 'webhook.paused' ? Pause : icons[kindOfAction(action) ?? 'channels'];
  return (
    <Row
      at={at}
      where={via}
      sign={
        <span className="feed-sign" data-action={action}>
          {Icon && <Icon size={16} />}
        </span>
      }
    >
      <Link href={pathOf(entry)} className="feed-link cut">
        <bdi className="feed-who">{who}</bdi> <bdi>{did}</bdi>
      </Link>
    </Row>
  );
});
ChangeRow.displayName = 'ChangeRow';

function pathOf({ action, subject: { kind, id } }: AuditEntry): string {
  if (kind === 'channel' && action !== 'channel.deleted') return `/settings/channels/${id}`;
  return id === null ? `/activity/audit?action=${action}` : `/activity/audit?subject=${id}`;
}
