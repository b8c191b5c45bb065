import { useMediaQuery } from '@mantine/hooks';

/** Too narrow, or too low, for a list beside its open item: the same as in the styles. */
const ONE_COLUMN = '(width < 760px), (height < 500px)';

/** Returns whether a list fits beside its open item; a phone shows one of the two. */
export const useIsWide = () =>
  !useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
