/** Answers, expiries, and their audience. */
import type { Breakage } from './breakage.ts';

export const reviews: Breakage[] = [
  {
    what: 'a late answer wins over the expiry',
    file: 'core/reviews/table.ts',
    find: "    .where('expiresAt', isOverdue ? '<=' : '>', parameter('respondedAt'))\n",
    put: '',
    test: 'core/reviews/expiry',
  },
  {
    what: 'a second answer overwrites the first',
    file: 'core/reviews/table.ts',
    find: "    .where('messageId', '=', parameter('messageId'))\n    .where('status', '=', 'pending')\n",
    put: "    .where('messageId', '=', parameter('messageId'))\n",
    test: 'system/races',
  },
  {
    what: 'a review expires a moment late',
    file: 'core/reviews/table.ts',
    find: "    .where('expiresAt', '<=', at)\n    .where((eb) =>",
    put: "    .where('expiresAt', '<', at)\n    .where((eb) =>",
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
    what: 'an answer wakes no waiter',
    file: 'core/reviews/waiting.ts',
    find: '    void wakeAll(inbox.waiting, message.id, message);\n',
    put: '    void message;\n',
    test: 'core/reviews/waiting',
  },
  {
    what: 'a woken waiter sees what only the agent may see',
    file: 'core/reviews/waiting.ts',
    find: 'outcomeOf(asSeenBy(caller, woken))',
    put: 'outcomeOf(woken)',
    test: 'core/reviews/waiting',
  },
  {
    what: 'a waiter that has lost its key is woken',
    file: 'core/reviews/waiter.ts',
    find: '    if (this.#hasEnded) return;\n',
    put: '',
    test: 'core/reviews/waiting',
  },
  {
    what: 'people see passwords in lists',
    file: 'core/messages/views.ts',
    find: 'answer && hidePasswords(review, answer)',
    put: 'answer',
    test: 'core/reviews/reviews',
  },
  {
    what: 'sockets of people carry passwords',
    file: 'core/events/about.ts',
    find: 'people: asListed',
    put: 'people: asSentToAgents',
    test: 'realtime/sockets',
  },
  {
    what: 'people see the credentials of callbacks',
    file: 'core/messages/views.ts',
    find: 'return review?.callback ? { ...message, review: maskCallback(review) } : message;',
    put: 'return message;',
    test: 'http/messages',
  },
];
