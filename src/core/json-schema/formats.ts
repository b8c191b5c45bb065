import { format as formats } from '@cfworker/json-schema';
import type { At, Steps } from './steps.ts';

/** Returns whether a text is an `email`, a `uri` and so on; unknown formats accept everything. */
export function isOfFormat(format: string, text: string, steps: Steps, at: At): boolean {
  const fits = format === 'url' ? isUrl : Object.hasOwn(formats, format) && formats[format];
  if (!fits) return true;
  // Some of them take quadratic time.
  steps.take(text.length + Math.floor((text.length / 30) ** 2), at);
  return fits(text);
}

const LABEL = '[a-z\\u{00a1}-\\u{ffff}0-9]+(?:-[a-z\\u{00a1}-\\u{ffff}0-9]+)*';
const HOST = new RegExp(
  `^(?:${LABEL})(?:\\.${LABEL})*\\.[a-z\\u{00a1}-\\u{ffff}]{2,}(?::\\d{2,5})?$`,
  'iu',
);
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?$/;
const WEB = /^(?:https?|ftp):\/\/(?=\S+$)/i;

/** The library's own expression for a URL takes exponential time for `http://aaaa…!`. */
function isUrl(text: string): boolean {
  const [scheme] = WEB.exec(text) ?? [];
  if (scheme === undefined) return false;
  const [authority = ''] = text.slice(scheme.length).split('/', 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return ADDRESS.test(host) ? isPublic(host) : HOST.test(host);
}

function isPublic(host: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = host.replace(/:.*/, '').split('.').map(Number);
  if (a < 1 || a > 223 || b > 255 || c > 255 || d < 1 || d > 254) return false;
  const isPrivate =
    a === 10 || a === 127 || (a === 192 && b === 168) || (a === 172 && b >> 4 === 1);
  return !isPrivate && !(a === 169 && b === 254);
}
