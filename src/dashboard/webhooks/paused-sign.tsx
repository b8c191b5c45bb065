/** The sign that a webhook is paused. */
import { usePausedWebhook } from '../data/failing.ts';
import { Pause } from '../look/icons.tsx';

export const PausedSign = ({ says = 'Webhook paused' }: { says?: string }) => (
  <span className="paused-sign" title={says || undefined}>
    <Pause size={14} />
    {says && <span className="unseen"> {says}</span>}
  </span>
);

/** The sign next to a channel's name, while its webhook is paused. */
export const PausedMark = ({ channelId }: { channelId: string }) =>
  usePausedWebhook(channelId) && <PausedSign />;
