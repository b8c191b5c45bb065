import {
  createSpotlight,
  Spotlight,
  type SpotlightActionGroupData,
  useSpotlight,
} from '@mantine/spotlight';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { docsUrl } from '../data/base.ts';
import { useChannels } from '../data/channels.ts';
import { useMe } from '../data/session.ts';
import { useDialog } from '../keys/dialogs.tsx';
import { hasWords } from '../look/has-words.ts';
import { Search } from '../look/icons.tsx';
import { StatusDot } from '../look/parts.tsx';
import { useAskLogOut } from '../outbox/log-out.tsx';
import { sectionsFor } from '../settings/sections.ts';
import { useFound } from './found.tsx';
import { places } from './places.ts';
import { useSelection } from './use-selection.ts';

export const [store, spotlight] = createSpotlight();

type Props = { onHelp: () => void; onNewChannel: () => void };

/** ⌘K: finds questions and messages, opens a page or channel, and runs commands. */
export function Palette(props: Props) {
  const [query, setQuery] = useState('');
  const { opened } = useSpotlight(store);
  useDialog(opened);
  // It closes slowly, and is empty however soon it opens again.
  useLayoutEffect(() => {
    if (opened) setQuery('');
  }, [opened]);
  const shown = fitting(query, [...useFound(query), ...usePlaces(), useCommands(props)]);
  const ids = shown.flatMap((group) => group.actions.map(({ id }) => id));
  const selection = useSelection(store, query, ids);
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={shown}
      filter={(_, actions) => actions}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search or go to…' } }}
      scrollable
      maxHeight="min(60dvh, 480px)"
      yOffset="clamp(8px, 20dvh - 70px, 80px)"
      highlightQuery
      nothingFound="No results"
      searchProps={{
        leftSection: <Search />,
        placeholder: 'Search or go to…',
        'aria-label': 'Search or go to…',
        ...selection,
      }}
    />
  );
}

function usePlaces(): SpotlightActionGroupData[] {
  const [, go] = useLocation();
  const channels = useChannels().data ?? [];
  const { role } = useMe();
  return [
    {
      group: 'Pages',
      actions: places.map(({ path, label }) => ({ id: path, label, onClick: () => go(path) })),
    },
    {
      group: 'Channels',
      actions: channels.map(({ id, name, description, status }) => ({
        id,
        label: name,
        ...(description === null ? {} : { description }),
        leftSection: <StatusDot status={status} />,
        onClick: () => go(`/c/${id}`),
      })),
    },
    {
      group: 'Settings',
      actions: sectionsFor(role).map(({ name, label, about }) => ({
        id: `settings/${name}`,
        label,
        description: about,
        keywords: ['settings'],
        onClick: () => go(`/settings/${name}`),
      })),
    },
  ];
}

function useCommands({ onHelp, onNewChannel }: Props): SpotlightActionGroupData {
  const logOut = useAskLogOut();
  const [, go] = useLocation();
  const isOwner = useMe().role === 'owner';
  const commands = [
    { id: 'new token', label: 'New token', onClick: () => go('/settings/tokens/new') },
    { id: 'keys', label: 'Keyboard shortcuts', onClick: onHelp },
    {
      id: 'docs',
      label: 'Documentation',
      keywords: ['help', 'manual'],
      onClick: () => window.location.assign(docsUrl),
    },
    { id: 'log out', label: 'Log out', onClick: logOut },
  ];
  const owners = [
    { id: 'new channel', label: 'New channel', onClick: onNewChannel },
    { id: 'new key', label: 'New API key', onClick: () => go('/settings/keys/new') },
    { id: 'new person', label: 'Add person', onClick: () => go('/settings/people/new') },
  ];
  return { group: 'Actions', actions: isOwner ? [...owners, ...commands] : commands };
}

type Group = SpotlightActionGroupData;

/** Every word must be in the label, the description or the keywords. */
const fitting = (query: string, groups: Group[]): Group[] =>
  groups
    .map((group) => ({
      ...group,
      actions: group.actions.filter(({ label, description, keywords }) =>
        hasWords([label, description, keywords].flat().join(' '), query),
      ),
    }))
    .filter((group) => group.actions.length > 0);
