import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { ReviewRecord } from '../../core/reviews/schema.ts';
import { useRecord } from '../data/record.ts';
import { useMe } from '../data/session.ts';
import { exactTime, wholeTime } from '../look/clock.ts';
import { Fact } from '../reviews/fact.tsx';

/**
 * The record of a decision: who, by what means and credential, what was asked, and when the agent
 * was notified.
 */
export default function DecisionRecord({ message }: { message: Message }) {
  const { data: record } = useRecord(message.id);
  const isOwner = useMe().role === 'owner';
  if (!record || !message.review) return null;
  const { respondedBy, respondedAt, withdrawn, automatic, defaultReason } = message.review;
  const isDefault = automatic && !withdrawn;
  const { told, credential, questionDigest, answerDigest } = record;
  return (
    <details className="record">
      <summary>
        Record ·{' '}
        {withdrawn && !automatic ? (
          'withdrawn by its agent'
        ) : (
          <AgentNotified record={record} status={message.deliveryStatus} />
        )}
      </summary>
      <dl className="review-facts">
        {isDefault && <Fact name="Answered by" value="nobody (its default, given at expiry)" />}
        {isDefault && defaultReason && <Fact name="Reason" value={defaultReason} />}
        {respondedBy && <Fact name="Answered by" value={shownName(respondedBy)} />}
        {withdrawn && <Fact name="Withdrawn" value={wholeTime(withdrawn.at)} />}
        {respondedAt && <Fact name="Answered" value={wholeTime(respondedAt)} />}
        {respondedBy?.via && <Fact name="Via" value={respondedBy.via} />}
        {credential && <Fact name="Credential" value={credentialWords(credential)} />}
        {told && (
          <Fact name="Agent notified" value={`${wholeTime(told.at)}, ${notifiedBy[told.by]}`} />
        )}
        {questionDigest && <Fact name="Question SHA-256" value={questionDigest} />}
        {answerDigest && <Fact name="Answer SHA-256" value={answerDigest} />}
      </dl>
      {isOwner && <Link href={`/activity/audit?subject=${message.id}`}>View audit log</Link>}
    </details>
  );
}

type NotifiedProps = { record: ReviewRecord; status: Message['deliveryStatus'] };

function AgentNotified({ record: { told }, status }: NotifiedProps) {
  if (told) {
    return (
      <>
        agent notified{' '}
        <time dateTime={told.at} title={wholeTime(told.at)}>
          {exactTime(told.at)}
        </time>
      </>
    );
  }
  if (status === 'webhook_failed') return 'agent not notified: webhook failed';
  return status === 'sent' ? 'agent not notified yet' : 'agent notified';
}

const notifiedBy: Record<NonNullable<ReviewRecord['told']>['by'], string> = {
  webhook: 'by webhook',
  wait: 'by a wait request',
  read: 'when it read the question',
  ack: 'acknowledged',
  socket: 'by live connection',
  hook: 'by the answer to its hook',
  mcp: 'by the answer of a tool',
};

function credentialWords({ kind, name }: NonNullable<ReviewRecord['credential']>): string {
  if (kind === 'session') return 'browser session';
  if (kind === 'local') return 'none: from the server machine, not logged in';
  if (kind === 'contact') return name === null ? 'a removed contact' : `contact “${name}”`;
  return name === null ? 'a revoked token' : `token “${name}”`;
}
