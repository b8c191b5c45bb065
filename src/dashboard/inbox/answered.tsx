import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessages } from '../data/messages.ts';
import { titleOf } from '../data/reviews.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { Check, Clock } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { answerLine } from '../reviews/answer-words.ts';
import { kindWord } from '../reviews/kind.ts';
import { when } from '../reviews/when.ts';

type End = 'completed' | 'expired';

export default function AnsweredPage() {
  const [end, setEnd] = useState<End>('completed');
  return (
    <div className="page answered">
      <PageTitle>Answered</PageTitle>
      <header className="page-title">
        <h1>Answered</h1>
        <SegmentedControl
          size="xs"
          aria-label="How they ended"
          data={[
            { value: 'completed', label: 'Answered' },
            { value: 'expired', label: 'Expired' },
          ]}
          value={end}
          onChange={(value) => setEnd(value as End)}
        />
      </header>
      <Ended key={end} end={end} />
    </div>
  );
}

/** The questions that ended one way, newest first, by day. */
function Ended({ end }: { end: End }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useMessages({ review: end });
  const messages = data?.pages.flatMap((page) => page.data) ?? [];
  const [at, setAt] = useState(-1);
  const [, go] = useLocation();
  const chosen = messages[at];
  useKeys('Answered', {
    ...(at < messages.length - 1 && { j: ['Next', () => setAt(at + 1)] }),
    ...(at > 0 && { k: ['Previous', () => setAt(at - 1)] }),
    ...(chosen && { Enter: ['Open', () => go(`/m/${chosen.id}`)] }),
  });
  if (!data) return <RowsSkeleton />;
  if (messages.length === 0) return <None end={end} />;
  const days = Map.groupBy(messages, ({ createdAt }) => new Date(createdAt).toDateString());
  return (
    <>
      {[...days].map(([day, asked]) => (
        <section key={day}>
          <h2 className="answered-day">{dayName(day)}</h2>
          <ul>
            {asked.map((message) => (
              <Row key={message.id} message={message} isChosen={message === chosen} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          className="answered-more"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
    </>
  );
}

const None = ({ end }: { end: End }) =>
  end === 'completed' ? (
    <Empty title="Nothing answered yet">What you and others decide is kept here.</Empty>
  ) : (
    <Empty title="Nothing has expired">Each question was answered in time.</Empty>
  );

function Row({ message, isChosen }: { message: Message; isChosen: boolean }) {
  const name = useChannel(message.channelId)?.name;
  const { review } = message;
  if (!review) return null;
  const isCompleted = review.status === 'completed';
  const scroll = (row: HTMLLIElement | null) => {
    if (isChosen) row?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <li ref={scroll} className="answered-row" data-open={isChosen || undefined}>
      <span className="answered-sign">
        {isCompleted ? <Check size={16} /> : <Clock size={16} />}
      </span>
      <span className="answered-words">
        <Link href={`/m/${message.id}`} className="answered-title cut">
          <bdi>{titleOf(message).slice(0, 300)}</bdi>
        </Link>
        <span className="meta cut">
          <bdi>{name}</bdi> · {kindWord(review.type).toLowerCase()}
        </span>
      </span>
      <span className="answered-end">
        <bdi className="cut">
          {isCompleted ? answerLine(review).slice(0, 200) : 'Nobody answered'}
        </bdi>
        <span className="meta cut">
          {isCompleted && <bdi>{review.respondedBy?.name} · </bdi>}
          {when(review.respondedAt ?? review.expiresAt ?? message.updatedAt)}
        </span>
      </span>
    </li>
  );
}

const RowsSkeleton = () => (
  <div aria-hidden="true">
    {[70, 50, 62].map((width) => (
      <div key={width} className="answered-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);

const names = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

function dayName(day: string): string {
  const today = new Date();
  if (day === today.toDateString()) return 'Asked today';
  today.setDate(today.getDate() - 1);
  if (day === today.toDateString()) return 'Asked yesterday';
  return `Asked ${names.format(new Date(day))}`;
}
