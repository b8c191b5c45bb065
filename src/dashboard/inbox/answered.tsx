/** What was decided: the list, and beside it the question that was opened in it. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { useIsWide } from '../look/use-is-wide.ts';
import { EndedList } from './ended-list.tsx';
import { Hints } from './hints.tsx';
import { Question } from './question.tsx';
import { type End, useEnded } from './use-ended.ts';

const HOME = '/answered';

export default function AnsweredPage({ params: { id } }: PageProps) {
  const end: End =
    new URLSearchParams(useSearch()).get('ended') === 'expired' ? 'expired' : 'completed';
  const [path, go] = useLocation();
  const isWide = useIsWide();
  const [chosen, choose] = useState(id);
  // What was open stays chosen when it is closed.
  if (id !== undefined && id !== chosen) choose(id);
  const list = useEnded(end, chosen);
  const { next, previous } = list;
  const pathTo = (to: string) => `${HOME}/${to}${queryOf(end)}`;
  const home = `${HOME}${queryOf(end)}`;
  const open = (to: string) => go(pathTo(to), { replace: id !== undefined });
  const walk = id === undefined ? choose : open;
  useKeys('Answered', {
    ...(next !== undefined && { j: ['Next', () => walk(next)] }),
    ...(previous !== undefined && { k: ['Previous', () => walk(previous)] }),
    ...(id === undefined && list.chosen && { Enter: ['Open', () => chosen && open(chosen)] }),
    ...(id !== undefined && { Escape: ['Back to Answered', () => go(home)] }),
  });
  const rows = <EndedList key={end} {...{ end, list, pathTo }} />;
  const ends = <Ends end={end} onEnd={(to) => go(`${path}${queryOf(to)}`, { replace: true })} />;

  if (id === undefined) {
    return (
      <div className="page answered">
        <PageTitle>Answered</PageTitle>
        <EndTabs />
        <header className="page-title">
          <h1>Answered</h1>
          {ends}
          <Jump />
        </header>
        {rows}
      </div>
    );
  }
  return (
    <div className="inbox" data-shows={isWide ? 'both' : 'question'}>
      {isWide && (
        <section className="inbox-list answered" aria-label="Answered questions">
          <header className="inbox-bar">
            <h1 className="inbox-heading">Answered</h1>
            {ends}
          </header>
          <div className="inbox-rows">{rows}</div>
        </section>
      )}
      <Question
        key={id}
        id={id}
        place={{ at: 0, count: 0, previous, next }}
        list={{ home, pathTo }}
        isAlone={!isWide}
        onAnswered={() => undefined}
      />
      {isWide && (
        <div className="inbox-foot">
          <Hints id={id} />
        </div>
      )}
    </div>
  );
}

const queryOf = (end: End) => (end === 'expired' ? '?ended=expired' : '');

const Ends = ({ end, onEnd }: { end: End; onEnd: (end: End) => void }) => (
  <SegmentedControl
    size="xs"
    aria-label="How they ended"
    data={[
      { value: 'completed', label: 'Answered' },
      { value: 'expired', label: 'Expired' },
    ]}
    value={end}
    onChange={(value) => onEnd(value as End)}
  />
);
