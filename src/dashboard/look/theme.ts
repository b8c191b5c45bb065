import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { keepAppearance, readAppearance } from './appearance.ts';

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

const greys = [
  '#ecedf1',
  '#c5c8d0',
  '#9a9fab',
  '#6b707c',
  '#3a3d47',
  '#2e313a',
  '#1d1f26',
  '#191a20',
  '#14151a',
  '#0f1014',
] as const;

/** Sizes and colours are in tokens.css; Mantine uses them from there. */
export const theme = createTheme({
  primaryColor: 'indigo',
  // White on these has the contrast of AA.
  primaryShade: { light: 7, dark: 7 },
  // The greys of the dark scheme have the blue of ours.
  colors: { dark: greys },
  fontFamily: font,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: font, fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.3125rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '7px', md: '9px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // The buttons that Mantine renders itself have no label.
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } },
    },
  },
});

const colours = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-error': 'var(--red)',
  // White on Mantine's own red has less than the contrast of AA.
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
  '--mantine-color-anchor': 'var(--accent-ink)',
  '--mantine-color-default': 'var(--page)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--edge)',
};
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: colours,
  dark: colours,
});

/** Mantine stores the colour scheme with the rest of the appearance. */
export function schemeManager(): MantineColorSchemeManager {
  return {
    get: () => readAppearance().scheme,
    set: (scheme) => keepAppearance({ ...readAppearance(), scheme }),
    subscribe: () => {},
    unsubscribe: () => {},
    clear: () => {},
  };
}
