/** Messages, drafts, pages and searches. */
import type { Breakage } from './breakage.ts';

export const messages: Breakage[] = [
  {
    what: 'a clientId that is repeated makes a second message, or an error',
    file: 'core/messages/messages.ts',
    find: '    if (repeated) return { message: repeated, created: false };\n',
    put: '',
    test: 'http/messages',
  },
  {
    what: 'an Idempotency-Key is ignored',
    file: 'http/sending.ts',
    find: "body.clientId ?? headers['idempotency-key']",
    put: 'body.clientId',
    test: 'http/messages',
  },
  {
    what: 'a full last page has a cursor',
    file: 'core/pages.ts',
    find: 'rows.length > limit && last ?',
    put: 'rows.length >= limit && last ?',
    test: 'core/messages/listing',
  },
  {
    what: 'pages repeat a message',
    file: 'core/messages/page.ts',
    find: "eb(column(id), shape.after ? '>' : '<', parameter('cursor'))",
    put: "eb(column(id), shape.after ? '>' : '<=', parameter('cursor'))",
    test: 'core/messages/listing',
  },
  {
    what: 'pages of a search repeat a message',
    file: 'core/messages/searching.ts',
    find: "await seqOf(db, '<', cursor)",
    put: "await seqOf(db, '<=', cursor)",
    test: 'core/messages/listing',
  },
  {
    what: 'a search leaves out a message between two slices',
    file: 'storage/sqlite/slices.ts',
    find: '{ ...left, to: slice.from }',
    put: '{ ...left, to: slice.from - 1 }',
    test: 'core/messages/searching',
  },
  {
    what: 'a page of several channels leaves some of them out',
    file: 'core/messages/page.ts',
    find: ".select('messages.id')\n    .orderBy('messages.id', order(shape))\n    .limit(parameter('limit'));\n}",
    put: ".select('messages.id')\n    .limit(parameter('limit'));\n}",
    test: 'core/messages/page.property',
  },
  {
    what: 'a search finds every word or none',
    file: 'storage/sqlite/search.ts',
    find: ".join(' AND ')",
    put: ".join(' OR ')",
    test: 'core/messages/search.property',
  },
  {
    what: 'an ended draft is not found',
    file: 'core/messages/table.ts',
    find: "if (words !== '' && streamState !== 'streaming') await",
    put: "if (words !== '' && streamState === null) await",
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
    file: 'core/messages/delivery-status.ts',
    find: "if (known === 'agent_received' || known",
    put: 'if (known',
    test: 'faults/model',
  },
  {
    what: 'two states of a message have one number',
    file: 'core/messages/table.ts',
    find: '.set({ ...set, updatedAt: changedAt(tx, updatedAt), changeSeq })',
    put: '.set({ ...set, updatedAt: changedAt(tx, updatedAt) })',
    test: 'core/messages/versions.property',
  },
];
