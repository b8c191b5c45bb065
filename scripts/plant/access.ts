/** Permissions. */
import type { Breakage } from './breakage.ts';

export const access: Breakage[] = [
  {
    what: 'an agent may answer reviews',
    file: 'core/reviews/reviews.ts',
    find: '  mustBeHuman(caller);\n',
    put: '',
    test: 'http/permissions',
  },
  {
    what: 'a named channel is used without checking that the caller sees it',
    file: 'core/access/permissions.ts',
    find: 'return sees(caller, channelId) ? [channelId] : [];',
    put: 'return [channelId];',
    test: 'core/messages/listing',
  },
  {
    what: 'a reviewer manages keys',
    file: 'core/access/permissions.ts',
    find: "if (caller.role !== 'owner') throw",
    put: "if (caller.role === 'nobody') throw",
    test: 'http/permissions',
  },
  {
    what: 'messages go to channels that the caller does not see',
    file: 'core/messages/messages.ts',
    find: "  if (!sees(caller, input.channelId)) throw notFound('Channel');\n",
    put: '',
    test: 'http/keys',
  },
  {
    what: 'a revoked key stays valid',
    file: 'core/access/authenticate.ts',
    find: 'key.row.revokedAt || isOver(inbox, key.row)',
    put: 'isOver(inbox, key.row)',
    test: 'http/keys',
  },
  {
    what: 'a key is valid a moment past its expiry',
    file: 'core/access/authenticate.ts',
    find: 'Date.parse(expiresAt) <= inbox.now()',
    put: 'Date.parse(expiresAt) < inbox.now()',
    test: 'http/keys',
  },
  {
    what: 'a session never expires',
    file: 'core/access/sessions.ts',
    find: 'if (!row || Date.parse(row.expiresAt) <= inbox.now()) return null;',
    put: 'if (!row) return null;',
    test: 'core/access/sessions',
  },
  {
    what: 'another site changes things with the cookie',
    file: 'http/gates/caller.ts',
    find: "  if (credential.carrier === 'session') gates.origins.mustBeOwn(request);\n",
    put: '',
    test: 'http/login',
  },
  {
    what: 'a revoked key keeps its sockets',
    file: 'core/access/keys.ts',
    find: "    emit('access:changed', { keyId: id }, { by: caller });\n",
    put: '',
    test: 'realtime/sockets',
  },
];
