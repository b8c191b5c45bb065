/** The URL at which people open the inbox. */
import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type {
  CheckPublicUrl,
  PublicUrlCheck,
  PublicUrlState,
  SetPublicUrl,
} from '../../core/settings/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** @param isOwner others do not read it */
export function usePublicUrl(isOwner = true) {
  const client = useClient();
  return useQuery<PublicUrlState>({
    queryKey: queryKeys.publicUrl,
    queryFn: () => ok(client['public-url'].get()),
    enabled: isOwner,
    staleTime: 0,
  });
}

/** Nothing is read again: the page is left for the new address. */
export function useSetPublicUrl() {
  const client = useClient();
  return useSave((input: SetPublicUrl) => ok<PublicUrlState>(client['public-url'].put(input)));
}

/** Has the inbox call a URL, and saves nothing. */
export function useCheckPublicUrl() {
  const client = useClient();
  const check = (input: Omit<CheckPublicUrl, 'held'> & { held?: boolean }) =>
    ok<PublicUrlCheck>(client['public-url'].test.post({ held: false, ...input }));
  return useSave(check);
}

/** Whether this browser reaches this inbox at a URL; null if no page may call it but its own. */
export async function reachesInbox(url: string, probe: string): Promise<boolean | null> {
  if (new URL(url).origin !== window.location.origin) return null;
  try {
    const answer = await fetch(`${url.replace(/\/$/, '')}${probe}/arrival`);
    return answer.ok && 'publicUrl' in (await answer.json());
  } catch {
    return false;
  }
}
