import { Button, NativeSelect, TextInput } from '@mantine/core';
import { shownPeople } from '../../core/access/people.ts';
import { useApiKeys, usePeople } from '../data/access.ts';
import { Cross } from '../look/icons.tsx';
import type { FilterName, Narrow } from './use-filter.ts';

const kinds = [
  { value: '', label: 'Everything' },
  { value: 'review.,message.', label: 'Questions' },
  { value: 'login.,session.,password.,device.,local.', label: 'Logins' },
  { value: 'key.,token.', label: 'Keys and tokens' },
  { value: 'user.', label: 'People' },
  { value: 'channel.,webhook.,delivery.', label: 'Channels and webhooks' },
  { value: 'inbox.,setting.,plugins.,backup.,audit.', label: 'Inbox' },
];

/** The filters of the list. */
export function Narrowing({ given, set, clear, isNarrowed }: Narrow) {
  const people = usePeople().data ?? [];
  const keys = useApiKeys().data ?? [];
  const whos = [
    { value: '', label: 'Anyone' },
    ...[...shownPeople(people)].map(([value, label]) => ({ value, label })),
    ...keys.map(({ id, name }) => ({ value: id, label: `Key “${name}”` })),
  ];
  const field = (name: FilterName) => ({
    value: given[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set(name, value),
  });
  return (
    <div className="audit-narrowing">
      <NativeSelect label="What" {...field('action')} data={withOwn(kinds, given.action)} />
      <NativeSelect label="Who" {...field('actor')} data={withOwn(whos, given.actor)} />
      <TextInput type="date" label="From" max={given.before} {...field('after')} />
      <TextInput type="date" label="Until" min={given.after} {...field('before')} />
      {isNarrowed && (
        <Button
          variant="subtle"
          className="audit-clear"
          leftSection={<Cross size={14} />}
          onClick={clear}
        >
          {given.subject ? 'Clear filters and subject' : 'Clear filters'}
        </Button>
      )}
    </div>
  );
}

/** Adds a value from the URL to the choices. */
const withOwn = (choices: { value: string; label: string }[], own = '') =>
  choices.some(({ value }) => value === own) ? choices : [...choices, { value: own, label: own }];
