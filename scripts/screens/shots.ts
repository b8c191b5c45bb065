/** The screenshots that `bun run screenshots` takes: a page, at a size, light or dark. */
import type { BrowserContextOptions } from 'playwright-core';
import { picturesOf } from '../../src/build/docs/pictures.ts';
import { docsSources } from '../../src/build/docs/sources.ts';
import { NOTIFICATION } from './notification.ts';
import { emptyScreens, screens } from './screens.ts';

const touch = { hasTouch: true, isMobile: true };
export const sizes: Record<string, BrowserContextOptions> = {
  desk: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1024, height: 768 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  small: { viewport: { width: 320, height: 568 }, ...touch },
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  sideways: { viewport: { width: 844, height: 390 }, ...touch },
};
export const schemes = ['light', 'dark'] as const;

export const shotName = (screen: string, size: string, scheme: string) =>
  `${screen}-${size}-${scheme}`;

/** Returns the names of those in the README and in the pages of docs. */
export async function shotsOfDocs(): Promise<string[]> {
  const paths = picturesOf(await docsSources()).filter((path) => path.endsWith('.png'));
  const known = new Set(
    [NOTIFICATION, ...[...screens, ...emptyScreens].map(({ name }) => name)].flatMap((name) =>
      Object.keys(sizes).flatMap((size) => schemes.map((scheme) => shotName(name, size, scheme))),
    ),
  );
  return paths.map((path) => {
    const [, name = ''] = /^docs\/screens\/(.+)\.png$/.exec(path) ?? [];
    if (!known.has(name)) throw new Error(`${path} is no page, size and scheme of scripts/screens`);
    return name;
  });
}
