import { Elysia } from 'elysia';
import { z } from 'zod';
import { changePassword } from '../core/access/own-password.ts';
import { mustBeHuman } from '../core/access/permissions.ts';
import { ChangePassword } from '../core/access/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { countTry, forgiveTry } from '../core/logins/tries.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';

type Options = {
  gates: Gates;
  /** Whether wrong passwords are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
};

export const passwordRoute = (inbox: Inbox, { gates, isLimited, addressOf }: Options) =>
  new Elysia({ prefix: '/auth/password', detail: { tags: ['People'] } }).use(withCaller).post(
    '/',
    async ({ caller, body, request }) => {
      mustBeHuman(caller);
      const { userId } = caller;
      const address = addressOf(request) ?? '';
      const what = { what: 'password', address, account: userId, userId } as const;
      const counted = isLimited ? await countTry(inbox, what) : null;
      const isSession = caller.origin.credential === 'session';
      const session = isSession ? gates.cookie.read(request.headers) : null;
      const changed = await changePassword(inbox, caller, body, session);
      if (counted) await forgiveTry(inbox, counted);
      return changed;
    },
    {
      body: ChangePassword,
      parse: json,
      detail: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description:
          'Ends all your other sessions and revokes all your tokens, including the one used for this request. A wrong `current` returns 403 and is rate-limited like a login.',
      },
      response: { 200: z.object({ changed: z.literal(true) }), ...failures },
    },
  );
