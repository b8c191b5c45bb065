/** Times as a person says them. */
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const far = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

const DAY_MS = 86_400_000;

export const timeOf = (iso: string) => clock.format(new Date(iso));
/** Without the half of the day, for where there is little room. */
export const shortTimeOf = (iso: string) => timeOf(iso).replace(/\s?[ap]\.?m\.?$/i, '');
export const wholeTimeOf = (iso: string) => whole.format(new Date(iso));

/** Such as `Today`, or `Tuesday, March 4`. */
export function dayName(day: string, now = Date.now()): string {
  const date = new Date(day);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === new Date(now - DAY_MS).toDateString()) return 'Yesterday';
  return (date.getFullYear() === today.getFullYear() ? weekday : far).format(date);
}
