import { administers, administersOwn, all, type Expectation, type ServiceCalls } from '../expectation.ts';

let counter = 0;
const freshLogin = () => {
  counter += 1;
  return `made.${counter}@example.test`;
};
const newUser = () => ({ login: freshLogin(), firstName: 'New', lastName: 'Person' });
/** For teammates, and administrators of the organization. */
const onlyTheirs: Expectation = { ...all(404), owner: 200 };

/** Teams, users, organizations and profiles. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET user-management/api/account-status
      GET user-management/api/display-normal-users
      GET user-management/api/list-teams
      GET user-management/api/normal-user-login
      GET user-management/api/normal-users-by-id
      GET user-management/api/plan-expiry-date
      GET user-management/api/plan-type
      GET user-management/api/randdata
      GET user-management/api/team-by-users
      GET user-management/api/team-list
      GET user-management/api/team-members/{id}
      GET user-management/api/teams-by-user
      GET user-management/api/teams-by-user-and-role
      GET user-management/api/teams/{id}
      PUT user-management/api/update-dark-mode
      PUT user-management/api/update-login-information
      GET user-management/profile-photo/{userId}
    `,
    people: `
      POST user-management/api/change_password
      GET user-management/api/getAIToken
      GET user-management/api/profile-info
      PUT user-management/api/profile-info
      DELETE user-management/delete-profile-photo
      PUT user-management/edit-profile-photo
    `,
    peopleButGuests: `
      POST user-management/api/generateAIToken
      PUT user-management/api/updateAITokenStatus
    `,
    administrators: `
      GET user-management/api/check-user-exist
      GET user-management/api/normal-users
      GET user-management/api/pilotdata/{id}
      GET user-management/api/team-list-by-organization
      GET user-management/api/userlist/{id}
    `,
    administratorsOfAccounts: `
      POST user-management/api/add-team-users/{teamId}
      POST user-management/api/add-users
      POST user-management/api/addpilot
      POST user-management/api/addpilot-to-team/{teamId}
      DELETE user-management/api/normal-users
      POST user-management/api/normal-users
      PUT user-management/api/normal-users
      PUT user-management/api/resend-email
      POST user-management/api/invitation-link
      PUT user-management/api/team-users
      DELETE user-management/api/team-users/{id}
      POST user-management/api/teams
      PUT user-management/api/teams
      DELETE user-management/api/teams/{id}
      PUT user-management/api/update-activated-status
      PUT user-management/api/update-role
      PUT user-management/api/updatePocStatus/{id}
    `,
    superRoles: `
      GET user-management/api/organization
      GET user-management/api/organization-count
      GET user-management/api/organization-names
      GET user-management/api/team-by-organization
    `,
    superAdministratorsWhoChange: `
      POST user-management/api/add-organization
      PUT user-management/api/deactivate-account
      PUT user-management/api/upgrade-account
    `,
  },
  expectations: {
    'GET user-management/api/team-list': all(200),
    'GET user-management/api/team-list-by-organization': administersOwn(),
    'GET user-management/api/teams-by-user': all(200),
    'GET user-management/api/list-teams': all(200),
    'GET user-management/api/teams-by-user-and-role': all(200),
    'GET user-management/api/teams/{id}': onlyTheirs,
    'POST user-management/api/teams': administersOwn(201),
    'PUT user-management/api/teams': administers(),
    'DELETE user-management/api/teams/{id}': { ...administers(), owner: 'destroys' },
    'GET user-management/api/team-members/{id}': onlyTheirs,
    'POST user-management/api/add-team-users/{teamId}': administers(),
    'DELETE user-management/api/team-users/{id}': administers(),
    'PUT user-management/api/team-users': administers(),
    'GET user-management/api/team-by-users': onlyTheirs,
    'GET user-management/api/normal-users': administersOwn(),
    'GET user-management/api/display-normal-users': all(200),
    'POST user-management/api/normal-users': { ...administersOwn(201), owner: 201 },
    'PUT user-management/api/normal-users': administers(),
    'DELETE user-management/api/normal-users': { ...administers(), owner: 'destroys' },
    'PUT user-management/api/update-role': administers(),
    'POST user-management/api/add-users': administersOwn(),
    'GET user-management/api/check-user-exist': administersOwn(),
    'PUT user-management/api/resend-email': administers(409),
    'POST user-management/api/invitation-link': administers(409),
    'GET user-management/api/userlist/{id}': administers(),
    'GET user-management/api/normal-users-by-id': onlyTheirs,
    'GET user-management/api/normal-user-login': onlyTheirs,
    'PUT user-management/api/update-activated-status': administers(),
    'GET user-management/api/pilotdata/{id}': administers(404),
    'POST user-management/api/addpilot': administersOwn(201),
    'POST user-management/api/addpilot-to-team/{teamId}': administers(201),
    'PUT user-management/api/updatePocStatus/{id}': administers(404),
    'POST user-management/api/add-organization': all(403),
    'GET user-management/api/organization': all(403),
    'GET user-management/api/organization-count': all(403),
    'GET user-management/api/organization-names': all(403),
    'GET user-management/api/team-by-organization': all(403),
    'PUT user-management/api/deactivate-account': { ...all(403), byRole: { ROLE_SUPERADMIN: 404 } },
    'PUT user-management/api/upgrade-account': { ...all(403), byRole: { ROLE_SUPERADMIN: 'destroys' } },
    'GET user-management/api/profile-info': all(200),
    'PUT user-management/api/profile-info': all(200),
    'PUT user-management/edit-profile-photo': all(422),
    'DELETE user-management/delete-profile-photo': all(200),
    'GET user-management/profile-photo/{userId}': all(404),
    'POST user-management/api/change_password': all(400),
    'PUT user-management/api/update-dark-mode': all(200),
    'GET user-management/api/plan-type': all(200),
    'GET user-management/api/plan-expiry-date': all(200),
    'GET user-management/api/account-status': all(200),
    'PUT user-management/api/update-login-information': all(200),
    'GET user-management/api/randdata': all(200),
    'GET user-management/api/getAIToken': all(200),
    'POST user-management/api/generateAIToken': { ...all(201), guest: 403 },
    'PUT user-management/api/updateAITokenStatus': { ...all(404), guest: 403 },
  },
  examples({ runId = '', teamId = '', memberId = '', memberLogin = '', organizationId = '' }) {
    const team = { params: { id: teamId } };
    const login = { query: { login: memberLogin } };
    return {
      'GET user-management/api/teams/{id}': team,
      'POST user-management/api/teams': { body: { teamName: `Team of ${freshLogin()}` } },
      'PUT user-management/api/teams': { body: { teamId, teamDescription: 'x' } },
      'DELETE user-management/api/teams/{id}': team,
      'GET user-management/api/team-members/{id}': team,
      'POST user-management/api/add-team-users/{teamId}': { params: { teamId }, body: { userIds: [memberId] } },
      'DELETE user-management/api/team-users/{id}': { ...team, query: { userIds: memberId } },
      'PUT user-management/api/team-users': { body: { userId: memberId, teamIds: [teamId] } },
      'GET user-management/api/team-by-users': login,
      'GET user-management/api/normal-users': { query: {} },
      'POST user-management/api/normal-users': { body: newUser() },
      'PUT user-management/api/normal-users': { body: { userId: memberId, firstName: 'Mia' } },
      'DELETE user-management/api/normal-users': { query: { id: memberId } },
      'PUT user-management/api/update-role': { query: { login: memberLogin, role: 'ROLE_USER' } },
      'POST user-management/api/add-users': { body: { logins: [freshLogin()] } },
      'GET user-management/api/check-user-exist': login,
      'PUT user-management/api/resend-email': login,
      'POST user-management/api/invitation-link': { body: { login: memberLogin } },
      'GET user-management/api/userlist/{id}': team,
      'GET user-management/api/normal-users-by-id': { query: { id: memberId } },
      'GET user-management/api/normal-user-login': login,
      'PUT user-management/api/update-activated-status': { query: { login: memberLogin, active: 'true' } },
      'GET user-management/api/pilotdata/{id}': { params: { id: memberId } },
      'POST user-management/api/addpilot': { body: newUser() },
      'POST user-management/api/addpilot-to-team/{teamId}': { params: { teamId }, body: newUser() },
      'PUT user-management/api/updatePocStatus/{id}': { params: { id: memberId }, body: { pocStatus: 'COMPLETED' } },
      'POST user-management/api/add-organization': { body: { ...newUser(), organizationName: 'Made' } },
      'GET user-management/api/team-by-organization': login,
      'PUT user-management/api/deactivate-account': { query: { orgId: organizationId || runId } },
      'PUT user-management/api/upgrade-account': { query: { login: memberLogin, planType: 'PRO' } },
      'PUT user-management/api/profile-info': { body: { firstName: 'Mia' } },
      'GET user-management/profile-photo/{userId}': { params: { userId: memberId } },
      'POST user-management/api/change_password': {
        body: { currentPassword: 'wrong one', newPassword: 'a quiet one', confirmPassword: 'a quiet one' },
      },
      'PUT user-management/api/update-dark-mode': { query: { mode: 'dark' } },
      'POST user-management/api/generateAIToken': { body: { confirmation: 'Generate' } },
      'PUT user-management/api/updateAITokenStatus': { query: { apiToken: runId, enabled: 'true' } },
    };
  },
};
