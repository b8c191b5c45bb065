/** Who is notified of what, and what is withdrawn. */
import type { Breakage } from './breakage.ts';

export const reach: Breakage[] = [
  {
    what: 'questions that one notification counts are never counted as sent',
    file: 'core/notices/members.ts',
    find: '    await updateRows(tx, asks, { sentAt, heldUntil: null });\n',
    put: '',
    test: 'delivery/notices/gathered',
  },
  {
    what: 'a burst of questions is reminded of one by one',
    file: 'core/notices/reminding.ts',
    find: 'newNotice(notice, planned, gatheredBy)',
    put: 'newNotice(notice, planned)',
    test: 'delivery/notices/gathered',
  },
  {
    what: 'a count that changed during a slow attempt stays wrong',
    file: 'core/notices/record.ts',
    find: 'Date.parse(dueAt) > beganAt(notice)',
    put: 'dueAt > at',
    test: 'delivery/notices/gathered',
  },
  {
    what: 'what counted removed questions stays for a day',
    file: 'core/notices/sweep.ts',
    find: '  for (const id of new Set(attempted.flatMap((notice) => gatheringIn(notice) ?? []))) {\n    await dropGathering(tx, id);\n  }\n',
    put: '',
    test: 'delivery/notices/removing',
  },
  {
    what: 'the notice of a removed message that was cut off stays',
    file: 'core/notices/claim.ts',
    find: '    await dropRemoved(tx, lapsed);\n',
    put: '',
    test: 'delivery/notices/cut-off',
  },
  {
    what: 'a removed contact is deleted before what is being sent there has ended',
    file: 'core/notices/contact-removal.ts',
    find: '|| !(await hasOpenTo(db, id))',
    put: '|| (await hasOpenTo(db, id)) !== null',
    test: 'delivery/notices/cut-off',
  },
  {
    what: 'only the first notices of a removed contact are deleted',
    file: 'core/notices/contact-removal.ts',
    find: '    after = last.id;\n',
    put: "    after = 'z';\n",
    test: 'core/notices/contact-removal',
  },
  {
    what: 'a question that is read again delays its notification again',
    file: 'core/reviews/reads.ts',
    find: '(await insertSeen(tx, userId, id, toTimestamp(inbox.now())))',
    put: '(await insertSeen(tx, userId, id, toTimestamp(inbox.now()))) !== null',
    test: 'delivery/notices/delaying',
  },
  {
    what: 'a notification shows the marks of Markdown',
    file: 'delivery/notices/content.ts',
    find: "import { withoutMarks } from '../../core/messages/plain.ts';",
    put: 'const withoutMarks = (text: string) => text;',
    test: 'delivery/notices/asking',
  },
  {
    what: 'each question counts only once towards a burst',
    file: 'core/reach/contacts-table.ts',
    find: "askedBeforeThatAt: ref('askedBeforeAt')",
    put: 'askedBeforeThatAt: null',
    test: 'delivery/notices/gathered',
  },
  {
    what: 'an attempt of two calls takes as long as two',
    file: 'delivery/notices/queue.ts',
    find: 'withDeadline(timeoutMs, signal, (bounded)',
    put: 'withDeadline(2 * timeoutMs, signal, (bounded)',
    test: 'delivery/notices/deadline',
  },
  {
    what: 'webhooks that hang take all places of notifications',
    file: 'delivery/worker.ts',
    find: 'const LEFT_TO_OTHERS = 256;',
    put: 'const LEFT_TO_OTHERS = 0;',
    test: 'delivery/worker',
  },
];
