/** The order matters: each browser names itself as some of those after it, too. */
const browsers: [mark: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];
const LONGEST = 60;

/** Returns `Chrome on Linux`; a user agent that is not known is returned as it is. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const named = (known: [RegExp, string][]) => known.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) return userAgent.slice(0, LONGEST);
  return system === undefined ? browser : `${browser} on ${system}`;
}
