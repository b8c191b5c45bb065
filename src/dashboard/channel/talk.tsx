import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useStore } from '../live/store.ts';
import { Bubble } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { parseAhead } from '../message/parsed.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { ChannelPaused } from '../webhooks/paused-line.tsx';
import { ChannelSkeleton } from './channel-skeleton.tsx';
import { Composer } from './composer.tsx';
import { DropFiles } from './drop-files.tsx';
import { ChannelHeader } from './header.tsx';
import { useHighlight } from './highlight.tsx';
import { MessageList } from './message-list.tsx';
import { useNames } from './names.ts';
import { rowsOf } from './rows.ts';
import { SearchPanel } from './search-panel.tsx';
import { useConversation } from './use-conversation.ts';
import { useDraft } from './use-draft.ts';
import { elementId } from './use-picked.ts';
import { useSeen } from './use-seen.ts';

/** A channel's conversation, with a field to write to its agent. */
export function Talk({ channel }: { channel: Agent }) {
  const { id: channelId, name } = channel;
  const me = useMe().id;
  const [, go] = useLocation();
  const [params] = useSearchParams();
  const m = params.get('m');
  const [search, setSearch] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { conversation, outbox, isAtNewest } = useConversation(channelId, m);
  const held = useStore(conversation.store);
  const outgoing = useStore(outbox.store);
  const draft = useDraft(channelId);
  const { seen, note } = useSeen(channelId);
  const { messages, retracted, to } = held.span;
  const hasNewer = to !== null;
  const nameOf = useNames(channelId);
  useEffect(() => parseAhead(messages.flatMap(({ text }) => text ?? [])), [messages]);
  const rows = useMemo(
    () => rowsOf({ messages, retracted, hasNewer, seen, me, channelId, outgoing }),
    [messages, retracted, hasNewer, seen, me, channelId, outgoing],
  );
  const { set: setDraft } = draft;
  const editing = useRef(setDraft);
  editing.current = setDraft;
  const context = useMemo(
    () => ({
      nameOf,
      outbox,
      onEdit: (back: Parameters<typeof setDraft>[0]) => editing.current(back),
    }),
    [nameOf, outbox],
  );

  const openAt = (id: string | null) => {
    go(id === null ? `/c/${channelId}` : `/c/${channelId}?m=${id}`, { replace: true });
    if (id === m) void conversation.open(id);
  };
  const send = () => {
    void outbox.send(draft.text.trim(), draft.uploads.attachments);
    draft.set({ text: '', attachments: [] });
    openAt(null);
  };
  useHighlight(m === null ? null : elementId(m), search ?? '');
  useKeys('Channel', {
    '/': ['Search this channel', () => setSearch((now) => now ?? '')],
    c: ['Write', () => field.current?.focus()],
    End: ['Go to newest message', () => openAt(null)],
    ...(search === null ? {} : { Escape: ['Close search', () => setSearch(null)] }),
  });

  return (
    <DropFiles className="channel" onFiles={draft.uploads.add}>
      <PageTitle>{name}</PageTitle>
      <div className="channel-heading">
        <ChannelHeader
          channel={channel}
          isSearching={search !== null}
          onSearch={() => setSearch(search === null ? '' : null)}
        />
        <ChannelPaused channelId={channelId} />
      </div>
      <div className="channel-main">
        {held.status === 'reading' && <ChannelSkeleton />}
        {held.status === 'failed' && (
          <Empty title="Couldn't load messages" icon={<Bubble size={32} />}>
            {held.error?.message}.{' '}
            <Button variant="default" size="xs" onClick={() => void conversation.open(m)}>
              Try again
            </Button>
          </Empty>
        )}
        {held.status === 'ready' && rows.length === 0 && (
          <Empty title="No messages yet" icon={<Bubble size={32} />}>
            Messages appear here as {name} sends them. You can write to it below.
          </Empty>
        )}
        {held.status === 'ready' && rows.length > 0 && (
          <MessageList
            {...{ name, conversation, held, rows, context, isAtNewest }}
            onSeen={note}
            onNewest={() => openAt(null)}
          />
        )}
      </div>
      <div className="channel-oauth">
        <OAuthCards channelId={channelId} />
      </div>
      <Composer name={name} draft={draft} field={field} onSend={send} />
      {search !== null && (
        <SearchPanel
          {...{ channelId, search, nameOf }}
          onSearch={setSearch}
          onOpen={openAt}
          onClose={() => setSearch(null)}
        />
      )}
    </DropFiles>
  );
}
