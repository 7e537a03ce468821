import { type AreaItem, type MenuEntry, type MenuName, pathOf } from '../../shared/feature/feature.ts';
import { type FlagValues, useFlags } from '../../shared/flags/flag-values.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { house } from '../house.ts';

type Entry = Pick<AreaItem, 'path' | 'flag'> | MenuEntry;

/** useIsShown tells whether an entry is for the user: its flag is on and its page may be opened. */
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

/** useMenu lists the entries of a menu that are for the user, in the order in which they stand. */
export function useMenu(name: MenuName): MenuEntry[] {
  const isShown = useIsShown();
  return house.menus
    .filter((entry) => entry.menus.includes(name) && isShown(entry))
    .toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
}

/** isForOrganization tells whether an entry is of no use before an organization has been chosen. */
export const isForOrganization = ({ path, panel }: MenuEntry): boolean =>
  panel !== undefined || (path !== undefined && house.pageAt(path)?.scope === 'organization');
