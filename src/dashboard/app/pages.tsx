/** Every page of the shell: its paths, and its file, which is read when it is first opened. */
import { type ComponentType, lazy } from 'react';

export type PageProps = { params: Record<string, string | undefined> };
type Page = { name: string; paths: string[]; Page: ComponentType<PageProps> };

export const pages: Page[] = [
  { name: 'waiting', paths: ['/', '/m/:id'], Page: lazy(() => import('../inbox/waiting.tsx')) },
  { name: 'answered', paths: ['/answered'], Page: lazy(() => import('../inbox/answered.tsx')) },
  { name: 'activity', paths: ['/activity'], Page: lazy(() => import('../activity/activity.tsx')) },
  { name: 'files', paths: ['/files'], Page: lazy(() => import('../files/files.tsx')) },
  { name: 'channels', paths: ['/channels'], Page: lazy(() => import('../channel/channels.tsx')) },
  { name: 'channel', paths: ['/c/:channelId'], Page: lazy(() => import('../channel/channel.tsx')) },
  {
    name: 'settings',
    paths: ['/settings', '/settings/*'],
    Page: lazy(() => import('../settings/settings.tsx')),
  },
  { name: 'nothing', paths: ['*'], Page: lazy(() => import('./nothing-here.tsx')) },
];
