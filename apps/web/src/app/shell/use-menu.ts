import { type AreaItem, type MenuEntry, type MenuName, pathOf } from '../../shared/feature/feature.ts';
import { type FlagValues, useFlags } from '../../shared/flags/flag-values.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { house } from '../house.ts';

type Entry = Pick<AreaItem, 'path' | 'flag'> | MenuEntry;

/**
 * useIsShown returns a function that tells whether an entry is shown: its flag is on and the user may open its page.
 */
export function useIsShown(): (entry: Entry) => boolean {
  const flags: FlagValues = useFlags();
  const { role } = useAccount();
  return ({ path, flag }) => {
    if (flag && !flags[flag]) return false;
    const allowed = path === undefined ? undefined : house.pageAt(pathOf(path))?.roles;
    return allowed === undefined || allowed.includes(role);
  };
}

const ranks = ['first', undefined, 'last'];

/** useMenu returns a menu's entries that the user may see, in order. */
export function useMenu(name: MenuName): MenuEntry[] {
  const isShown = useIsShown();
  return house.menus
    .filter((entry) => entry.menus.includes(name) && isShown(entry))
    .toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
}

/** isForOrganization returns whether an entry is useless until an organization has been chosen. */
export const isForOrganization = ({ path, panel }: MenuEntry): boolean =>
  panel !== undefined || (path !== undefined && house.pageAt(path)?.scope === 'organization');
