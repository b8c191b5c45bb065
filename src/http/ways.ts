/** How people are notified, as owners set it: the ways and the public URL. */
import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Caller, Human } from '../core/access/callers.ts';
import { mustBeHuman, mustBeOwner, mustHaveLoggedIn } from '../core/access/permissions.ts';
import type { Inbox } from '../core/inbox.ts';
import { countTry, forgiveTry } from '../core/logins/tries.ts';
import { ContactKind } from '../core/notify/schema.ts';
import {
  CheckPublicUrl,
  PublicUrlCheck,
  type PublicUrlSet,
  PublicUrlState,
  SetPublicUrl,
  SetWay,
  TurnWayOff,
  WayState,
  WayTrial,
  WayWasSet,
} from '../core/settings/schema.ts';
import {
  type CheckUrl,
  getPublicUrl,
  listWays,
  mustMaySet,
  setPublicUrl,
  setWay,
  type TryWay,
  tryWaySettings,
  turnWayOff,
  urlToCheck,
} from '../core/settings/settings.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';

type Options = {
  /** Whether wrong passwords are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
  tryWay: TryWay;
};
type UrlOptions = Omit<Options, 'tryWay'> & {
  checkUrl: CheckUrl;
  large: Large;
  /** Null without a server. */
  port: () => number | null;
};

const params = z.object({ kind: ContactKind });
const WITH_PASSWORD =
  'Requires the session of an owner, and their password; a wrong one returns 403 and is rate-limited like a login. No token can do this; the local secret can, without a password, while local answers are on.';

export const wayRoutes = (inbox: Inbox, options: Options) =>
  new Elysia({ prefix: '/ways', detail: { tags: ['Ways'] } })
    .use(withCaller)
    .get('/', ({ caller }) => listWays(inbox, caller), {
      detail: {
        operationId: 'listWays',
        summary: 'List the ways to notify people',
        description: 'Owners also get their settings, but no secret.',
      },
      response: { 200: z.array(WayState), ...failures },
    })
    .post(
      '/:kind/test',
      async ({ caller, params, body, request }) => {
        await mayGoOn(inbox, options, { caller, request, password: body.password });
        return tryWaySettings(inbox, params.kind, body.settings, options.tryWay);
      },
      {
        params,
        body: SetWay,
        parse: json,
        detail: {
          operationId: 'testWay',
          summary: 'Try settings of a way, and save nothing',
          description: WITH_PASSWORD,
        },
        response: { 200: WayTrial, ...failures },
      },
    )
    .put(
      '/:kind',
      async ({ caller, params, body, request }) => {
        const owner = await mayGoOn(inbox, options, { caller, request, password: body.password });
        return setWay(inbox, owner, params.kind, body.settings, options.tryWay);
      },
      {
        params,
        body: SetWay,
        parse: json,
        detail: {
          operationId: 'setWay',
          summary: 'Set a way to notify people',
          description: `Tries the settings first, and returns 409 with what is wrong. They take effect immediately. ${WITH_PASSWORD}`,
        },
        response: { 200: WayWasSet, ...failures },
      },
    )
    .delete(
      '/:kind',
      async ({ caller, params, body, request }) => {
        const owner = await mayGoOn(inbox, options, { caller, request, password: body.password });
        return turnWayOff(inbox, owner, params.kind);
      },
      {
        params,
        body: TurnWayOff,
        parse: json,
        detail: {
          operationId: 'deleteWay',
          summary: 'Turn a way off',
          description: `Its settings are deleted, and its contacts stay. ${WITH_PASSWORD}`,
        },
        response: { 200: WayState, ...failures },
      },
    );

export const publicUrlRoutes = (inbox: Inbox, options: UrlOptions) =>
  new Elysia({ prefix: '/public-url', detail: { tags: ['Ways'] } })
    .use(withCaller)
    .get('/', async ({ caller }) => withPort(await getPublicUrl(inbox, caller), options), {
      detail: {
        operationId: 'getPublicUrl',
        summary: 'Get the URL at which people open the inbox',
      },
      response: { 200: PublicUrlState, ...failures },
    })
    .put(
      '/',
      async ({ caller, body, request }) => {
        const owner = await mayGoOn(inbox, options, { caller, request, password: body.password });
        return withPort(await setPublicUrl(inbox, owner, body.publicUrl), options);
      },
      {
        body: SetPublicUrl,
        parse: json,
        detail: {
          operationId: 'setPublicUrl',
          summary: 'Set the URL at which people open the inbox',
          description: `It takes effect immediately. With another scheme the cookie has another name, so that all users have to log in. ${WITH_PASSWORD}`,
        },
        response: { 200: PublicUrlState, ...failures },
      },
    )
    .post(
      '/test',
      async ({ caller, body, request }) => {
        const { publicUrl, held, password } = body;
        // The inbox may be made to call only the URL in force without a password.
        if (publicUrl === undefined) {
          mustBeOwner(caller);
          mustHaveLoggedIn(caller);
        } else {
          await mayGoOn(inbox, options, { caller, request, password });
        }
        const url = urlToCheck(inbox, publicUrl);
        const what = publicUrl === undefined ? (held ? 'held' : 'in force') : 'new';
        // A proxy that is checked is often the one that this request comes through.
        return options.large.held(request, async () => ({ opinion: options.checkUrl(url, what) }));
      },
      {
        body: CheckPublicUrl,
        parse: json,
        detail: {
          operationId: 'checkPublicUrl',
          summary: 'Check a URL, and save nothing',
          description: `The inbox calls the URL as people would, and says what arrives. ${WITH_PASSWORD}`,
        },
        response: { 200: PublicUrlCheck, ...failures },
      },
    );

const withPort = (state: PublicUrlSet, { port }: UrlOptions): PublicUrlState => ({
  ...state,
  port: port(),
});

type Asking = { caller: Caller; request: Request; password: string | undefined };

/** Counts the password as a try: nobody guesses it here. */
async function mayGoOn(
  inbox: Inbox,
  { isLimited, addressOf }: Pick<Options, 'isLimited' | 'addressOf'>,
  { caller, request, password }: Asking,
): Promise<Human> {
  mustBeHuman(caller);
  const { userId } = caller;
  const isTry = isLimited && password !== undefined;
  const address = addressOf(request) ?? '';
  const counted = isTry
    ? await countTry(inbox, { what: 'password', address, account: userId, userId })
    : null;
  await mustMaySet(inbox, caller, password);
  if (counted) await forgiveTry(inbox, counted);
  return caller;
}
