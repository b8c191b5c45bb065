/** Small breakages of the sources, each with the test that must notice it. */

export type Breakage = {
  /** What somebody would lose. */
  what: string;
  /** Under src/. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  put: string;
  /** Under test/, without `.test.ts`. */
  test: string;
};

const access: Breakage[] = [
  {
    what: 'an agent may answer reviews',
    file: 'core/reviews/reviews.ts',
    find: '  mustBeHuman(caller);\n',
    put: '',
    test: 'http/permissions',
  },
  {
    what: 'a named channel is taken without a look whether the caller sees it',
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
    what: 'a revoked key goes on',
    file: 'core/access/authenticate.ts',
    find: '|| key.revokedAt ||',
    put: '||',
    test: 'http/keys',
  },
  {
    what: 'a key lives a moment longer than it says',
    file: 'core/access/authenticate.ts',
    find: 'Date.parse(key.expiresAt) <= inbox.now()',
    put: 'Date.parse(key.expiresAt) < inbox.now()',
    test: 'http/keys',
  },
  {
    what: 'a session ends never',
    file: 'core/access/sessions.ts',
    find: 'if (!row || Date.parse(row.expiresAt) <= now) return null;',
    put: 'if (!row) return null;',
    test: 'core/access/sessions',
  },
  {
    what: 'another site changes things with the cookie',
    file: 'http/guard.ts',
    find: '  mustBeSameOrigin(request, publicUrl);\n',
    put: '',
    test: 'http/login',
  },
  {
    what: 'a revoked key keeps its sockets',
    file: 'core/access/keys.ts',
    find: "    emit('access:changed', { keyId: id });\n",
    put: '',
    test: 'realtime/sockets',
  },
];

const lasting: Breakage[] = [
  {
    what: 'events are announced before the commit',
    file: 'core/change.ts',
    find: '      const written = await write(tx, emit);\n',
    put: '      const written = await write(tx, emit);\n      for (const event of events) inbox.bus.announce(event);\n',
    test: 'storage/group-commit',
  },
  {
    what: 'a write resolves before the commit',
    file: 'storage/group-commit.ts',
    find: "    for (const write of group) await runOne(db, writer, write);\n    db.run('commit');\n",
    put: "    for (const write of group) {\n      await runOne(db, writer, write);\n      if (write.outcome?.ok) write.resolve(write.outcome.value);\n    }\n    db.run('commit');\n",
    test: 'storage/group-commit',
  },
  {
    what: 'a write that fails leaves its first half',
    file: 'storage/group-commit.ts',
    find: "    db.run('rollback to one');\n",
    put: '',
    test: 'storage/group-commit',
  },
  {
    what: 'a full disk is the fault of one write alone',
    file: 'storage/group-commit.ts',
    find: 'if (!db.inTransaction || isOfTheDisk(error)) throw error;',
    put: 'if (!db.inTransaction) throw error;',
    test: 'storage/group-commit',
  },
  {
    what: 'a commit that could not be synced stays in the log',
    file: 'storage/group-commit.ts',
    find: '    if (isOfTheDisk(error)) overwriteFailed(db);\n',
    put: '',
    test: 'faults/disk-errors',
  },
  {
    what: 'commits are not synced',
    file: 'storage/open.ts',
    find: 'pragma synchronous = full',
    put: 'pragma synchronous = normal',
    test: 'faults/power-cut',
  },
  {
    what: 'migrations are no transaction',
    file: 'storage/dialect.ts',
    find: 'override get supportsTransactionalDdl() {\n    return true;',
    put: 'override get supportsTransactionalDdl() {\n    return false;',
    test: 'storage/open',
  },
  {
    what: 'the bytes of a file are not synced',
    file: 'core/files/bytes.ts',
    find: '    await handle.sync();\n',
    put: '',
    test: 'faults/power-cut',
  },
  {
    what: 'the name of a file is not synced',
    file: 'core/files/bytes.ts',
    find: '    syncDirectory(files.directory);\n',
    put: '',
    test: 'faults/power-cut',
  },
  {
    what: 'the record of a file is made before its bytes are kept',
    file: 'core/files/bytes.ts',
    find: '      await putForGood().catch(throwUnavailable);\n      const made = await record();\n',
    put: '      const made = await record();\n      await putForGood().catch(throwUnavailable);\n',
    test: 'core/files/files',
  },
  {
    what: 'an upload that broke off leaves its bytes',
    file: 'core/files/bytes.ts',
    find: 'if (!kept) for',
    put: 'if (kept) for',
    test: 'http/cut-uploads',
  },
  {
    what: 'a disk that fails is told as 500',
    file: 'core/files/bytes.ts',
    find: "'EDQUOT', 'EIO', 'EROFS'",
    put: "'EDQUOT'",
    test: 'faults/disk-errors',
  },
  {
    what: 'the sweep takes uploads under way',
    file: 'core/files/sweep.ts',
    find: 'new Set(files.incoming)',
    put: 'new Set<string>()',
    test: 'core/files/sweep',
  },
];

