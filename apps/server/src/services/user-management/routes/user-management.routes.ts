import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { OrganizationUsers } from '../app/organization-users.ts';
import type { Organizations } from '../app/organizations.ts';
import type { Profiles } from '../app/profiles.ts';
import type { Teams } from '../app/teams.ts';
import type { UserRecord } from '../app/user-record.ts';
import { userManagementErrors } from '../errors.ts';

export function addTeamRoutes(registrar: Registrar, teams: Teams): void {
  registrar.add(calls.listTeams, ({ caller }) => teams.own(caller));
  registrar.add(calls.listTeamsOfOrganization, ({ caller }) => teams.ofOrganization(caller));
  registrar.add(calls.pageTeams, ({ caller, query }) => teams.page(caller, query));
  registrar.add(calls.pageTeamNames, ({ caller, query }) => teams.page(caller, query));
  registrar.add(calls.listTeamsWithRole, async ({ caller }) =>
    (await teams.own(caller)).map((team) => ({ ...team, role: caller.role })),
  );
  registrar.add(calls.getTeam, ({ caller, params }) => teams.get(caller, params.id));
  registrar.add(calls.createTeam, ({ caller, body }) => teams.create(caller, body));
  registrar.add(calls.updateTeam, ({ caller, body }) => teams.update(caller, body));
  registrar.add(calls.deleteTeam, ({ caller, params }) => teams.delete(caller, params.id));
  registrar.add(calls.pageTeamMembers, ({ caller, params, query }) => teams.pageMembers(caller, params.id, query));
  registrar.add(calls.addTeamUsers, ({ caller, params, body }) =>
    teams.addMembers(caller, params.teamId, body.userIds),
  );
  registrar.add(calls.removeTeamUsers, ({ caller, params, query }) =>
    teams.removeMembers(caller, params.id, query.userIds),
  );
  registrar.add(calls.setTeamsOfUser, ({ caller, body }) => teams.setTeamsOf(caller, body.userId, body.teamIds));
  registrar.add(calls.listTeamsOfUser, ({ caller, query }) => teams.ofUser(caller, query.login));
  registrar.add(calls.pageUserNames, ({ caller, query }) => teams.pageUserNames(caller, query));
  registrar.add(calls.listTeamCandidates, ({ caller, params, query }) =>
    teams.pageUserNames(caller, { ...query, outsideTeamId: params.id }),
  );
}

export function addUserRoutes(registrar: Registrar, users: OrganizationUsers): void {
  registrar.add(calls.pageUsers, ({ caller, query }) =>
    users.page(caller, { ...query, role: query.role as UserRecord['role'] | undefined }),
  );
  registrar.add(calls.createUser, ({ caller, body }) => users.create(caller, body));
  registrar.add(calls.updateUser, ({ caller, body }) => users.update(caller, body));
  registrar.add(calls.deleteUser, ({ caller, query }) => users.delete(caller, query.id));
  registrar.add(calls.updateRole, ({ caller, query }) => users.updateRole(caller, query.login, query.role));
  registrar.add(calls.inviteUsers, ({ caller, body }) => users.inviteMany(caller, body));
  registrar.add(calls.checkUserExists, ({ query }) => users.exists(query.login));
  registrar.add(calls.resendInvitation, ({ caller, query }) => users.resendInvitation(caller, query.login));
  registrar.add(calls.createInvitationLink, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return users.createInvitationLink(caller, body.login);
  });
  registrar.add(calls.getUser, ({ caller, query }) => users.get(caller, query.id ?? caller.userId));
  registrar.add(calls.getUserByLogin, ({ caller, query }) => users.getByLogin(caller, query.login));
  registrar.add(calls.updateActivatedStatus, ({ caller, query }) => users.setActive(caller, query.login, query.active));
  registrar.add(calls.getPilot, ({ caller, params }) => users.getPilot(caller, params.id));
  const pilot = { role: 'ROLE_USER', pocStatus: 'ACTIVE' } as const;
  registrar.add(calls.addPilot, ({ caller, body }) => users.create(caller, { ...body, ...pilot, teamIds: [] }));
  registrar.add(calls.addPilotToTeam, ({ caller, params, body }) =>
    users.create(caller, { ...body, ...pilot, teamIds: [params.teamId] }),
  );
  registrar.add(calls.updatePocStatus, ({ caller, params, body }) =>
    users.setPocStatus(caller, params.id, body.pocStatus),
  );
}

export function addOrganizationRoutes(registrar: Registrar, organizations: Organizations): void {
  registrar.add(calls.addOrganization, ({ caller, body }) => organizations.add(caller, body));
  registrar.add(calls.pageOrganizations, ({ query }) => organizations.page(query));
  registrar.add(calls.countOrganizations, () => organizations.count());
  registrar.add(calls.pageOrganizationNames, ({ query }) =>
    organizations.page({ ...query, sortItem: 'organizationName', sort: 'asc' }),
  );
  registrar.add(calls.listTeamsOfAnyOrganization, ({ query }) => organizations.teamsOf(query));
  registrar.add(calls.deactivateAccount, ({ caller, query }) =>
    organizations.setActive(caller, query.orgId, query.active ?? false),
  );
  registrar.add(calls.upgradeAccount, ({ caller, query }) => organizations.upgrade(caller, query));
}

export function addProfileRoutes(
  registrar: Registrar,
  profiles: Profiles,
  updateMode: (userId: string, mode: UserRecord['modeStatus']) => Promise<boolean>,
): void {
  registrar.add(calls.getProfile, ({ caller }) => profiles.get(caller));
  registrar.add(calls.updateProfile, ({ caller, body }) => profiles.update(caller, body));
  registrar.add(calls.editProfilePhoto, async ({ caller, request }) => {
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new AppError(userManagementErrors.photoRefused);
    return profiles.setPhoto(caller, part.file);
  });
  registrar.add(calls.deleteProfilePhoto, ({ caller }) => profiles.deletePhoto(caller));
  registrar.add(calls.getProfilePhoto, async ({ caller, params, reply }) => {
    const photo = await profiles.openPhoto(caller, params.userId);
    return reply
      .type(photo.contentType)
      .header('content-disposition', 'inline')
      .header('cache-control', 'private, max-age=86400')
      .send(photo.stream);
  });
  registrar.add(calls.changePassword, ({ caller, body }) =>
    profiles.changePassword(caller, { current: body.currentPassword, next: body.newPassword }),
  );
  registrar.add(calls.updateDarkMode, async ({ caller, query }) => {
    if (!(await updateMode(caller.userId, query.mode))) throw new AppError(userManagementErrors.userNotFound);
    return { message: 'Colour scheme saved.' };
  });
  registrar.add(calls.getPlanType, async ({ caller }) => ({ type: caller.plan }));
  registrar.add(calls.getPlanExpiryDate, ({ caller }) => profiles.planExpiryDate(caller));
  registrar.add(calls.getAccountStatus, ({ caller }) => profiles.accountStatus(caller));
  registrar.add(calls.updateLoginInformation, ({ caller }) => profiles.recordWelcome(caller));
  registrar.add(calls.getRandomData, async () => profiles.randomData());
  registrar.add(calls.getAiToken, ({ caller }) => profiles.aiToken(caller));
  registrar.add(calls.generateAiToken, ({ caller }) => profiles.generateAiToken(caller));
  registrar.add(calls.updateAiTokenStatus, ({ caller, query }) =>
    profiles.setAiTokenEnabled(caller, query.apiToken, query.enabled),
  );
}
