import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { fileKinds } from '../../core/files/kinds.ts';
import { ChannelSelect } from '../channel/channel-select.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { Search } from '../look/icons.tsx';
import { withParam } from '../look/with-param.ts';
import { kindWords } from './kind-words.ts';
import type { FileFilter } from './use-files.ts';

const TYPING_MS = 200;

/** The filters of the files, kept in the URL. */
export function useFilter(): FileFilter {
  const [params] = useSearchParams();
  const [channel, search] = [params.get('channel'), params.get('search')];
  const kind = fileKinds.find((one) => one === params.get('kind'));
  return { ...(channel && { channel }), ...(kind && { kind }), ...(search && { search }) };
}

export function Narrowing({ channel = '', kind, search = '' }: FileFilter) {
  const [, setParams] = useSearchParams();
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const set = (name: keyof FileFilter, value: string) =>
    setParams((now) => withParam(now, name, value), { replace: true });
  const setSearch = useDebouncedCallback((words: string) => set('search', words.trim()), TYPING_MS);
  useKeys('Files', { '/': ['Search', () => field.current?.focus()] });
  return (
    <div className="filters">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search files by name"
        placeholder="Search by name"
        leftSection={<Search size={16} />}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setSearch(value);
        }}
      />
      <NativeSelect
        aria-label="Kind"
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => set('kind', value)}
        data={[
          { value: '', label: 'All kinds' },
          ...fileKinds.map((value) => ({ value, label: kindWords[value] })),
        ]}
      />
      <ChannelSelect value={channel} onChange={(id) => set('channel', id)} />
    </div>
  );
}