const reviews: Breakage[] = [
  {
    what: 'a late answer wins over the expiry',
    file: 'core/reviews/table.ts',
    find: "    .where('expiresAt', '>', answer.respondedAt)\n",
    put: '',
    test: 'core/reviews/expiry',
  },
  {
    what: 'a second answer overwrites the first',
    file: 'core/reviews/table.ts',
    find: "    .where('messageId', '=', messageId)\n    .where('status', '=', 'pending')\n",
    put: "    .where('messageId', '=', messageId)\n",
    test: 'system/races',
  },
  {
    what: 'a review expires a moment late',
    file: 'core/reviews/table.ts',
    find: "    .where('expiresAt', '<=', at)\n",
    put: "    .where('expiresAt', '<', at)\n",
    test: 'core/reviews/expiry',
  },
  {
    what: 'expiries are not followed after a restart',
    file: 'core/reviews/expiry.ts',
    find: 'export async function watchExpiry(inbox: Inbox): Promise<void> {\n  await lookAhead(inbox);\n',
    put: 'export async function watchExpiry(inbox: Inbox): Promise<void> {\n',
    test: 'faults/model',
  },
  {
    what: 'an answer between look and wait is missed',
    file: 'core/reviews/waiting.ts',
    find: 'if (woken || left || signal?.aborted) wake();',
    put: 'if (left || signal?.aborted) wake();',
    test: 'core/reviews/waiting',
  },
  {
    what: 'people see passwords in lists',
    file: 'core/messages/views.ts',
    find: 'response: hidePasswords(review, review.response)',
    put: 'response: review.response',
    test: 'core/reviews/answers',
  },
  {
    what: 'sockets of people carry passwords',
    file: 'realtime/relay.ts',
    find: 'people: asListed(payload),',
    put: 'people: asSentToAgents(payload),',
    test: 'realtime/sockets',
  },
  {
    what: 'people see the credentials of callbacks',
    file: 'core/messages/views.ts',
    find: 'return review?.callback ? { ...message, review: maskCallback(review) } : message;',
    put: 'return message;',
    test: 'http/reviews',
  },
];

const messages: Breakage[] = [
  {
    what: 'a clientId that is repeated makes a second message, or an error',
    file: 'core/messages/messages.ts',
    find: '    if (repeated) return { message: repeated, created: false };\n',
    put: '',
    test: 'http/messages',
  },
  {
    what: 'an Idempotency-Key is passed over',
    file: 'http/messages.ts',
    find: "body.clientId ?? headers['idempotency-key']",
    put: 'body.clientId',
    test: 'http/messages',
  },
  {
    what: 'a full last page has a cursor',
    file: 'core/pages.ts',
    find: 'rows.length > limit ?',
    put: 'rows.length >= limit ?',
    test: 'core/messages/listing',
  },
  {
    what: 'pages repeat a message',
    file: 'core/messages/listing.ts',
    find: "q.where('messages.id', list.after ? '>' : '<', list.cursor as string),",
    put: "q.where('messages.id', list.after ? '>' : '<=', list.cursor as string),",
    test: 'core/messages/listing',
  },
  {
    what: 'pages of a search repeat a message',
    file: 'core/messages/listing.ts',
    find: "'message_search.rowid', '<=', newestSeq(db, '<', list.cursor as string)",
    put: "'message_search.rowid', '<=', newestSeq(db, '<=', list.cursor as string)",
    test: 'core/messages/listing',
  },
  {
    what: 'a search finds every word or none',
    file: 'storage/search.ts',
    find: "phrases.join(' AND ')",
    put: "phrases.join(' OR ')",
    test: 'core/messages/search.property',
  },
  {
    what: 'an ended draft is not found',
    file: 'core/messages/table.ts',
    find: "if (row && set.streamState !== 'streaming') await",
    put: "if (row && set.streamState === 'aborted') await",
    test: 'faults/model',
  },
  {
    what: 'a stream that has ended takes another text',
    file: 'core/messages/streams.ts',
    find: "    if (draft.streamState !== 'streaming') return sameEnd(draft, input);\n",
    put: '',
    test: 'core/messages/streams',
  },
  {
    what: 'a late webhook hides that the agent has the message',
    file: 'core/messages/receipts.ts',
    find: "if (known === 'agent_received' || known",
    put: 'if (known',
    test: 'faults/model',
  },
];

