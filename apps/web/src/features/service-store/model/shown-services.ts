import type { PageFlag } from '@touchstone/contracts/feature-flags';
import type { FlagValues } from '../../../shared/flags/flag-values.ts';

/** Categories that a flag must switch on. */
const flagOf: Record<string, PageFlag> = { DESKTOP_TESTING: 'isDesktopTestingEnabled' };

/** shownServices leaves out what belongs to a category that its flag switches off. */
export function shownServices<T extends { category: string }>(services: readonly T[], flags: FlagValues): T[] {
  return services.filter(({ category }) => {
    const flag = flagOf[category];
    return flag === undefined || flags[flag];
  });
}
