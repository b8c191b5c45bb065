/** Refetches what events change without carrying it, wherever it is shown. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isCounted } from '../../client/pending.ts';
import type { EventPayload, LiveEvent, LiveName } from '../../core/events.ts';
import type { MessageFilter, PendingFilter } from './query-keys.ts';
import { invalidate } from './readings.ts';

/** The first part of their keys; `found` for lists whose contents only the server knows. */
type Names = string[];
type Rules = { [Name in LiveName]?: (payload: EventPayload<Name>) => Names };

/** Queries that depend on the channels that a person sees. */
const ofPerson = [
  'people',
  'tokens',
  'session',
  'sessions',
  'channels',
  'pending',
  'counts',
  'messages',
  'message',
  'files',
  'deliveries',
  'retracted',
  'failing',
];

/** Includes counts of pending and ended questions, and search results. */
const counted = ['counts', 'found'];

const rules: Rules = {
  'access:changed': (whose) => ('keyId' in whose ? ['keys', 'machines'] : ofPerson),
  'message:created': ({ review }) => ['files', 'deliveries', ...(review ? ['machines'] : [])],
  'message:delivery': ({ deliveryStatus }) =>
    deliveryStatus === 'webhook_failed'
      ? ['webhook', 'failing', 'deliveries']
      : ['webhook', 'deliveries'],
  'review:responded': () => ['deliveries'],
  'review:expired': () => ['deliveries'],
  'review:withdrawn': () => ['deliveries'],
  'review:read': () => ['counts'],
  'review:reach': () => ['notices'],
  'contact:changed': () => ['contacts', 'session'],
  'reach:changed': () => ['pending', 'messages', 'message', 'notices'],
  'message:deleted': () => ['files', 'retracted'],
  'messages:pruned': () => [...counted, 'files'],
  'agent:updated': () => ['webhook', 'failing', 'machines'],
  'agent:deleted': () => ['files', 'retracted', 'failing', 'machines'],
};

const namesOf = <Name extends LiveName>({ name, payload }: LiveEvent<Name>): Names =>
  rules[name]?.(payload) ?? [];

/** Once for several events. */
const GATHER_MS = 200;
const gathered = new WeakMap<QueryClient, Set<string>>();

export function readAgain(client: QueryClient, event: LiveEvent): void {
  const names = [...(isCounted(event) ? counted : []), ...namesOf(event)];
  if (names.length === 0) return;
  const due = gathered.get(client);
  for (const one of names) due?.add(one);
  if (due) return;
  const all = new Set(names);
  gathered.set(client, all);
  setTimeout(() => {
    gathered.delete(client);
    void invalidate(client, { predicate: (query) => isNamed(all, query) });
  }, GATHER_MS);
}

/** After a lost connection: logged events have been received by now. */
export const readUnlogged = (client: QueryClient): void =>
  void invalidate(client, { predicate: ({ queryKey: [key] }) => !logged.includes(String(key)) });

const logged = ['message', 'messages'];

const isNamed = (names: Set<string>, { queryKey: [key, filter] }: Query) =>
  names.has(String(key)) || (names.has('found') && isFound(String(key), filter));

/** The number of ended questions, search results, and the position of an expired one. */
function isFound(key: string, filter: unknown): boolean {
  if (key === 'ended total') return true;
  if (key === 'pending') return (filter as PendingFilter).search !== undefined;
  if (key !== 'messages') return false;
  const { order, review, search } = filter as MessageFilter;
  return order === 'ended' && (search !== undefined || review === 'expired');
}
