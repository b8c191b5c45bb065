import type { Caller, Visit } from '../access/callers.ts';
import type { JsonObject } from '../json.ts';
import type { AuditAction, AuditActor, AuditSubject } from './schema.ts';

/** Who did it, and from where. */
export type Doer = Caller | { actor: AuditActor; visit: Visit | null };
/** `detail` must contain no secret, no value of a password field and no message text. */
export type AuditedAction = { action: AuditAction; subject: AuditSubject; detail?: JsonObject };

export const theInbox: Doer = { actor: { kind: 'system', id: null, name: null }, visit: null };

/** A caller with the local secret is not logged in, whatever rights it has. */
export function actorOf(caller: Caller): AuditActor {
  if (caller.origin.credential === 'local') {
    const [id, name] = caller.kind === 'human' ? [caller.userId, caller.name] : [null, null];
    return { kind: 'local', id, name };
  }
  return caller.kind === 'human'
    ? { kind: 'user', id: caller.userId, name: caller.name }
    : { kind: 'key', id: caller.keyId, name: caller.keyName };
}
