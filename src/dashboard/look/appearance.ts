import { UNDO_SECONDS, type UndoSeconds, undoChoices } from '../../client/undo-seconds.ts';

/** How this browser shows the inbox; stored in this browser. */
export type Scheme = 'light' | 'dark' | 'auto';
export type Density = 'comfortable' | 'compact';
/** Whether single-character keys do anything. */
export type SingleKeys = 'on' | 'off';
/** In percent of the design size. */
export const textSizes = [90, 100, 112, 125] as const;
export type TextSize = (typeof textSizes)[number];
export type Appearance = {
  scheme: Scheme;
  density: Density;
  textSize: TextSize;
  singleKeys: SingleKeys;
  undoSeconds: UndoSeconds;
};

const KEY = 'inbox-appearance';
const fallback: Appearance = {
  scheme: 'auto',
  density: 'comfortable',
  textSize: 100,
  singleKeys: 'on',
  undoSeconds: UNDO_SECONDS,
};

export function readAppearance(): Appearance {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>;
    return {
      scheme: kept.scheme === 'light' || kept.scheme === 'dark' ? kept.scheme : fallback.scheme,
      density: kept.density === 'compact' ? 'compact' : fallback.density,
      textSize: textSizes.find((one) => one === kept.textSize) ?? fallback.textSize,
      singleKeys: kept.singleKeys === 'off' ? 'off' : fallback.singleKeys,
      undoSeconds: undoChoices.find((one) => one === kept.undoSeconds) ?? fallback.undoSeconds,
    };
  } catch {
    return fallback;
  }
}

export function keepAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(appearance));
  } catch {
    // The browser stores nothing: it applies until the page is left.
  }
}

export function applyAppearance({ scheme, density, textSize, singleKeys }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset.mantineColorScheme = scheme === 'auto' ? systemScheme() : scheme;
  dataset.density = density;
  dataset.textSize = `${textSize}`;
  dataset.singleKeys = singleKeys;
  applyThemeColor(scheme);
}

/** The browser's frame is as light or dark as the page, even if the system is not. */
function applyThemeColor(scheme: Scheme): void {
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  if (!light || !dark) return;
  light.media = scheme === 'auto' ? '(prefers-color-scheme: light)' : mediaIf(scheme === 'light');
  dark.media = scheme === 'auto' ? '(prefers-color-scheme: dark)' : mediaIf(scheme === 'dark');
}

const mediaIf = (isOn: boolean) => (isOn ? 'all' : 'not all');

export const hasSingleKeys = () => document.documentElement.dataset.singleKeys !== 'off';

const systemScheme = () =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
