import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { countIn } from '../../client/pending.ts';
import { kindNames, kindWord } from '../../core/reviews/kinds/words.ts';
import { useChannels } from '../data/channels.ts';
import { useCounts, usePending } from '../data/reviews.ts';
import { Cross, Search } from '../look/icons.tsx';
import { Key } from '../look/parts.tsx';
import type { Given, Narrow } from './use-narrow.ts';

export type SearchProps = {
  words: string;
  onWords: (words: string) => void;
  searchField: RefObject<HTMLInputElement | null>;
  /** Called on Enter in the search. */
  onFound: () => void;
};

/** The search and the other filters of the list. */
export const Filters = ({ narrow, search }: { narrow: Narrow; search: SearchProps }) => (
  <div className="inbox-filters">
    <SearchField {...search} />
    <fieldset className="inbox-chips" aria-label="Show only">
      <Toggle narrow={narrow} name="unread" value="true" label="New" />
      <Toggle narrow={narrow} name="expires" value="today" label="Today" about="Expires today" />
      <Channels narrow={narrow} />
      <Kinds narrow={narrow} />
      <Session narrow={narrow} />
      {narrow.isNarrowed && (
        <button
          type="button"
          className="chip chip-clear"
          aria-label="Clear filters"
          title="Clear filters"
          onClick={narrow.clear}
        >
          <Cross size={14} />
        </button>
      )}
    </fieldset>
  </div>
);

const SearchField = ({ words, onWords, searchField, onFound }: SearchProps) => (
  <TextInput
    ref={searchField}
    className="inbox-search"
    variant="unstyled"
    type="search"
    aria-label="Search pending questions"
    placeholder="Search"
    leftSection={<Search size={15} />}
    rightSection={words === '' && <Key>/</Key>}
    value={words}
    onChange={(event) => onWords(event.currentTarget.value)}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Escape') onWords('');
      if (key === 'Enter') onFound();
      if (key === 'Escape' || key === 'Enter') currentTarget.blur();
    }}
  />
);

type ToggleProps = {
  narrow: Narrow;
  name: keyof Given;
  value: string;
  label: string;
  about?: string;
};

const Toggle = ({ narrow: { given, set }, name, value, label, about = label }: ToggleProps) => (
  <button
    type="button"
    className="chip"
    aria-pressed={given[name] === value}
    aria-label={about}
    title={about}
    onClick={() => set({ [name]: given[name] === value ? '' : value })}
  >
    {label}
  </button>
);

function Channels({ narrow }: { narrow: Narrow }) {
  const channels = useChannels().data ?? [];
  const counts = useCounts();
  const choices = channels.map(({ id, name }) => ({
    value: id,
    label: name,
    about: `${name} (${countIn(counts, id)})`,
  }));
  return <Choice narrow={narrow} name="channel" label="Channel" choices={choices} />;
}

/** The built-in kinds, and those of known plugins. */
function Kinds({ narrow }: { narrow: Narrow }) {
  const { pending = [] } = usePending();
  const known = pending.map(({ review }) => review?.type ?? '');
  const own = [...known, narrow.given.type ?? ''].filter((type) => type !== '');
  const choices = [...new Set([...kindNames, ...own])].map((type) => ({
    value: type,
    label: kindWord(type),
  }));
  return <Choice narrow={narrow} name="type" label="Kind" choices={choices} />;
}

/** The session that a question led to. */
const Session = ({ narrow: { given, set } }: { narrow: Narrow }) =>
  given.session && (
    <button
      type="button"
      className="chip"
      aria-pressed
      title="Only questions of one session of an agent"
      onClick={() => set({ session: '', askedBy: '' })}
    >
      Session
    </button>
  );

type ChoiceProps = {
  narrow: Narrow;
  name: keyof Given;
  label: string;
  choices: { value: string; label: string; about?: string }[];
};

/** Selects one of several, or none. */
function Choice({ narrow: { given, set }, name, label, choices }: ChoiceProps) {
  const value = given[name] ?? '';
  return (
    <select
      className="chip"
      aria-label={label}
      data-on={value !== '' || undefined}
      value={value}
      onChange={({ currentTarget }) => {
        set({ [name]: currentTarget.value });
        // Return the keys to the questions.
        currentTarget.blur();
      }}
    >
      <option value="">{label}</option>
      {choices.map((one) => (
        <option
          key={one.value}
          value={one.value}
          label={one.value === value ? one.label : one.about}
        >
          {one.about ?? one.label}
        </option>
      ))}
    </select>
  );
}

const orders = [
  { value: '', label: 'Soonest' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
];

/** The order of the questions. */
export const Order = ({ narrow: { given, set } }: { narrow: Narrow }) => (
  <select
    className="chip inbox-order"
    aria-label="Order"
    title="Sort order"
    value={orders.some(({ value }) => value === given.order) ? given.order : ''}
    onChange={({ currentTarget }) => {
      set({ order: currentTarget.value });
      currentTarget.blur();
    }}
  >
    {orders.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);
