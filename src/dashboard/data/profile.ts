import { useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { ChangeName, ChangePassword, CurrentUser } from '../../core/access/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** Changes the name of the logged-in user. */
export function useChangeName() {
  const client = useClient();
  const queryClient = useQueryClient();
  const save = async (input: ChangeName) => {
    const user = await ok(client.auth.session.patch(input));
    queryClient.setQueryData<CurrentUser>(queryKeys.session, user);
  };
  return useSave(save, { changes: [queryKeys.people], said: 'Name saved' });
}

export function useChangePassword() {
  const client = useClient();
  return useSave((input: ChangePassword) => ok(client.auth.password.post(input)), {
    changes: [queryKeys.tokens],
    said: 'Password changed',
  });
}
