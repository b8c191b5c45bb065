import { Elysia } from 'elysia';
import type { Caller } from '../../core/access/callers.ts';
import { identify } from '../../core/access/identify.ts';
import { noteLocalUse } from '../../core/access/local-answers.ts';
import { hashSecret, isWellFormed } from '../../core/access/secrets.ts';
import { InboxError } from '../../core/errors.ts';
import type { Inbox } from '../../core/inbox.ts';
import { credentialIn } from './credential.ts';
import type { Gates } from './gates.ts';
import type { IncomingRequest, ResponseHeaders } from './incoming.ts';
import type { RateLimit } from './rate-limit.ts';
import { visitOf } from './visit.ts';

const callers = new WeakMap<Request, Caller>();
/** By hash. */
const credentials = new WeakMap<Request, string>();

/** Gives the routes after it their `caller`, whom the gate has identified. */
export const withCaller = new Elysia({ name: 'with caller' }).derive(
  { as: 'scoped' },
  ({ request }) => {
    const caller = callers.get(request);
    // Only a route outside of /api/ gets here, where the gate does not apply.
    if (!caller) throw invalidKey();
    return { caller };
  },
);

/** For a public route: returns the caller, if the request has a credential. */
export const callerOf = (request: Request): Caller | null => callers.get(request) ?? null;

/** Returns the hash of what the caller of a request has shown; empty for a stranger. */
export const credentialOf = (request: Request): string => credentials.get(request) ?? '';

export type GateOptions = {
  /** The secret of the owner of the data directory. */
  localToken: string;
  gates: Gates;
  rateLimit: RateLimit;
  addressOf: (request: Request) => string | null;
  /** Whether a request goes to a route that needs no credential. */
  isPublic: (request: Request) => boolean;
};

/** Counts a request and identifies its caller, or refuses it, before its body is read. */
export function callerGate(inbox: Inbox, options: GateOptions) {
  const known = { ...options, localHash: hashSecret(options.localToken) };
  // Destructure the context here and in every hook. Elysia inspects hook source; if the context is passed
  // whole it parses cookies, headers and query on every request.
  return async ({ request, set }: IncomingRequest): Promise<void> => {
    const caller = await findCaller(inbox, known, { request, set });
    if (caller) {
      callers.set(request, caller);
      if (request.method === 'GET' || request.method === 'HEAD') nameLog(inbox, set.headers);
    } else if (!options.isPublic(request)) throw refusal(request, options);
  };
}

/** A read contains at least everything that was announced before it began. */
function nameLog({ eventLog }: Inbox, headers: ResponseHeaders): void {
  headers['inbox-seq'] = `${eventLog.announced}`;
  headers['inbox-log'] = eventLog.id;
}

type Known = GateOptions & { localHash: string };

async function findCaller(
  inbox: Inbox,
  { localHash, rateLimit, addressOf, gates }: Known,
  { request, set }: IncomingRequest,
): Promise<Caller | null> {
  const credential = credentialIn(request, gates.cookie);
  const visit = visitOf(request, addressOf);
  const address = visit.address ?? 'here';
  if (!credential) {
    rateLimit.anonymous(set.headers, address);
    return null;
  }
  const { carrier, secret, hash } = credential;
  const lookUp = async () => {
    const found = await identify(inbox, localHash, credential, visit);
    if (!found) return null;
    // A session's cookie counts only on a request from the dashboard's own page.
    if (carrier === 'session') gates.origins.mustBeOwn(request);
    if (found.renewed) set.headers['set-cookie'] = gates.cookie.begin(request.headers, secret);
    return found.caller;
  };
  const isLocal = hash === localHash;
  const named = { address, credential: hash, isWellFormed: isWellFormed(secret) };
  const caller = isLocal ? await lookUp() : await rateLimit.caller(set.headers, named, lookUp);
  if (!caller) return null;
  if (isLocal) noteLocalUse(inbox, caller);
  gates.knownAddresses.note(address);
  credentials.set(request, hash);
  return caller;
}

function refusal(request: Request, { gates }: GateOptions): InboxError {
  const isSession = credentialIn(request, gates.cookie)?.carrier === 'session';
  return isSession ? sessionEnded() : invalidKey();
}

const sessionEnded = () =>
  new InboxError('unauthenticated', 'Your session has expired. Log in again');

const invalidKey = () => new InboxError('unauthenticated', 'Invalid API key');
