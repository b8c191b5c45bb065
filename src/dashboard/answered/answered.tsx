/** Past decisions: the list, and beside it the question opened from it. */
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import type { PageProps } from '../app/page-props.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useEndedTotal } from '../data/ended.ts';
import { Hints } from '../inbox/hints.tsx';
import { Question } from '../inbox/question.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { useIsWide } from '../look/use-is-wide.ts';
import { EndedList } from './ended-list.tsx';
import { Filters } from './filters.tsx';
import { useEnded } from './use-ended.ts';
import { type End, type Narrow, useFilter } from './use-filter.ts';

const HOME = '/answered';

export default function AnsweredPage({ params: { id } }: PageProps) {
  const narrow = useFilter();
  const search = useSearch();
  const query = search === '' ? '' : `?${search}`;
  const [, go] = useLocation();
  const isWide = useIsWide();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, choose] = useState(id);
  // A closed question stays selected.
  if (id !== undefined && id !== chosen) choose(id);
  const list = useEnded(narrow.filter, chosen);
  const { next, previous } = list;
  const pathTo = (to: string) => `${HOME}/${to}${query}`;
  const home = `${HOME}${query}`;
  const open = (to: string) => go(pathTo(to), { replace: id !== undefined });
  const show = id === undefined ? choose : open;
  const walk = (to: string) => () => {
    show(to);
    return () => (id === undefined ? choose(chosen) : open(id));
  };
  const isListShown = id === undefined || isWide;
  useKeys('Answered', {
    ...(next !== undefined && { j: ['Next', walk(next)] }),
    ...(previous !== undefined && { k: ['Previous', walk(previous)] }),
    ...(id === undefined && list.chosen && { Enter: ['Open', () => chosen && open(chosen)] }),
    ...(id !== undefined && { Escape: ['Back to Answered', () => go(home)] }),
    ...(isListShown && { '/': ['Search answered questions', () => field.current?.focus()] }),
  });
  const filters = <Filters narrow={narrow} field={field} />;
  const rows = <EndedList key={narrow.end} narrow={narrow} list={list} pathTo={pathTo} />;
  const head = <Head narrow={narrow} />;

  if (id === undefined) return <Alone head={head} filters={filters} rows={rows} />;
  return (
    <div className="inbox" data-shows={isWide ? 'both' : 'question'}>
      {isWide && <Beside head={head} filters={filters} rows={rows} />}
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

type ListProps = { head: ReactNode; filters: ReactNode; rows: ReactNode };

/** The list where no question is open. */
const Alone = ({ head, filters, rows }: ListProps) => (
  <div className="page answered">
    <PageTitle>Answered</PageTitle>
    <EndTabs />
    <header className="page-title">
      <h1>Answered</h1>
      {head}
      <Jump />
    </header>
    {filters}
    {rows}
  </div>
);

/** The list beside the question that is open. */
const Beside = ({ head, filters, rows }: ListProps) => (
  <section className="inbox-list answered" aria-label="Answered questions">
    <header className="inbox-bar answered-bar">
      <h1 className="inbox-heading">Answered</h1>
      {head}
    </header>
    {filters}
    <div className="inbox-rows">{rows}</div>
  </section>
);

/** The total, and the tabs of each end. */
function Head({ narrow: { end, filter, isNarrowed, showEnd } }: { narrow: Narrow }) {
  const total = useEndedTotal(filter);
  return (
    <>
      <p className="meta answered-total" role="status">
        {total !== undefined && `${total.toLocaleString()}${isNarrowed ? ' found' : ''}`}
      </p>
      <SegmentedControl
        size="xs"
        className="answered-ends"
        aria-label="How they ended"
        data={[
          { value: 'completed', label: 'Answered' },
          { value: 'expired', label: 'Expired' },
          { value: 'withdrawn', label: 'Withdrawn' },
        ]}
        value={end}
        onChange={(value) => showEnd(value as End)}
      />
    </>
  );
}
