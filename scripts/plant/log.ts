/** The events that followers of the log receive. */
import type { Breakage } from './breakage.ts';

export const log: Breakage[] = [
  {
    what: 'a page continues after events that it left out',
    file: 'core/log/page.ts',
    find: 'const nextAfter = isWhole ? until : (last?.seq ?? until);',
    put: 'const nextAfter = isWhole ? until : until;',
    test: 'faults/log',
  },
  {
    what: 'a socket that catches up misses the first event of a page',
    file: 'realtime/catch-up.ts',
    find: 'for (const event of part) {\n        emit',
    put: 'for (const event of part.slice(1)) {\n        emit',
    test: 'faults/log',
  },
  {
    what: 'a socket gets live events before the ones that it missed',
    file: 'realtime/catch-up.ts',
    find: '  for (let from = after; ; ) {',
    put: '  join();\n  for (let from = after; ; ) {',
    test: 'faults/log',
  },
  {
    what: 'live events of a channel come among those that a socket catches up on',
    file: 'realtime/rooms.ts',
    find: "'channelId' in audience ? [catchingUpOn(audience.channelId)] : [];",
    put: '[];',
    test: 'realtime/long-catch-up',
  },
  {
    what: 'two subscriptions of a socket run at the same time',
    file: 'realtime/subscribe.ts',
    find: 'socket.data.settled.then(async () => {',
    put: 'Promise.resolve().then(async () => {',
    test: 'realtime/long-catch-up',
  },
  {
    what: 'a live event is emitted twice',
    file: 'realtime/relay.ts',
    find: 'for (const namespace of counting) {',
    put: 'for (const namespace of [...counting, ...counting]) {',
    test: 'faults/log',
  },
  {
    what: 'a restored inbox counts on from its backup',
    file: 'core/restore/restore.ts',
    find: '    await raiseCounters(tx, counters);\n',
    put: '',
    test: 'faults/log',
  },
];
