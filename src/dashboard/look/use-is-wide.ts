import { useMediaQuery } from '@mantine/hooks';

/** Whether there is room for a list beside what is open in it; a phone shows one after the other. */
export const useIsWide = () =>
  useMediaQuery('(min-width: 760px)', undefined, { getInitialValueInEffect: false });
