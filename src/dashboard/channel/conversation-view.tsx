import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { useStore } from '../live/store.ts';
import { OAuthCards } from '../oauth/cards.tsx';
import { ChannelPaused } from '../webhooks/paused-line.tsx';
import { Composer } from './composer.tsx';
import { DropFiles } from './drop-files.tsx';
import { ChannelHeader } from './header.tsx';
import { useHighlight } from './highlight.tsx';
import { MessageList } from './message-list.tsx';
import { useNames } from './names.ts';
import { NoMessages } from './no-messages.tsx';
import { SearchPanel } from './search-panel.tsx';
import { useConversation } from './use-conversation.ts';
import { useDraft } from './use-draft.ts';
import { elementId } from './use-picked.ts';
import { useRowContext, useRows } from './use-rows.ts';
import { useSeen } from './use-seen.ts';

/** A channel's conversation, with a field to write to its agent. */
export function ConversationView({ channel }: { channel: Agent }) {
  const { id: channelId, name } = channel;
  const [, go] = useLocation();
  const [params] = useSearchParams();
  const m = params.get('m');
  const [search, setSearch] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { conversation, outbox, isAtNewest } = useConversation(channelId, m);
  const held = useStore(conversation.store);
  const draft = useDraft(channelId);
  const { seen, note } = useSeen(channelId);
  const nameOf = useNames(channelId);
  const rows = useRows(held.span, { seen, channelId, outgoing: useStore(outbox.store) });
  const context = useRowContext({ nameOf, outbox, onEdit: draft.set });

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
  useChannelKeys({ search, setSearch, field, toNewest: () => openAt(null) });

  return (
    <DropFiles className="channel" onFiles={draft.uploads.add}>
      <PageTitle>{name}</PageTitle>
      <Heading
        channel={channel}
        isSearching={search !== null}
        onSearch={() => setSearch(search === null ? '' : null)}
      />
      <div className="channel-main">
        {held.status === 'ready' && rows.length > 0 ? (
          <MessageList
            name={name}
            conversation={conversation}
            held={held}
            rows={rows}
            context={context}
            isAtNewest={isAtNewest}
            onSeen={note}
            onNewest={() => openAt(null)}
          />
        ) : (
          <NoMessages name={name} held={held} onRetry={() => void conversation.open(m)} />
        )}
      </div>
      <div className="channel-oauth">
        <OAuthCards channelId={channelId} />
      </div>
      <Composer name={name} draft={draft} field={field} onSend={send} />
      {search !== null && (
        <SearchPanel
          channelId={channelId}
          search={search}
          nameOf={nameOf}
          onSearch={setSearch}
          onOpen={openAt}
          onClose={() => setSearch(null)}
        />
      )}
    </DropFiles>
  );
}

const Heading = (props: ComponentProps<typeof ChannelHeader>) => (
  <div className="channel-heading">
    <ChannelHeader {...props} />
    <ChannelPaused channelId={props.channel.id} />
  </div>
);

type Around = {
  search: string | null;
  setSearch: (search: string | null) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  toNewest: () => void;
};

const useChannelKeys = ({ search, setSearch, field, toNewest }: Around) =>
  useKeys('Channel', {
    '/': ['Search this channel', () => setSearch(search ?? '')],
    c: ['Write', () => field.current?.focus()],
    End: ['Go to newest message', toNewest],
    ...(search !== null && { Escape: ['Close search', () => setSearch(null)] }),
  });
