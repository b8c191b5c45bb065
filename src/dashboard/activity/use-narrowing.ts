import { useSearchParams } from 'wouter';
import { useMe } from '../data/session.ts';
import { withParam } from '../look/with-param.ts';
import { type FeedKind, isFeedKind, kindsFor } from './kinds.ts';

export type Narrowed = { kind: FeedKind | null; channel: string };

/** The filters of the feed, kept in the URL. */
export function useNarrowing() {
  const [params, setParams] = useSearchParams();
  const { role } = useMe();
  const named = params.get('kind') ?? '';
  const isKnown = isFeedKind(named) && kindsFor(role).some(([name]) => name === named);
  const set = (name: keyof Narrowed, value: string) =>
    setParams((now) => withParam(now, name, value), { replace: true });
  return { kind: isKnown ? named : null, channel: params.get('channel') ?? '', set };
}
