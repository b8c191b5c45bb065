/**
 * The filters of Answered: words, person, channel, kind, verdict, days and session; and the export of
 * the matches.
 */

import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { shownName } from '../../core/access/people.ts';
import { verdicts } from '../../core/reviews/kinds/kind-words.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import { useChannels } from '../data/channels.ts';
import { useFacets } from '../data/ended.ts';
import { Search, Sliders } from '../look/icons.tsx';
import { endingWord } from '../reviews/verdict.tsx';
import { Days } from './days.tsx';
import { Export } from './export.tsx';
import { type Choice, Facet } from './facet.tsx';
import type { ListName, Narrow } from './use-filter.ts';

type Props = { narrow: Narrow; field: RefObject<HTMLInputElement | null> };

export function Filters({ narrow, field }: Props) {
  const { count, isNarrowed, clear } = narrow;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className="filters answered-filters" data-open={isOpen || undefined}>
      <Words narrow={narrow} field={field} />
      <Button
        variant="default"
        className="filters-toggle"
        aria-expanded={isOpen}
        leftSection={<Sliders size={16} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count > 0 ? `Filters · ${count}` : 'Filters'}
      </Button>
      <div className="filters-all">
        <Facets narrow={narrow} />
        <Days narrow={narrow} />
        <Session narrow={narrow} />
        {isNarrowed && (
          <Button variant="subtle" className="filters-clear" onClick={clear}>
            Clear
          </Button>
        )}
        <Export narrow={narrow} />
      </div>
    </search>
  );
}

/** The session that a question led to. */
const Session = ({ narrow: { given, set } }: Pick<Props, 'narrow'>) =>
  given.session && (
    <Button
      variant="default"
      className="drop"
      data-chosen
      aria-pressed
      title="Only questions of one session of an agent"
      onClick={() => set({ session: '', askedBy: '' })}
    >
      Session
    </Button>
  );

const TYPING_MS = 200;

/** Updates the URL once typing pauses. */
function Words({ narrow: { given, set }, field }: Props) {
  const [words, setWords] = useState(given.search);
  const [said, setSaid] = useState(given.search);
  const say = useDebouncedCallback((search: string) => {
    setSaid(search);
    set({ search });
  }, TYPING_MS);
  useEffect(() => {
    // Cleared, or another URL was opened.
    if (given.search === said) return;
    setSaid(given.search);
    setWords(given.search);
  }, [given.search, said]);
  const write = (search: string) => {
    setWords(search);
    say(search);
  };
  return (
    <TextInput
      ref={field}
      className="filters-words"
      placeholder="Search answered questions"
      aria-label="Search answered questions"
      leftSection={<Search size={16} />}
      rightSection={
        words && <CloseButton aria-label="Clear search" size="sm" onClick={() => write('')} />
      }
      value={words}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') say.flush();
        if (key === 'Enter' || key === 'Escape') currentTarget.blur();
      }}
    />
  );
}

function Facets({ narrow: { end, given, set } }: Pick<Props, 'narrow'>) {
  const channels = useChannels().data ?? [];
  const { respondedBy, type } = useFacets();
  const facet = (name: ListName, label: string, choices: Choice[]) => (
    <Facet
      label={label}
      choices={choices}
      value={given[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const isAnswered = end === 'completed';
  return (
    <>
      {isAnswered &&
        facet(
          'respondedBy',
          'Who',
          respondedBy.map((one) => ({ value: one.id, label: shownName(one) })),
        )}
      {facet('channel', 'Channel', channels.map(choiceOf))}
      {facet(
        'type',
        'Kind',
        type.map((value) => ({ value, label: kindWord(value) })),
      )}
      {isAnswered &&
        facet(
          'verdict',
          'Verdict',
          verdicts.map((value) => ({ value, label: verdictWord(value) })),
        )}
    </>
  );
}

const choiceOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** In a row an answer without a verdict is “Answered”; among verdicts it is “other”. */
const verdictWord = (verdict: (typeof verdicts)[number]) =>
  verdict === 'other' ? 'Other answers' : endingWord(verdict);
