import { useMediaQuery } from '@mantine/hooks';

/** Too narrow, or too low, for a list beside what is open in it: the same as in the styles. */
const ONE_COLUMN = '(width < 760px), (height < 500px)';

/** Whether there is room for a list beside what is open in it; a phone shows one after the other. */
export const useIsWide = () =>
  !useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
