import type { Example, Expectation } from './expectation.ts';

const path = (line: string) => line.replace(' ', ' /services/user-management');
/** What only administrators may, on something of the owner's organization. */
const administers = (status = 200): Expectation => ({
  stranger: 404,
  outsider: 403,
  guest: 403,
  colleague: 403,
  owner: status,
});
/** What only administrators may, within their own organization. */
const administersOwn = (status = 200): Expectation => ({ ...administers(status), stranger: status });
const anybody: Expectation = { stranger: 200, outsider: 200, guest: 200, colleague: 200, owner: 200 };
const none = (status: number): Expectation => ({
  stranger: status,
  outsider: status,
  guest: status,
  colleague: status,
  owner: status,
});

/** Lines of teams, users and profiles. */
export const accountExpectations: Record<string, Expectation> = {
  [path('GET /api/team-list')]: anybody,
  [path('GET /api/team-list-by-organization')]: administersOwn(),
  [path('GET /api/teams-by-user')]: anybody,
  [path('GET /api/list-teams')]: anybody,
  [path('GET /api/teams-by-user-and-role')]: anybody,
  [path('GET /api/teams/{id}')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 200 },
  [path('POST /api/teams')]: administersOwn(201),
  [path('PUT /api/teams')]: administers(),
  [path('DELETE /api/teams/{id}')]: { ...administers(), owner: 'destroys' },
  [path('GET /api/team-members/{id}')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 200 },
  [path('POST /api/add-team-users/{teamId}')]: administers(),
  [path('DELETE /api/team-users/{id}')]: administers(),
  [path('PUT /api/team-users')]: administers(),
  [path('GET /api/team-by-users')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 200 },

  [path('GET /api/normal-users')]: administersOwn(),
  [path('GET /api/display-normal-users')]: anybody,
  [path('POST /api/normal-users')]: { ...administersOwn(201), owner: 201 },
  [path('PUT /api/normal-users')]: administers(),
  [path('DELETE /api/normal-users')]: { ...administers(), owner: 'destroys' },
  [path('PUT /api/update-role')]: administers(),
  [path('POST /api/add-users')]: administersOwn(),
  [path('GET /api/check-user-exist')]: administersOwn(),
  [path('PUT /api/resend-email')]: administers(409),
  [path('GET /api/userlist/{id}')]: administers(),
  [path('GET /api/normal-users-by-id')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 200 },
  [path('GET /api/normal-user-login')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 200 },
  [path('PUT /api/update-activated-status')]: administers(),
  [path('GET /api/pilotdata/{id}')]: administers(404),
  [path('POST /api/addpilot')]: administersOwn(201),
  [path('POST /api/addpilot-to-team/{teamId}')]: administers(201),
  [path('PUT /api/updatePocStatus/{id}')]: administers(404),

  [path('GET /api/user-count')]: anybody,
  [path('GET /api/dashboardcount')]: anybody,
  [path('GET /api/user-metrics')]: administersOwn(),
  [path('GET /api/usage-metrics')]: anybody,
  [path('GET /api/browser-concurrency')]: anybody,
  [path('GET /api/device-concurrency')]: anybody,
  [path('GET /api/browser-concurrency-count')]: anybody,
  [path('GET /api/device-concurrency-count')]: anybody,
  [path('GET /api/test-execution-wait-time')]: anybody,
  [path('GET /api/total-sprints')]: anybody,
  [path('GET /api/common-metrics')]: anybody,
  [path('GET /api/consolidated-metrics')]: anybody,
  [path('GET /api/consolidated-metrics-by-status-date')]: anybody,
  [path('GET /api/total-tests-built')]: anybody,
  [path('GET /api/total-tests-ran')]: anybody,
  [path('GET /api/project-widget')]: anybody,
  [path('POST /api/project-widget')]: anybody,
  [path('GET /api/project-widget-by-service')]: anybody,
  [path('GET /api/user-contributions')]: anybody,
  [path('GET /api/total-passed-tests')]: { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 },
  [path('GET /api/recent-tests')]: anybody,
  [path('GET /api/view-test')]: { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 },

  [path('POST /api/add-organization')]: none(403),
  [path('GET /api/organization')]: none(403),
  [path('GET /api/organization-count')]: none(403),
  [path('GET /api/organization-names')]: none(403),
  [path('GET /api/team-by-organization')]: none(403),
  [path('PUT /api/deactivate-account')]: { ...none(403), byRole: { ROLE_SUPERADMIN: 404 } },
  [path('PUT /api/upgrade-account')]: { ...none(403), byRole: { ROLE_SUPERADMIN: 'destroys' } },

  [path('GET /api/profile-info')]: anybody,
  [path('PUT /api/profile-info')]: anybody,
  [path('PUT /edit-profile-photo')]: none(422),
  [path('DELETE /delete-profile-photo')]: anybody,
  [path('GET /profile-photo/{userId}')]: none(404),
  [path('POST /api/change_password')]: none(400),
  [path('PUT /api/update-dark-mode')]: anybody,
  [path('GET /api/plan-type')]: anybody,
  [path('GET /api/plan-expiry-date')]: anybody,
  [path('GET /api/account-status')]: anybody,
  [path('PUT /api/update-login-information')]: anybody,
  [path('GET /api/randdata')]: anybody,
  [path('GET /api/getAIToken')]: anybody,
  [path('POST /api/generateAIToken')]: { ...none(201), guest: 403 },
  [path('PUT /api/updateAITokenStatus')]: { ...none(404), guest: 403 },
};

