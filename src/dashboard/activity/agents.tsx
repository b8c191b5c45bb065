import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { serverNow } from '../../client/clock.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { lastSeen } from '../../core/spans.ts';
import { useChannels } from '../data/channels.ts';
import { usePendingCount } from '../data/reviews.ts';
import { wholeTime } from '../look/clock.ts';
import { Bubble } from '../look/icons.tsx';
import { Empty, statusWord } from '../look/parts.tsx';
import { useSecondly } from '../look/use-secondly.ts';

const FIRST = 12;
/** Agents that need a person come first. */
const order: (Agent['status'] | null)[] = ['error', 'busy', 'active', 'offline', null];

/** The current agents, those in trouble first. */
export function Agents() {
  const { data: channels, error } = useChannels();
  const [isAll, setIsAll] = useState(false);
  if (!channels) return error ? <Unread error={error} /> : <AgentsSkeleton />;
  if (channels.length === 0) {
    return (
      <Empty title="No agents yet" icon={<Bubble size={28} />}>
        Every agent has a channel. Its status appears here once it reports one.
      </Empty>
    );
  }
  const sorted = channels.toSorted(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) || one.name.localeCompare(other.name),
  );
  return (
    <>
      <ul className="agents">
        {(isAll ? sorted : sorted.slice(0, FIRST)).map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
      {!isAll && sorted.length > FIRST && (
        <Button variant="default" size="xs" onClick={() => setIsAll(true)}>
          Show all {sorted.length}
        </Button>
      )}
    </>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const { id, name, status, statusMessage, lastActiveAt } = agent;
  const waiting = usePendingCount(id);
  return (
    <li>
      <Link href={`/c/${id}`} className="agent">
        <span className="dot" data-status={status ?? 'none'} aria-hidden="true" />
        <span className="agent-name cut">{name}</span>
        <span className="agent-status" data-status={status ?? 'none'}>
          {statusWord(status)}
        </span>
        <span className="agent-message cut soft">{statusMessage}</span>
        <span className="agent-waiting meta">{waiting > 0 ? `${waiting} pending` : ''}</span>
        <span className="agent-seen meta">
          {lastActiveAt && <Seen at={lastActiveAt} status={status} />}
        </span>
      </Link>
    </li>
  );
}

function Seen({ at, status }: { at: string; status: Agent['status'] }) {
  const words = useSecondly(() => lastSeen(at, serverNow(), status === 'offline'));
  return (
    <time dateTime={at} title={wholeTime(at)}>
      {words}
    </time>
  );
}

const Unread = ({ error }: { error: Error }) => (
  <p className="refusal" role="alert">
    Couldn't load agents: {error.message}
  </p>
);

const AgentsSkeleton = () => (
  <ul className="agents" aria-hidden="true">
    {[150, 110, 130].map((width) => (
      <li key={width} className="agent">
        <span className="skeleton" style={{ width }} />
      </li>
    ))}
  </ul>
);
