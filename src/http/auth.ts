import { Elysia } from 'elysia';
import { z } from 'zod';
import { ownerByLink, setUp } from '../core/access/local-owner.ts';
import { changeName } from '../core/access/own-name.ts';
import { ChangeName, CurrentUser, LogIn, SetUp, User } from '../core/access/schema.ts';
import { beginSession, logIn, logOut } from '../core/access/sessions.ts';
import { mustBeSetUpToken } from '../core/access/set-up-link.ts';
import { me } from '../core/access/users.ts';
import type { Inbox } from '../core/inbox.ts';
import { withContacts } from '../core/notify/contacts.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { callerOf, withCaller } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';
import { visitToLogIn } from './gates/visit.ts';
import { headersNamed } from './openapi/headers.ts';

type AuthOptions = {
  gates: Gates;
  /** Whether failed logins are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
};

export const authRoutes = (inbox: Inbox, options: AuthOptions) =>
  new Elysia({ prefix: '/auth', detail: { tags: ['People'] } })
    .use(publicRoutes(inbox, options))
    .use(ownRoutes(inbox, options));

function publicRoutes(inbox: Inbox, options: AuthOptions) {
  const { gates, isLimited, addressOf } = options;
  const { cookie } = gates;
  const visitBy = (request: Request) => visitToLogIn(request, addressOf, gates);
  return new Elysia()
    .post(
      '/login',
      async ({ body, request, set }) => {
        gates.origins.mustKeepSession(request);
        const from = { visit: visitBy(request), isLimited };
        const { user, session } = await logIn(inbox, body, from);
        set.headers['set-cookie'] = cookie.begin(request.headers, session);
        return withContacts(inbox, user);
      },
      {
        body: LogIn,
        parse: json,
        detail: {
          operationId: 'logIn',
          headers: headersNamed('Set-Cookie'),
          summary: 'Log in',
          public: true,
        },
        response: { 200: CurrentUser, ...failures },
      },
    )
    .post(
      '/setup',
      async ({ body, request, set, status }) => {
        const caller = callerOf(request);
        if (!caller) await mustBeSetUpToken(inbox, body.token);
        const owner = caller ?? (await ownerByLink(inbox, addressOf(request)));
        const user = await setUp(inbox, owner, body);
        if (!caller) {
          const session = await beginSession(inbox, user.id, visitBy(request));
          set.headers['set-cookie'] = cookie.begin(request.headers, session);
        }
        return status(201, user);
      },
      {
        body: SetUp,
        parse: json,
        detail: {
          operationId: 'setUpOwner',
          headers: headersNamed('Set-Cookie'),
          summary: 'Set up the first owner',
          public: true,
        },
        response: { 201: User, ...failures },
      },
    );
}

const ownRoutes = (inbox: Inbox, { gates: { cookie } }: AuthOptions) =>
  new Elysia()
    .use(withCaller)
    .get('/session', async ({ caller }) => withContacts(inbox, await me(inbox, caller)), {
      detail: { operationId: 'getCurrentUser', summary: 'Get the current user' },
      response: { 200: CurrentUser, ...failures },
    })
    .patch(
      '/session',
      async ({ caller, body }) => withContacts(inbox, await changeName(inbox, caller, body)),
      {
        body: ChangeName,
        parse: json,
        detail: { operationId: 'changeName', summary: 'Change your name' },
        response: { 200: CurrentUser, ...failures },
      },
    )
    .post(
      '/logout',
      async ({ caller, request, set }) => {
        set.headers['set-cookie'] = cookie.end(request.headers);
        return logOut(inbox, caller, cookie.read(request.headers));
      },
      {
        parse: 'none',
        detail: { operationId: 'logOut', headers: headersNamed('Set-Cookie'), summary: 'Log out' },
        response: { 200: z.object({ loggedOut: z.literal(true) }), ...failures },
      },
    );
