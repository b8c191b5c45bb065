import { Elysia } from 'elysia';
import type { Setting } from '../core/about/schema.ts';
import { damageIn } from '../core/change.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import type { CheckUrl, TryWay } from '../core/settings/settings.ts';
import { aboutRoute } from './about.ts';
import { agentRoutes } from './agents.ts';
import { attentionRoutes } from './attention.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { backupRoutes } from './backups.ts';
import { contactRoutes } from './contacts.ts';
import { countRoutes } from './counts.ts';
import { decideRoutes } from './decide.ts';
import { deliveryRoutes } from './deliveries.ts';
import { deviceRoutes } from './device.ts';
import { endedRoutes } from './ended.ts';
import { enrolmentRoutes } from './enrolments.ts';
import { errorResponse, toInboxError } from './errors.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { callerGate } from './gates/caller.ts';
import { allowOrigins } from './gates/cors.ts';
import { isDecision, openDecisions } from './gates/decision.ts';
import { createGates, type Gates } from './gates/gates.ts';
import { isApi, pathOf } from './gates/incoming.ts';
import { createRateLimit, type PerSecond } from './gates/rate-limit.ts';
import { giveHeaders } from './headers.ts';
import { healthRoute } from './health.ts';
import { hookRoutes } from './hooks.ts';
import { keyRoutes } from './keys.ts';
import { ladderRoutes } from './ladders.ts';
import { createLarge } from './large.ts';
import { localAnswersRoutes } from './local-answers.ts';
import { mcpRoutes } from './mcp.ts';
import { messageRoutes } from './messages.ts';
import { answerOptions, methodNotAllowed, methodsOf, publicAt, refuseShadowed } from './methods.ts';
import { noticeRoutes, ownNoticeRoutes } from './notices.ts';
import { oauthRoutes } from './oauth.ts';
import type { Route } from './openapi/operations.ts';
import { openApiRoutes } from './openapi.ts';
import { passwordRoute } from './password.ts';
import { pluginRoutes } from './plugins.ts';
import { pushRoutes } from './push.ts';
import { plainQuery } from './query.ts';
import type { PageAssets } from './reading.ts';
import { readRoutes } from './reads.ts';
import { receiptRoutes } from './receipts.ts';
import { retractionRoutes } from './retractions.ts';
import { reviewRoutes } from './reviews.ts';
import { sendingRoutes } from './sending.ts';
import { sessionRoutes } from './sessions.ts';
import { statusRoutes } from './status.ts';
import { tokenRoutes } from './tokens.ts';
import { userRoutes } from './users.ts';
import { publicUrlRoutes, wayRoutes } from './ways.ts';
import { webhookRoutes } from './webhooks.ts';

export type App = ReturnType<typeof createApp>;
export type AppOptions = {
  /** The secret of the owner of the data directory. */
  localToken: string;
  /** Whether the server has begun to stop. */
  isDraining: () => boolean;
  publicUrl?: string | null;
  /** Shared with the sockets. */
  gates?: Gates;
  rateLimit?: PerSecond;
  /** The origins whose pages may send requests. */
  corsOrigins?: readonly string[];
  /** Returns the network address that a request comes from. */
  addressOf?: (request: Request) => string | null;
  /** With less free space than this the disk counts as full. */
  leastFreeBytes?: number;
  /** The assets that the API page shares with the dashboard. */
  pageAssets?: PageAssets;
  /** Returns the settings in force, for owners. */
  settings?: () => Promise<Setting[]>;
  /** Calls the service of a way to notify people. */
  tryWay?: TryWay;
  /** Calls a URL at which people open the inbox. */
  checkUrl?: CheckUrl;
  /** Returns the port at which it listens. */
  port?: () => number | null;
};

const API = '/api/v1';
const checksNothing: CheckUrl = async () => ({ findings: [], probe: '' });
const noAssets: PageAssets = { font: null, scheme: null };

/**
 * Creates the HTTP interface of an inbox. Everything under /api/ requires a caller, except for
 * routes marked public.
 */
