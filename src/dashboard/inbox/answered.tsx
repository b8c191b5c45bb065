import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { whoOf } from '../../core/audit/words.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { EndTabs } from '../app/bottom-bar.tsx';
import { endedAt, placeAt } from '../../core/reviews/ended.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessages } from '../data/messages.ts';
import { titleOf } from '../data/reviews.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { dayName } from '../look/clock.ts';
import { Moment } from '../look/moment.tsx';
import { Empty } from '../look/parts.tsx';
import { answerLine, commentLine } from '../reviews/answer-words.ts';
import { kindWord } from '../reviews/kind.ts';
import { EndingSign, EndingWords, endingOf } from '../reviews/verdict.tsx';
import { isLocalAnswer, NOT_LOGGED_IN } from '../reviews/when.ts';
import { useRetractedBeside } from './use-retracted-beside.ts';

type End = 'completed' | 'expired';

export default function AnsweredPage() {
  const [end, setEnd] = useState<End>('completed');
  return (
    <div className="page answered">
      <PageTitle>Answered</PageTitle>
      <EndTabs />
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
      <EndedList key={end} end={end} />
    </div>
  );
}

type Ended = Message | Retracted;

const timeOf = (one: Ended): string =>
  'at' in one ? one.at : ((one.review && endedAt(one.review)) ?? one.updatedAt);
const placeOf = (one: Ended) => placeAt(timeOf(one), one.id);

/** The questions that ended one way, by the day on which they did, the latest first. */
function EndedList({ end }: { end: End }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useMessages({
    review: end,
    order: 'ended',
  });
  const answered = data?.pages.flatMap((page) => page.data) ?? [];
  const retracted = useRetractedBeside(answered, { hasNextPage, enabled: end === 'completed' });
  const messages = [...answered, ...retracted].sort((one, other) =>
    placeOf(one) < placeOf(other) ? 1 : -1,
  );
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
  const days = Map.groupBy(messages, (message) => new Date(timeOf(message)).toDateString());
  return (
    <>
      {[...days].map(([day, ended]) => (
        <section key={day}>
          <h2 className="answered-day">{dayName(day)}</h2>
          <ul>
            {ended.map((message) =>
              'at' in message ? (
                <RetractedRow key={message.id} retracted={message} isChosen={message === chosen} />
              ) : (
                <Row key={message.id} message={message} isChosen={message === chosen} />
              ),
            )}
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
  const ending = endingOf(review);
  return (
    <li ref={inView(isChosen)} className="answered-row" data-open={isChosen || undefined}>
      <EndingSign ending={ending} />
      <span className="answered-words">
        <Link href={`/m/${message.id}`} className="answered-title cut">
          <bdi>{titleOf(message).slice(0, 300)}</bdi>
        </Link>
        <span className="meta cut">
          <bdi>{name}</bdi> · {kindWord(review.type).toLowerCase()}
        </span>
      </span>
      <span className="answered-end">
        <span className="cut">
          <EndingWords ending={ending}>
            {isCompleted ? answerLine(review).slice(0, 200) : 'Nobody answered'}
          </EndingWords>{' '}
          <bdi>{commentLine(review)}</bdi>
        </span>
        <span className="meta cut">
          {isCompleted && <bdi>{review.respondedBy?.name} · </bdi>}
          <Moment at={timeOf(message)} />
        </span>
        {isLocalAnswer(review.respondedBy) && (
          <span className="meta cut is-warning">{NOT_LOGGED_IN}</span>
        )}
      </span>
    </li>
  );
}

/** Its words are gone; what was decided is not. */
function RetractedRow({ retracted, isChosen }: { retracted: Retracted; isChosen: boolean }) {
  const { id, channelId, type, selectedOption, respondedBy, retractedBy, at } = retracted;
  const name = useChannel(channelId)?.name;
  return (
    <li ref={inView(isChosen)} className="answered-row" data-open={isChosen || undefined}>
      <EndingSign ending="retracted" />
      <span className="answered-words">
        <Link href={`/m/${id}`} className="answered-title cut">
          Retracted by <bdi>{inSentence(whoOf(retractedBy))}</bdi>
        </Link>
        <span className="meta cut">
          <bdi>{name}</bdi> · {kindWord(type).toLowerCase()} · retracted <Moment at={at} />
        </span>
      </span>
      <span className="answered-end">
        {respondedBy ? (
          <span className="cut">
            <EndingWords ending="retracted">{selectedOption ?? 'Answered'}</EndingWords>
          </span>
        ) : (
          <span>Nobody answered</span>
        )}
        <span className="meta cut">
          <bdi>{respondedBy?.name}</bdi>
        </span>
      </span>
    </li>
  );
}

const inSentence = (who: string) => who.replace(/^(Key|This|The) /, (word) => word.toLowerCase());

const inView = (isChosen: boolean) => (row: HTMLLIElement | null) => {
  if (isChosen) row?.scrollIntoView({ block: 'nearest' });
};

const RowsSkeleton = () => (
  <div aria-hidden="true">
    {[70, 50, 62].map((width) => (
      <div key={width} className="answered-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
