import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** useNarrow tells whether the screen is that of a telephone or a tablet held upright: one bar at the bottom stands for all navigation. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 768px)', false, now);

/** useTight tells whether lists of screens have room for their icons only. */
export const useTight = (): boolean => useMediaQuery('(max-width: 992px)', false, now);
