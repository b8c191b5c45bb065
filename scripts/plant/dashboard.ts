/** What a person in the dashboard would lose, see wrong, or do by mistake. */
import type { Breakage } from './breakage.ts';

export const dashboard: Breakage[] = [
  {
    what: 'a page that was asked for is given up',
    file: 'dashboard/data/readings.ts',
    find: 'const isFree = (query: Query) => !isPaging(query) && predicate(query);',
    put: 'const isFree = (query: Query) => predicate(query);',
    test: 'dashboard/paging',
  },
  {
    what: 'an irreversible choice takes only one press',
    file: 'dashboard/reviews/armed.ts',
    find: '    setFirst({ choice, by });\n    return false;',
    put: '    setFirst({ choice, by });\n    return true;',
    test: 'dashboard/answering',
  },
  {
    what: 'events before the connection are missed',
    file: 'dashboard/live/live.tsx',
    find: '{ source, place },',
    put: "{ source, place: { after: 'now' } },",
    test: 'dashboard/meanwhile',
  },
  {
    what: 'scrolling up jumps back to the newest message',
    file: 'dashboard/channel/use-newest.ts',
    find: 'onWheel: ({ deltaY }: WheelEvent) => deltaY < 0 && letGo(),',
    put: '',
    test: 'dashboard/conversation',
  },
  {
    what: 'a password is kept in the browser',
    file: 'dashboard/reviews/drafts.ts',
    find: 'draft: kept(latest.current) }',
    put: 'draft: latest.current }',
    test: 'dashboard/form',
  },
  {
    what: 'a failed answer is not reported',
    file: 'dashboard/outbox/outbox.tsx',
    find: "outcome.is !== 'refused' || unsent.group || !isShown(unsent.id)",
    put: "outcome.is === 'refused' && isShown(unsent.id)",
    test: 'dashboard/unsent',
  },
  {
    what: 'an answer by someone else is not reported',
    file: 'dashboard/inbox/elsewhere.tsx',
    find: 'useState(isOpen(review))',
    put: 'useState(false)',
    test: 'dashboard/triage',
  },
  {
    what: 'one of many simultaneous questions is reported as the only one',
    file: 'dashboard/app/announcer.tsx',
    find: 'if (count > 1)',
    put: 'if (count > 9)',
    test: 'dashboard/shell',
  },
  {
    what: 'a message that was not sent is lost with the page',
    file: 'dashboard/channel/outbox.ts',
    find: 'keep(key, next.length > 0 ? next : null);',
    put: '',
    test: 'dashboard/composer',
  },
  {
    what: 'a picture of another host is loaded',
    file: 'dashboard/message/elements.tsx',
    find: "    <OutLink href={typeof src === 'string' ? src : ''}>image: {alt || 'no description'}</OutLink>\n",
    put: '    <img src={src} alt={alt} />\n',
    test: 'dashboard/markdown',
  },
  {
    what: 'the palette forgets what an arrow moved to while it loads results',
    file: 'dashboard/app/use-selection.ts',
    find: 'moved.current = ids[store.getState().selected] ?? null;',
    put: 'moved.current = null;',
    test: 'dashboard/palette',
  },
];
