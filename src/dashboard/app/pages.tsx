/** The pages of the shell: paths, and files, which are loaded when first opened. */
import type { ComponentType } from 'react';
import { late } from '../look/late.tsx';
import type { PageProps } from './page-props.ts';

type Page = { name: string; paths: string[]; Page: ComponentType<PageProps> };

export const pages: Page[] = [
  { name: 'waiting', paths: ['/', '/m/:id'], Page: late(() => import('../inbox/waiting.tsx')) },
  {
    name: 'answered',
    paths: ['/answered', '/answered/:id'],
    Page: late(() => import('../answered/answered.tsx')),
  },
  {
    name: 'audit',
    paths: ['/activity/audit'],
    Page: late(() => import('../audit/audit.tsx')),
  },
  {
    name: 'activity',
    paths: ['/activity', '/activity/agents', '/activity/deliveries'],
    Page: late(() => import('../activity/activity.tsx')),
  },
  { name: 'files', paths: ['/files'], Page: late(() => import('../files/files.tsx')) },
  { name: 'channels', paths: ['/channels'], Page: late(() => import('../channel/channels.tsx')) },
  { name: 'channel', paths: ['/c/:channelId'], Page: late(() => import('../channel/channel.tsx')) },
  {
    name: 'settings',
    paths: ['/settings', '/settings/*'],
    Page: late(() => import('../settings/settings.tsx')),
  },
  { name: 'nothing', paths: ['*'], Page: late(() => import('./nothing-here.tsx')) },
];
