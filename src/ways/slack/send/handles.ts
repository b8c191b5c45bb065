/** A message of Slack is named by its channel and its time. */

export const handleOf = (channel: string, ts: string): string => `${channel}:${ts}`;

export function placeOf(handle: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = handle.split(':');
  return { channel, ts };
}
