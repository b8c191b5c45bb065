import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ok } from '../../client/client.ts';
import type { User } from '../../core/access/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from '../data/api.ts';
import { useChannel } from '../data/channels.ts';
import { useMe } from '../data/session.ts';

type Named = { id: string; name: string };
export type NameOf = (message: Pick<Message, 'senderType' | 'senderId'>) => string;

/** Who sent a message. Only an owner may read the list of people; others know those who answered. */
export function useNames(channelId: string, messages: readonly Message[]): NameOf {
  const client = useClient();
  const me = useMe();
  const channel = useChannel(channelId)?.name ?? 'Agent';
  const { data: users } = useQuery<User[]>({
    queryKey: ['users'],
    queryFn: () => ok(client.users.get()),
    enabled: me.role === 'owner',
  });
  // The same names are the same function: every row that is drawn depends on it.
  const answerers = JSON.stringify(messages.flatMap(({ review }) => review?.respondedBy ?? []));
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of JSON.parse(answerers) as Named[]) names.set(id, name);
    for (const { id, name } of users ?? []) names.set(id, name);
    names.set(me.id, me.name);
    return ({ senderType, senderId }) =>
      senderType === 'agent' ? channel : (names.get(senderId) ?? 'Someone');
  }, [users, me.id, me.name, channel, answerers]);
}