export function createApp(inbox: Inbox, options: AppOptions) {
  const { localToken, isDraining, publicUrl = null } = options;
  const { rateLimit: perSecond = 'off', corsOrigins = [], addressOf = () => null } = options;
  const { tryWay = async () => null, checkUrl = checksNothing } = options;
  const { port = () => null } = options;
  const { gates = createGates(inbox, publicUrl) } = options;
  const large = createLarge(inbox);
  const rateLimit = createRateLimit(perSecond, inbox.now);
  const isLimited = perSecond !== 'off';
  const isPublic = (request: Request): boolean => publicAt(app.routes, request);
  const gate = callerGate(inbox, { localToken, gates, rateLimit, addressOf, isPublic });

  // Without `standardHostname: false`, Elysia expects a host of at least 4 characters:
  // `http://app/` would lose its path.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onRequest(giveHeaders(publicUrl))
    .onRequest(allowOrigins(corsOrigins))
    .onRequest(openDecisions)
    .onRequest(({ request }): Response | undefined => answerOptions(app.routes, request))
    .onRequest(refuseWhile(isDraining))
    .onRequest(({ request, set }) => {
      if (isApi(request) && !isDecision(request)) return gate({ request, set });
    })
    .onRequest(refuseShadowed((): Route[] => app.routes))
    .onError(({ code, error, set, request }) => {
      const known = toInboxError({ code, error });
      if (known?.code === 'not_found' && code === 'NOT_FOUND') {
        const allow = methodsOf(app.routes, pathOf(request));
        if (allow.length > 0) return methodNotAllowed(request.method, allow);
      }
      if (known) return errorResponse(known);
      const requestId = set.headers['x-request-id'];
      inbox.log.error({ err: error, requestId, path: pathOf(request) }, 'request failed');
      const damage = damageIn(error);
      if (damage) return errorResponse(damage);
      return Response.json({ statusCode: 500, message: 'Internal error' }, { status: 500 });
    })
    .onTransform(plainQuery)
    .mapResponse(({ responseValue, request, set }) => large.value({ request, set }, responseValue))
    .use(healthRoute(inbox, { isDraining, leastFreeBytes: options.leastFreeBytes }))
    .use(
      openApiRoutes({
        routes: (): Route[] => app.routes,
        assets: options.pageAssets ?? noAssets,
        publicUrl,
        count: gate,
      }),
    )
    .use(mcpRoutes(inbox, { large, gates, corsOrigins, gate }))
    .group(API, (api) =>
      api
        .use(sendingRoutes(inbox))
        .use(messageRoutes(inbox, large))
        .use(retractionRoutes(inbox))
        .use(endedRoutes(inbox, large))
        .use(reviewRoutes(inbox, large))
        .use(hookRoutes(inbox, large))
        .use(decideRoutes(inbox, { rateLimit, addressOf }))
        .use(readRoutes(inbox))
        .use(eventRoutes(inbox, large))
        .use(countRoutes(inbox))
        .use(agentRoutes(inbox))
        .use(statusRoutes(inbox))
        .use(pluginRoutes(inbox))
        .use(fileRoutes(inbox))
        .use(keyRoutes(inbox))
        .use(enrolmentRoutes(inbox, { gates, isLimited, addressOf }))
        .use(userRoutes(inbox))
        .use(tokenRoutes(inbox))
        .use(contactRoutes(inbox, { isLimited, addressOf }))
        .use(wayRoutes(inbox, { isLimited, addressOf, tryWay }))
        .use(publicUrlRoutes(inbox, { isLimited, addressOf, checkUrl, large, port }))
        .use(pushRoutes(inbox))
        .use(ladderRoutes(inbox))
        .use(noticeRoutes(inbox))
        .use(ownNoticeRoutes(inbox))
        .use(receiptRoutes(inbox))
        .use(attentionRoutes(inbox))
        .use(deliveryRoutes(inbox))
        .use(webhookRoutes(inbox))
        .use(oauthRoutes(inbox))
        .use(auditRoutes(inbox))
        .use(backupRoutes(inbox))
        .use(aboutRoute(inbox, options.settings ?? (async () => [])))
        .use(authRoutes(inbox, { gates, isLimited, addressOf }))
        .use(passwordRoute(inbox, { gates, isLimited, addressOf }))
        .use(sessionRoutes(inbox, gates))
        .use(localAnswersRoutes(inbox))
        .use(deviceRoutes(inbox, { gates, isLimited, addressOf })),
    );
  return app;
}

const refuseWhile =
  (isDraining: () => boolean) =>
  ({ request }: { request: Request }) => {
    if (!isDraining() || !isApi(request)) return;
    throw new InboxError('unavailable', 'The inbox is shutting down');
  };
