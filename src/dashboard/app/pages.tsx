/** The pages of the shell: paths, and files, which are loaded when first opened. */
import { matchRoute, useLocation, useRouter } from 'wouter';
import { lazyPreloadable, type Preloadable } from '../look/lazy.tsx';
import type { PageProps } from './page-props.ts';

type Page = { name: string; paths: string[]; Page: Preloadable<PageProps> };

/** Returns the first page whose path matches, or null. */
export function usePage() {
  const [location] = useLocation();
  const { parser } = useRouter();
  for (const page of pages) {
    for (const path of page.paths) {
      const [fits, params] = matchRoute(parser, path, location);
      if (fits) return { ...page, params };
    }
  }
  return null;
}

export const pages: Page[] = [
  {
    name: 'waiting',
    paths: ['/', '/m/:id'],
    Page: lazyPreloadable(() => import('../inbox/waiting.tsx')),
  },
  {
    name: 'answered',
    paths: ['/answered', '/answered/:id'],
    Page: lazyPreloadable(() => import('../answered/answered.tsx')),
  },
  {
    name: 'audit',
    paths: ['/activity/audit'],
    Page: lazyPreloadable(() => import('../audit/audit.tsx')),
  },
  {
    name: 'activity',
    paths: ['/activity', '/activity/agents', '/activity/deliveries'],
    Page: lazyPreloadable(() => import('../activity/activity.tsx')),
  },
  { name: 'files', paths: ['/files'], Page: lazyPreloadable(() => import('../files/files.tsx')) },
  {
    name: 'channels',
    paths: ['/channels'],
    Page: lazyPreloadable(() => import('../channel/channels.tsx')),
  },
  {
    name: 'channel',
    paths: ['/c/:channelId'],
    Page: lazyPreloadable(() => import('../channel/channel.tsx')),
  },
  {
    name: 'settings',
    paths: ['/settings', '/settings/*'],
    Page: lazyPreloadable(() => import('../settings/settings.tsx')),
  },
  { name: 'nothing', paths: ['*'], Page: lazyPreloadable(() => import('./nothing-here.tsx')) },
];
