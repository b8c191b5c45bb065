import { useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { type Appearance, applyAppearance, keepAppearance, readAppearance } from './appearance.ts';

/** The appearance and how to change it: immediately, and for the next visit. */
export function useAppearance() {
  const [appearance, setAppearance] = useState(readAppearance);
  const { setColorScheme } = useMantineColorScheme();
  const change = (part: Partial<Appearance>) => {
    const next = { ...readAppearance(), ...part };
    keepAppearance(next);
    applyAppearance(next);
    setColorScheme(next.scheme);
    setAppearance(next);
  };
  return [appearance, change] as const;
}
