import { userManagementRoutes } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { userManagementErrors } from '../errors.ts';
import type { UserStore } from '../store/user.store.ts';

export function bindUserManagementRoutes(registrar: Registrar, store: UserStore): void {
  registrar.add(userManagementRoutes.listTeams, ({ caller }) => store.listTeams(caller.userId));
  registrar.add(userManagementRoutes.updateDarkMode, async ({ caller, query }) => {
    const updated = await store.updateMode(caller.userId, query.mode);
    if (!updated) throw new AppError(userManagementErrors.userNotFound);
    return { message: 'Colour scheme saved.' };
  });
}
