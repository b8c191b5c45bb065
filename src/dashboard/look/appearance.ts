/** How this browser shows the inbox; kept in this browser. */
export type Scheme = 'light' | 'dark' | 'auto';
export type Density = 'comfortable' | 'compact';
export type Appearance = { scheme: Scheme; density: Density };

const KEY = 'inbox-appearance';
const fallback: Appearance = { scheme: 'auto', density: 'comfortable' };

export function readAppearance(): Appearance {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>;
    return {
      scheme: kept.scheme === 'light' || kept.scheme === 'dark' ? kept.scheme : fallback.scheme,
      density: kept.density === 'compact' ? 'compact' : fallback.density,
    };
  } catch {
    return fallback;
  }
}

export function keepAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(appearance));
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
}

export function applyAppearance({ scheme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset.mantineColorScheme = scheme === 'auto' ? systemScheme() : scheme;
  dataset.density = density;
}

const systemScheme = () =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