const webhooks: Breakage[] = [
  {
    what: 'an IPv4 address in IPv6 is not judged as the one that it is',
    file: 'core/webhooks/addresses.ts',
    find: 'const parsed = plain(ipaddr.parse(address));\n  if',
    put: 'const parsed = ipaddr.parse(address);\n  if',
    test: 'core/webhooks/addresses',
  },
  {
    what: 'webhooks reach this machine over IPv6',
    file: 'core/webhooks/addresses.ts',
    find: "  '::/3',\n",
    put: '',
    test: 'core/webhooks/addresses',
  },
  {
    what: 'the cloud’s metadata is open to webhooks',
    file: 'core/webhooks/addresses.ts',
    find: "  '169.254.0.0/16',\n",
    put: '',
    test: 'core/webhooks/addresses',
  },
  {
    what: 'one good address of a name opens its bad ones',
    file: 'delivery/resolve.ts',
    find: 'if (blocked === undefined) return addresses;',
    put: 'if (addresses.some((address) => isAllowed(address, allow))) return addresses;',
    test: 'delivery/targets',
  },
  {
    what: 'a header of a channel sets the length',
    file: 'delivery/headers.ts',
    find: "...['accept-encoding', 'connection', 'content-length', 'expect',",
    put: "...['accept-encoding', 'connection', 'expect',",
    test: 'delivery/headers.property',
  },
  {
    what: 'what a person writes is not posted',
    file: 'core/webhooks/outbox.ts',
    find: "if (message.senderType !== 'user') return;",
    put: "if (message.senderType === 'user') return;",
    test: 'faults/model',
  },
  {
    what: 'deliveries that a crash cut off are never sent',
    file: 'core/webhooks/table.ts',
    find: "    .set({ status: 'pending' })\n    .where('status', '=', 'sending')\n",
    put: "    .set({ status: 'sending' })\n    .where('status', '=', 'sending')\n",
    test: 'faults/kill',
  },
  {
    what: 'a receiver that is gone is called again',
    file: 'core/webhooks/outcomes.ts',
    find: 'if (outcome.gone || delayMs',
    put: 'if (delayMs',
    test: 'faults/model',
  },
  {
    what: 'a redirect counts as delivered',
    file: 'delivery/outcome.ts',
    find: 'if (status >= 200 && status < 300) return null;',
    put: 'if (status >= 200 && status < 400) return null;',
    test: 'delivery/outcomes',
  },
];

const edges: Breakage[] = [
  {
    what: 'a bad credential costs nothing',
    file: 'http/rate-limit.ts',
    find: '        tell(headers, strangers.take(address));\n',
    put: '',
    test: 'http/rate-limit',
  },
  {
    what: 'a key may call without end',
    file: 'http/buckets.ts',
    find: 'bucket.tokens = Math.max(0, bucket.tokens - 1);',
    put: 'bucket.tokens = Math.max(0, bucket.tokens);',
    test: 'http/rate-limit',
  },
  {
    what: 'deep JSON is parsed',
    file: 'http/body.ts',
    find: 'if (++depth > DEEPEST) return true;',
    put: 'if (++depth > DEEPEST) return false;',
    test: 'faults/clients',
  },
  {
    what: 'a body without a length has no limit',
    file: 'http/body.ts',
    find: '    if (size > LARGEST_BODY) throw tooLarge();\n',
    put: '',
    test: 'http/errors',
  },
  {
    what: 'the last byte of a range is left out',
    file: 'http/ranges.ts',
    find: 'Math.min(Number(last) + 1, size)',
    put: 'Math.min(Number(last), size)',
    test: 'http/ranges',
  },
  {
    what: 'a range behind the end is answered',
    file: 'http/ranges.ts',
    find: "  if (start >= size) return 'unsatisfiable';\n",
    put: '',
    test: 'http/ranges',
  },
  {
    what: 'a stranger’s file runs as a page',
    file: 'http/download.ts',
    find: "  'content-security-policy': SANDBOX,\n",
    put: '',
    test: 'http/download',
  },
  {
    what: 'a stop leaves the polls hanging',
    file: 'server.ts',
    find: '      endWaiting(inbox.waiting);\n',
    put: '',
    test: 'faults/stop',
  },
  {
    what: 'an OAuth state is good twice',
    file: 'core/oauth/relay.ts',
    find: '  inbox.oauth.delete(state);\n',
    put: '',
    test: 'core/oauth/relay',
  },
];

export const breakages: Breakage[] = [
  ...[access, lasting, reviews, messages, webhooks, edges].flat(),
];
