import { userManagementRoutes } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { TeamRecord, UserRecord } from '../app/user-record.ts';
import { userManagementErrors } from '../errors.ts';

interface UserCalls {
  listTeams(userId: string): Promise<TeamRecord[]>;
  updateMode(userId: string, mode: UserRecord['modeStatus']): Promise<boolean>;
}

export function bindUserManagementRoutes(registrar: Registrar, users: UserCalls): void {
  registrar.add(userManagementRoutes.listTeams, ({ caller }) => users.listTeams(caller.userId));
  registrar.add(userManagementRoutes.updateDarkMode, async ({ caller, query }) => {
    const updated = await users.updateMode(caller.userId, query.mode);
    if (!updated) throw new AppError(userManagementErrors.userNotFound);
    return { message: 'Colour scheme saved.' };
  });
}
