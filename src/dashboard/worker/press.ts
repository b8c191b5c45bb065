/** A press on a notification, or on one of its buttons. */
import { sendAnswer } from './calls.ts';
import type { Kept, WorkerScope } from './scope.ts';
import { showAsked, showChanged, showConfirming } from './show.ts';

type Worker = Pick<WorkerScope, 'registration' | 'clients'>;

export async function pressed(
  worker: Worker,
  notification: Notification,
  action: string,
): Promise<void> {
  const { registration } = worker;
  const kept: Kept = notification.data;
  if (action === 'back') return showAsked(registration, notification);
  const option = kept.options.find((one) => one.action === action);
  if (!option) {
    notification.close();
    return openPath(worker, kept.path);
  }
  if (option.isConfirmed && kept.confirming !== action) {
    return showConfirming(registration, notification, option);
  }
  const answered = await sendAnswer(registration.scope, kept, option.response);
  if (answered.is === 'kept') return showAsked(registration, notification, answered.why);
  const words = answered.is === 'given' ? `Answered: ${option.title}` : answered.why;
  return showChanged(registration, notification, { body: words });
}

/** In a window of the inbox that is open, or in another one. */
async function openPath({ registration, clients }: Worker, path: string): Promise<void> {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = all.find(({ url }) => url.startsWith(registration.scope));
  if (!open) {
    await clients.openWindow(new URL(`.${path}`, registration.scope).href);
    return;
  }
  open.postMessage({ open: path });
  await open.focus();
}