let counter = 0;
const freshLogin = () => {
  counter += 1;
  return `made.${counter}@example.test`;
};
const newUser = () => ({ login: freshLogin(), firstName: 'New', lastName: 'Person' });

/** Calls that name the owner's sample team and user. */
export function accountExamples(ids: Record<string, string>): Record<string, Example> {
  const { teamId = '', memberId = '', memberLogin = '', runId = '', projectId = '' } = ids;
  const team = { params: { id: teamId } };
  const login = { query: { login: memberLogin } };
  return {
    [path('GET /api/teams/{id}')]: team,
    [path('POST /api/teams')]: { body: { teamName: `Team of ${freshLogin()}` } },
    [path('PUT /api/teams')]: { body: { teamId, teamDescription: 'x' } },
    [path('DELETE /api/teams/{id}')]: team,
    [path('GET /api/team-members/{id}')]: team,
    [path('POST /api/add-team-users/{teamId}')]: { params: { teamId }, body: { userIds: [memberId] } },
    [path('DELETE /api/team-users/{id}')]: { ...team, query: { userIds: memberId } },
    [path('PUT /api/team-users')]: { body: { userId: memberId, teamIds: [teamId] } },
    [path('GET /api/team-by-users')]: login,
    [path('GET /api/normal-users')]: { query: {} },
    [path('POST /api/normal-users')]: { body: newUser() },
    [path('PUT /api/normal-users')]: { body: { userId: memberId, firstName: 'Mia' } },
    [path('DELETE /api/normal-users')]: { query: { id: memberId } },
    [path('PUT /api/update-role')]: { query: { login: memberLogin, role: 'ROLE_USER' } },
    [path('POST /api/add-users')]: { body: { logins: [freshLogin()] } },
    [path('GET /api/check-user-exist')]: login,
    [path('PUT /api/resend-email')]: login,
    [path('GET /api/userlist/{id}')]: team,
    [path('GET /api/normal-users-by-id')]: { query: { id: memberId } },
    [path('GET /api/normal-user-login')]: login,
    [path('PUT /api/update-activated-status')]: { query: { login: memberLogin, active: 'true' } },
    [path('GET /api/pilotdata/{id}')]: { params: { id: memberId } },
    [path('POST /api/addpilot')]: { body: newUser() },
    [path('POST /api/addpilot-to-team/{teamId}')]: { params: { teamId }, body: newUser() },
    [path('PUT /api/updatePocStatus/{id}')]: { params: { id: memberId }, body: { pocStatus: 'COMPLETED' } },
    [path('POST /api/project-widget')]: { body: { service: 'API Testing', widgets: [] } },
    [path('GET /api/project-widget-by-service')]: { query: { service: 'API Testing' } },
    [path('GET /api/total-passed-tests')]: { query: { projectUuid: projectId } },
    [path('GET /api/view-test')]: { query: { projectUuid: projectId, testUuid: runId } },
    [path('POST /api/add-organization')]: { body: { ...newUser(), organizationName: 'Made' } },
    [path('GET /api/team-by-organization')]: login,
    [path('PUT /api/deactivate-account')]: { query: { orgId: ids.organizationId ?? runId } },
    [path('PUT /api/upgrade-account')]: { query: { login: memberLogin, planType: 'PRO' } },
    [path('PUT /api/profile-info')]: { body: { firstName: 'Mia' } },
    [path('GET /profile-photo/{userId}')]: { params: { userId: memberId } },
    [path('POST /api/change_password')]: {
      body: { currentPassword: 'wrong one', newPassword: 'a quiet one', confirmPassword: 'a quiet one' },
    },
    [path('PUT /api/update-dark-mode')]: { query: { mode: 'dark' } },
    [path('POST /api/generateAIToken')]: { body: { confirmation: 'Generate' } },
    [path('PUT /api/updateAITokenStatus')]: { query: { apiToken: runId, enabled: 'true' } },
  };
}
