/** The host of an address as people are shown it. */
import { folded } from './letters.ts';

/**
 * Returns the host of an address as it is written, or as a browser asks for it, `xn--…`, where its
 * letters are of several scripts: `pаypal.example` with a Cyrillic а.
 */
export function hostOf(address: string): string {
  const { host } = new URL(address);
  if (!host.includes('xn--')) return host;
  const [, written = ''] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(address) ?? [];
  const decoded = folded(decodedIn(written));
  return ONE_SCRIPT.test(decoded) ? decoded : host;
}

/** Japanese and Korean write with several. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Han}\\p{sc=Hiragana}\\p{sc=Katakana',
  'Hangul}\\p{sc=Han',
].map((script) => `[\\d.:\\-\\p{sc=${script}}]+`);
const ONE_SCRIPT = new RegExp(`^(?:${SCRIPTS.join('|')})$`, 'u');

function decodedIn(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return '';
  }
}
