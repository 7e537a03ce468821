import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/**
 * useNarrow returns whether the screen is that of a phone or an upright tablet, where one bottom bar replaces all
 * navigation.
 */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 768px)', false, now);

/** useTight returns whether lists of screens only have room for icons. */
export const useTight = (): boolean => useMediaQuery('(max-width: 992px)', false, now);
