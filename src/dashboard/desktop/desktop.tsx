import { useNotifications } from './use-notifier.ts';

/** Desktop notifications while the page is open. */
export default function Desktop() {
  useNotifications();
  return null;
}
