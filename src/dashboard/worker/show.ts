/** The notification of a question, at each step on its way to an answer. */
import type { PushedData } from '../../ways/webpush/pushed.ts';
import { showBadge } from '../push/badge.ts';
import { confirmArrival } from './calls.ts';
import type { Kept, Pushed } from './scope.ts';

type Option = PushedData['options'][number];
type Shown = {
  title: string;
  body: string;
  tag: string;
  data: Kept;
  actions: { action: string; title: string }[];
  isSilent: boolean;
};

/** The notification that was pushed. It alerts, unless it repeats or replaces one that is shown. */
export async function showPushed(
  registration: ServiceWorkerRegistration,
  { notification: { title, body, tag, data }, app_badge: badge }: Pushed,
): Promise<void> {
  const there = await registration.getNotifications({ tag });
  const isRepeated = there.length > 0 && !data.isReminder;
  const kept = { ...data, body, confirming: null };
  const isAsked = data.what === 'asks' || data.what === 'reminds';
  const isSilent = data.isSilent || isRepeated;
  const actions = isAsked ? buttonsOf(data) : [];
  await show(registration, { title, body, tag, data: kept, actions, isSilent });
  await Promise.all([confirmArrival(registration.scope, data), showBadge(Number(badge))]);
}

/** The question with its buttons, and above it why it was not answered. */
export const showAsked = (
  registration: ServiceWorkerRegistration,
  { title, tag, data }: Notification,
  why?: string,
): Promise<void> => {
  const kept: Kept = { ...data, confirming: null };
  const body = why === undefined ? kept.body : `${why}\n${kept.body}`;
  const isSilent = why === undefined;
  return show(registration, { title, body, tag, data: kept, actions: buttonsOf(kept), isSilent });
};

/** An answer that cannot easily be reversed is pressed twice. */
export const showConfirming = (
  registration: ServiceWorkerRegistration,
  { title, tag, data }: Notification,
  option: Option,
): Promise<void> =>
  show(registration, {
    title,
    tag,
    isSilent: true,
    body: `Press “${option.title}” again to confirm.`,
    data: { ...data, confirming: option.action },
    actions: [
      { action: option.action, title: option.title },
      { action: 'back', title: 'Back' },
    ],
  });

/** Silently replaces a notification by one without buttons: how its question ended, or another count. */
export const showChanged = (
  registration: ServiceWorkerRegistration,
  { title, body, tag, data }: Notification,
  changed: { title: string } | { body: string },
): Promise<void> =>
  show(registration, { title, body, tag, data, ...changed, actions: [], isSilent: true });

const buttonsOf = ({ options }: PushedData): Shown['actions'] =>
  options.length === 0
    ? [{ action: 'open', title: 'Open' }]
    : options.map(({ action, title }) => ({ action, title }));

function show(
  registration: ServiceWorkerRegistration,
  { title, isSilent, ...shown }: Shown,
): Promise<void> {
  // The build names the icon by its hash.
  const icon = new URL('./icon-192.png', registration.scope).href;
  // `renotify` alerts again for what replaces a notification of the same tag.
  const options = { ...shown, icon, dir: 'auto' as const, silent: isSilent, renotify: !isSilent };
  return registration.showNotification(title, options);
}
