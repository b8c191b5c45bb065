/** Formats times in the locale of this browser. */
import { serverNow } from '../../client/clock.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const far = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** `9:41 AM` or `09:41`. */
export const clockTime = (at: string) => clock.format(new Date(at));
/** Without AM or PM, for little room. */
export const shortTime = (at: string) => clockTime(at).replace(/\s?[ap]\.?m\.?$/i, '');
/** To the second, with the day: for tooltips. */
export const wholeTime = (at: string) => whole.format(new Date(at));
export const dateOf = (at: string) => date.format(new Date(at));

/** In the shortest form: `9:41 AM` today, `Nov 20, 9:41 AM`, `Nov 20, 2025, 9:41 AM`. */
export function when(at: string, now = new Date(serverNow())): string {
  const moment = new Date(at);
  if (moment.toDateString() === now.toDateString()) return clockTime(at);
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return `${(isThisYear ? day : date).format(moment)}, ${clockTime(at)}`;
}

/** To the second: `9:41:24 AM`, with the day unless it is today. */
export function exactTime(at: string, now = new Date(serverNow())): string {
  const moment = new Date(at);
  if (moment.toDateString() === now.toDateString()) return exact.format(moment);
  return `${dateOf(at)}, ${exact.format(moment)}`;
}

/** `Today`, `Yesterday`, `Tuesday, March 4`. */
export function dayName(at: string, now = new Date(serverNow())): string {
  const moment = new Date(at);
  if (moment.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (moment.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (moment.getFullYear() === now.getFullYear() ? weekday : far).format(moment);
}
