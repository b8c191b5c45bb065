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
    what: 'what cannot be undone is done by one press',
    file: 'dashboard/reviews/armed.ts',
    find: '    setFirst({ choice, by });\n    return false;',
    put: '    setFirst({ choice, by });\n    return true;',
    test: 'dashboard/answering',
  },
  {
    what: 'what happens before there is a connection is not heard',
    file: 'dashboard/live/live.tsx',
    find: '{ source, place },',
    put: "{ source, place: { after: 'now' } },",
    test: 'dashboard/meanwhile',
  },
  {
    what: 'who scrolls up is taken back',
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
    what: 'an answer that failed is told to nobody',
    file: 'dashboard/outbox/outbox.tsx',
    find: "outcome.is !== 'refused' || unsent.group || !isShown(unsent.id)",
    put: "outcome.is === 'refused' && isShown(unsent.id)",
    test: 'dashboard/unsent',
  },
  {
    what: 'what somebody else answered goes without a word',
    file: 'dashboard/inbox/elsewhere.tsx',
    find: 'useState(isOpen(review))',
    put: 'useState(false)',
    test: 'dashboard/triage',
  },
  {
    what: 'one of many questions at once is said to be all',
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
];
