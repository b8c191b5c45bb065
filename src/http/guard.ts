import { Elysia } from 'elysia';
import type { Caller, Visit } from '../core/access/callers.ts';
import { type Credential, identify } from '../core/access/identify.ts';
import { noteLocalUse } from '../core/access/local-answers.ts';
import { hashSecret, isWellFormed, sameHash } from '../core/access/secrets.ts';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { credentialIn } from './credentials.ts';
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
  /** The secret of the data directory's owner. */
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
    const caller = await letIn(inbox, known, { request, set });
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

async function letIn(inbox: Inbox, options: Known, arrival: Arrival) {
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
  const isLocal = sameHash(hash, localHash);
  const lookUp = () => admitted(inbox, { ...arrival, ...options, visit }, credential);
  const named = { address, credential: hash, isWellFormed: isWellFormed(credential.secret) };
  const caller = isLocal ? await lookUp() : await rateLimit.caller(headers, named, lookUp);
  if (caller && isLocal) noteLocalUse(inbox, caller);
  if (caller) gates.familiar.note(address);
  return caller;
}

/** A session's cookie counts only from a page of ours. */
async function admitted(
  inbox: Inbox,
  { localHash, gates, request, set, visit }: Known & Arrival & { visit: Visit },
  credential: Credential,
): Promise<Caller | null> {
  const found = await identify(inbox, localHash, credential, visit);
  if (!found) return null;
  if (credential.carrier === 'session') gates.origins.mustBeOwn(request);
  if (found.renewed) {
    set.headers['set-cookie'] = gates.cookie.begin(request.headers, credential.secret);
  }
  return found.caller;
}

function refusal(request: Request, { gates }: GuardOptions): InboxError {
  const isSession = credentialIn(request, gates.cookie)?.carrier === 'session';
  return isSession ? sessionEnded() : invalidKey();
}

const sessionEnded = () =>
  new InboxError('unauthenticated', 'Your session has expired. Log in again');

const invalidKey = () => new InboxError('unauthenticated', 'Invalid API key');
