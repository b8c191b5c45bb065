import { Elysia } from 'elysia';
import { authenticate } from '../core/access/authenticate.ts';
import { type Caller, localAgent, type Visit } from '../core/access/callers.ts';
import { noteLocalUse } from '../core/access/local-answers.ts';
import { localOwner } from '../core/access/local-owner.ts';
import { hashSecret, isWellFormed, sameHash } from '../core/access/secrets.ts';
import { findSession } from '../core/access/sessions.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { type Credential, credentialIn } from './credentials.ts';
import { type AnswerHeaders, type Arrival, isApi } from './gate.ts';
import type { Gates } from './gates.ts';
import type { RateLimit } from './rate-limit.ts';
import { visitOf } from './visits.ts';

const callers = new WeakMap<Request, Caller>();

/** Gives the routes after it their `caller`, whom the guard let in. */
export const guarded = new Elysia({ name: 'guarded' }).derive({ as: 'scoped' }, ({ request }) => {
  const caller = callers.get(request);
  // Reached only by a route under a path that the guard does not watch.
  if (!caller) throw invalidKey();
  return { caller };
});

/** For a public route: who calls, if that one has shown a credential. */
export const callerOf = (request: Request): Caller | null => callers.get(request) ?? null;

export type GuardOptions = {
  /**
   * The secret of the data directory's owner: as a bearer token it is the local owner, as an API key
   * an agent of all channels, so that one credential never both asks and decides.
   */
  localToken: string;
  gates: Gates;
  rateLimit: RateLimit;
  addressOf: (request: Request) => string | null;
  /** Whether a request goes to a route that answers without a credential. */
  isPublic: (request: Request) => boolean;
};

/** Lets a request in under /api/, or refuses it, before its body is read. */
export function guard(inbox: Inbox, options: GuardOptions) {
  const known = { ...options, localHash: hashSecret(options.localToken) };
  // Taken apart, here and in every hook: Elysia reads the hooks' source, and for a context that is
  // passed on whole it parses cookies, headers and query for each request.
  return async ({ request, set }: Arrival): Promise<void> => {
    if (!isApi(request)) return;
    const caller = await identify(inbox, known, { request, set });
    if (caller) {
      callers.set(request, caller);
      if (request.method === 'GET' || request.method === 'HEAD') nameLog(inbox, set.headers);
    } else if (!options.isPublic(request)) throw refusal(request, options);
  };
}

/** A read holds at least all that was announced before it began. */
function nameLog({ eventLog }: Inbox, headers: AnswerHeaders): void {
  headers['inbox-seq'] = `${eventLog.announced}`;
  headers['inbox-log'] = eventLog.id;
}

type Known = GuardOptions & { localHash: string };

async function identify(inbox: Inbox, options: Known, arrival: Arrival) {
  const { localHash, rateLimit, addressOf, gates } = options;
  const { headers } = arrival.set;
  const credential = credentialIn(arrival.request, gates.cookie);
  const visit = visitOf(arrival.request, addressOf);
  const address = visit.address ?? 'here';
  if (!credential) {
    rateLimit.stranger(headers, address);
    return null;
  }
  const hash = hashSecret(credential.secret);
  const named = { address, credential: hash, isWellFormed: isWellFormed(credential.secret) };
  const caller = sameHash(hash, localHash)
    ? await local(inbox, credential, visit)
    : await rateLimit.caller(headers, named, () =>
        lookUp(inbox, { ...arrival, ...options, visit }, credential),
      );
  if (caller) gates.familiar.note(address);
  return caller;
}

async function local(inbox: Inbox, { carrier }: Credential, visit: Visit): Promise<Caller | null> {
  if (carrier === 'session') return null;
  const caller = carrier === 'bearer' ? await localOwner(inbox, visit) : localAgent(visit);
  noteLocalUse(inbox, caller);
  return caller;
}

async function lookUp(
  inbox: Inbox,
  { gates, request, set, visit }: GuardOptions & Arrival & { visit: Visit },
  { carrier, secret }: Credential,
): Promise<Caller | null> {
  if (carrier === 'key' && !secret.startsWith('hp_')) return null;
  if (carrier !== 'session') return authenticate(inbox, secret, visit);
  const session = await findSession(inbox, secret, visit.address);
  if (!session) return null;
  gates.origins.mustBeOwn(request);
  if (session.renewed) set.headers['set-cookie'] = gates.cookie.begin(request.headers, secret);
  return session.caller;
}

function refusal(request: Request, { gates }: GuardOptions): InboxError {
  const isSession = credentialIn(request, gates.cookie)?.carrier === 'session';
  return isSession ? sessionEnded() : invalidKey();
}

const sessionEnded = () =>
  new InboxError('unauthenticated', 'Your session has expired. Log in again');

const invalidKey = () => new InboxError('unauthenticated', 'Invalid API key');
