import { type AnyRoute, type Role, routePrefix } from '@touchstone/contracts';
import { accountExamples, accountExpectations } from './account-expectations.ts';
import { notificationExamples, notificationExpectations } from './notification-expectations.ts';
import { performanceExamples, performanceExpectations } from './performance-expectations.ts';
import { prerequisiteExamples, prerequisiteExpectations } from './prerequisite-expectations.ts';
import { subscriptionExamples, subscriptionExpectations } from './subscription-expectations.ts';

/**
 * Who calls. `owner`: administrator of the organization, `colleague`: a user of the team, `guest`: a guest of the team,
 * `outsider`: a user of the organization without the team, `stranger`: the administrator of another organization.
 */
export const subjects = ['stranger', 'outsider', 'guest', 'colleague', 'owner'] as const;
export type Subject = (typeof subjects)[number];
export type Expectation = Record<Subject, Outcome> & {
  /** Roles that are answered otherwise than their column says; a role that alone may call has the declared success. */
  byRole?: Partial<Record<Role, Outcome>>;
  /** Takes so long that it is not done for every role and plan. */
  isCostly?: true;
};
/** A status. `destroys`: those who may do it would end what the other calls stand on, so they name what nobody has. */
export type Outcome = number | 'destroys';

/** Reads something that belongs to a workspace. */
const reads: Expectation = { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 };
/** Changes something in a workspace; answers `status`. */
const writes = (status = 200): Expectation => ({
  stranger: 404,
  outsider: 404,
  guest: 403,
  colleague: status,
  owner: status,
});
/** Deletes or ends the sample: tried only by those who are refused. */
const destroys: Expectation = { stranger: 404, outsider: 404, guest: 403, colleague: 'destroys', owner: 'destroys' };
const anybody: Expectation = { stranger: 200, outsider: 200, guest: 200, colleague: 200, owner: 200 };
const open: Expectation = {
  stranger: 'destroys',
  outsider: 'destroys',
  guest: 'destroys',
  colleague: 'destroys',
  owner: 'destroys',
};

const wallet = (line: string) => line.replace(' ', ' /services/virtual-users');
const api = (line: string) => line.replace(' ', ' /services/api-testing');

/** One line for each route; a route without a line fails the test. */
export const expectations: Record<string, Expectation> = {
  'POST /services/identity/token': open,
  'POST /services/identity/interaction/login': open,
  'GET /services/identity/logout': open,
  'GET /services/identity/get-identity-providers': open,
  'GET /services/identity/bot-challenge': open,
  'GET /services/identity/sign-in-settings': open,
  'POST /services/identity/register': open,
  'PUT /services/identity/resend-link': open,
  'GET /services/identity/verify-email': open,
  'POST /services/identity/account-activation': open,
  'PUT /services/identity/update-users': anybody,
  'POST /services/identity/api/bookdemo': open,
  'POST /services/identity/api/dropmessage': open,
  'POST /services/identity/get-qr-code': open,
  'POST /services/identity/validate-otp': open,
  'GET /services/identity/get-otp-configured-devices': open,
  'PUT /services/identity/update-otp-configuration-status': open,
  'POST /services/identity/remove-otp-device': open,
  'POST /services/identity/recovery-codes': open,
  'POST /services/identity/api-public/verify-otp': open,
  'POST /services/identity/api-public/send-otp': open,
  'GET /services/identity/get-active-session': anybody,
  'DELETE /services/identity/delete-current-session': open,
  'DELETE /services/identity/delete-old-session': anybody,
  'DELETE /services/identity/session': { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 404 },
  'POST /services/identity/validate-recaptcha': open,
  'GET /services/identity/api/account': anybody,
  'POST /services/identity/forgot-password-email': open,
  'POST /services/identity/reset-password': open,
  ...accountExpectations,
  ...subscriptionExpectations,
  ...notificationExpectations,
  'POST /services/api-preview/api/preview': writes(),

  [wallet('GET /api/get-virtual-user-wallet')]: reads,
  [wallet('GET /api/virtual-user-transaction-history')]: reads,
  [wallet('GET /api/virtual-user-packs')]: anybody,
  [wallet('GET /api/virtual-user-invoices')]: anybody,
  [wallet('POST /api/initiate-virtual-user-purchase')]: writes(201),
  [wallet('PUT /api/update-virtual-user-transaction')]: {
    ...writes(403),
    colleague: 404,
    byRole: { ROLE_SUPERUSER: 404, ROLE_SUPERADMIN: 'destroys' },
  },
  [wallet('POST /api/transfer-paid-virtual-users')]: { ...writes(409), colleague: 403 },
  [wallet('PUT /api/deactivate-grace-status')]: {
    stranger: 409,
    outsider: 409,
    guest: 403,
    colleague: 409,
    owner: 200,
    byRole: { ROLE_SUPERUSER: 409, ROLE_SUPERADMIN: 409 },
  },

  [api('GET /api/projects')]: anybody,
  [api('POST /api/projects')]: { ...writes(201), stranger: 201, outsider: 409 },
  [api('PUT /api/projects')]: { ...writes(), colleague: 403 },
  [api('DELETE /api/project')]: { ...destroys, colleague: 403 },
  [api('GET /api/project')]: reads,
  [api('POST /api/project-details')]: reads,
  [api('GET /api/workspace-everyday-statistics')]: reads,
  [api('GET /api/workspace-scripts-and-execution-count')]: reads,
  [api('GET /api/test-execution-percentage')]: reads,
  [api('GET /api/most-failed-apis')]: reads,

  [api('GET /api/suites')]: reads,
  [api('POST /api/suites')]: writes(201),
  [api('PUT /api/suites')]: writes(),
  [api('DELETE /api/suites')]: destroys,
  [api('POST /api/clone-suite')]: writes(201),
  [api('GET /api/import-scripts-list')]: writes(),
  [api('GET /api/get-script-count-in-suite')]: reads,

  [api('GET /api/scripts')]: reads,
  [api('GET /api/script')]: reads,
  [api('POST /api/scripts')]: writes(201),
  [api('DELETE /api/scripts')]: destroys,
  [api('POST /api/clone-script')]: writes(201),
  [api('PUT /api/reorder-scripts')]: writes(),
  [api('DELETE /api/headers/{id}')]: destroys,
  [api('DELETE /api/params/{id}')]: destroys,
  [api('DELETE /api/assert-headers/{id}')]: destroys,
  [api('DELETE /api/assert-json/{id}')]: destroys,
  [api('DELETE /api/assert-body/{id}')]: destroys,
  [api('DELETE /api/assert-responseStatus/{id}')]: destroys,
  [api('DELETE /api/assert-xpath/{id}')]: destroys,
  [api('DELETE /api/data-handler/{id}')]: destroys,
  [api('DELETE /api/form-data/{id}')]: destroys,
  [api('POST /api/form-data')]: writes(201),
  [api('POST /api/upload-file')]: { stranger: 404, outsider: 404, guest: 403, colleague: 400, owner: 400 },
  [api('GET /api/download-file')]: { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 },

  [api('GET /api/get-environments-by-projectId')]: reads,
  [api('POST /api/variables-environment')]: writes(201),
  [api('PUT /api/variables-environment')]: writes(),
  [api('DELETE /api/variables-environment')]: destroys,
  [api('GET /api/clone-variables-environment')]: writes(),
  [api('GET /api/get-variables')]: reads,
  [api('GET /api/get-variables-by-environment')]: reads,
  [api('POST /api/create-variable')]: writes(201),
  [api('PUT /api/update-variable')]: writes(),
  [api('DELETE /api/delete-variables')]: destroys,
  [api('POST /api/global-create')]: writes(201),
  [api('PUT /api/update-global')]: writes(),
  [api('DELETE /api/Delete-global')]: destroys,
  [api('POST /api/detect-variables')]: reads,
  [api('GET /api/suite-variables')]: reads,
  [api('POST /api/suite-variables')]: writes(201),
  [api('GET /api/data-file')]: reads,
  [api('POST /api/data-file')]: writes(400),

  [api('GET /api/all-certificates')]: reads,
  [api('POST /api/certificates')]: writes(404),
  [api('PUT /api/certificates')]: writes(),
  [api('DELETE /api/certificates')]: destroys,
  [api('POST /api/certificates/upload-certificate-type')]: writes(400),
  [api('POST /api/certificates/validate-certificate-type')]: writes(404),

  ...prerequisiteExpectations,
  ...performanceExpectations,
  [api('POST /api/preview-test')]: writes(),
  [api('POST /api/execute-test')]: writes(201),
  [api('POST /api/test-execution')]: writes(201),
  [api('GET /api/get-execution')]: reads,
  [api('GET /api/get-execution-summary')]: reads,
  [api('GET /api/execution-steps')]: reads,
  [api('GET /api/execution-step')]: reads,
  [api('POST /api/get-all-report-list')]: reads,
  [api('PUT /api/stop-execution')]: { ...writes(409) },
  [api('PUT /api/retry-test')]: writes(),
  [api('DELETE /api/reports')]: destroys,
  [api('GET /api/test-execution/downloadHtmlReport')]: reads,
  [api('GET /downloadFile')]: reads,
  [api('GET /api/execution-body')]: { stranger: 404, outsider: 404, guest: 404, colleague: 404, owner: 404 },
  [api('POST /api/compare-result-file')]: reads,
  [api('POST /api/send-mail')]: writes(),
  [api('GET /api/report-dashboard-metrics')]: reads,
  [api('POST /api/get-latest-execution-details-for-script')]: reads,
  [api('GET /api/api-info-scriptExecutions')]: reads,
  [api('GET /api/import-swagger-url')]: writes(422),
  [api('GET /api/import-postman-url')]: writes(422),
  [api('GET /api/import-wsdl-url')]: writes(422),
  [api('POST /api/import-json-file')]: writes(400),
  [api('POST /api/import-postman-file')]: writes(400),
  [api('POST /api/import-wsdl-file')]: writes(400),
  [api('POST /api/import-curl')]: { ...writes(), isCostly: true },
  [api('POST /api/import-selected-apis')]: writes(404),
  [api('GET /api/import-playground')]: { ...writes(), isCostly: true },
  [api('GET /api/use-example')]: reads,
  [api('GET /api/import-sources')]: reads,
  [api('POST /api/import-source-refresh')]: writes(404),
  [api('POST /api/import-review')]: writes(404),
  [api('POST /api/import-merge')]: writes(404),
  [api('POST /api/export')]: writes(),
  [api('POST /api/json-schema')]: anybody,
  [api('POST /api/xml-schema')]: anybody,
  [api('POST /api/json-extract')]: anybody,
  [api('POST /api/xpath-extractor')]: anybody,
};

export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };
let counter = 0;
export const fresh = (name: string) => {
  counter += 1;
  return `${name}-${counter}`;
};

/** exampleOf is a call that is right in form and names the owner's sample. */
export function exampleOf(route: AnyRoute, ids: Record<string, string>): Example {
  const {
    projectId = '',
    suiteId = '',
    otherSuiteId = '',
    scriptId = '',
    headerId = '',
    environmentId = '',
    variableId = '',
    runId = '',
    stepId = '',
    fileId = '',
  } = ids;
  const { certificateId = '' } = ids;
  const key = `${route.method} ${routePrefix(route.service)}${route.path}`;
  const special: Record<string, Example> = {
    ...accountExamples(ids),
    ...subscriptionExamples(ids),
    ...notificationExamples(ids),
    ...prerequisiteExamples(ids),
    ...performanceExamples(ids),
    'PUT /services/identity/update-users': { body: { firstName: 'Ada' } },
    'DELETE /services/identity/session': { query: { sessionId: 'ended' } },
    'POST /services/api-preview/api/preview': { body: { projectId, script } },
    [wallet('POST /api/initiate-virtual-user-purchase')]: {
      body: { packId: 'virtual-users-100', sharedWalletId: projectId },
    },
    [wallet('PUT /api/update-virtual-user-transaction')]: {
      body: { transactionId: ids.transactionId, status: 'COMPLETED' },
    },
    [wallet('POST /api/transfer-paid-virtual-users')]: { body: { virtualUsers: 1, fromSharedWalletId: projectId } },
    [api('POST /api/projects')]: { body: { projectName: fresh('Project') } },
    [api('PUT /api/projects')]: { body: { projectId, projectDescription: 'x' } },
    [api('DELETE /api/project')]: { query: { projectId: projectId, projectName: 'x' } },
    [api('POST /api/project-details')]: { body: { projectId } },
    [api('POST /api/suites')]: { body: { projectId, suiteName: fresh('Suite') } },
    [api('PUT /api/suites')]: { body: { suiteId, suiteDescription: 'x' } },
    [api('POST /api/clone-suite')]: { body: { suiteId } },
    [api('GET /api/import-scripts-list')]: { query: { fromSuiteId: suiteId, toSuiteId: otherSuiteId } },
    [api('POST /api/scripts')]: { query: { suiteId: suiteId }, body: script },
    [api('DELETE /api/scripts')]: { query: { scriptIds: scriptId } },
    [api('POST /api/clone-script')]: { body: { scriptId } },
    [api('PUT /api/reorder-scripts')]: { body: { suiteId, scriptIds: [scriptId] } },
    [api('POST /api/form-data')]: { body: { scriptId, fields: [{ key: 'a', value: 'b' }] } },
    [api('POST /api/variables-environment')]: { body: { projectId, environmentName: fresh('Environment') } },
    [api('PUT /api/variables-environment')]: { body: { environmentId, environmentName: 'E' } },
    [api('DELETE /api/delete-variables')]: { query: { variableIds: variableId, projectId: projectId } },
    [api('DELETE /api/Delete-global')]: { query: { variableIds: variableId, projectId: projectId } },
    [api('POST /api/create-variable')]: { body: { environmentId, variables: [{ name: fresh('made'), value: '1' }] } },
    [api('PUT /api/update-variable')]: { body: { variableId, value: '2' } },
    [api('PUT /api/update-global')]: { body: { variableId, value: '2' } },
    [api('POST /api/global-create')]: { body: { projectId, variables: [{ name: fresh('made'), value: '1' }] } },
    [api('POST /api/suite-variables')]: { body: { suiteId, variables: [{ name: fresh('made'), value: '1' }] } },
    [api('GET /api/data-file')]: { query: { projectId: projectId ?? '', fileId: fileId ?? '' } },
    [api('POST /api/data-file')]: { query: { projectId: projectId ?? '' } },
    [api('POST /api/detect-variables')]: { body: { projectId, text: '{{a}}' } },
    [api('POST /api/certificates')]: { body: { projectId, domainName: 'a.test', uploadId: runId } },
    [api('PUT /api/certificates')]: { body: { certificateId, projectId, domainName: 'b.test' } },
    [api('POST /api/certificates/validate-certificate-type')]: { body: { projectId, uploadId: runId } },
    [api('POST /api/preview-test')]: { body: { projectId, script } },
    [api('POST /api/execute-test')]: { body: { projectId, suiteIds: [otherSuiteId] } },
    [api('POST /api/test-execution')]: { body: { projectId, scriptIds: [scriptId] } },
    [api('POST /api/get-all-report-list')]: { body: { projectId } },
    [api('PUT /api/retry-test')]: { body: { runId } },
    [api('DELETE /api/reports')]: { query: { runIds: runId } },
    [api('GET /downloadFile')]: { query: { runId: runId, type: 'junit' } },
    [api('GET /api/execution-body')]: { query: { runId: runId, stepId: stepId, side: 'response' } },
    [api('POST /api/compare-result-file')]: { body: { baseRunId: runId, runId } },
    [api('POST /api/send-mail')]: { body: { runId, email: 'a@example.test' } },
    [api('POST /api/get-latest-execution-details-for-script')]: { body: { scriptId } },
    [api('GET /api/import-swagger-url')]: { query: { projectId: projectId, url: 'http://127.0.0.1:9/' } },
    [api('GET /api/import-postman-url')]: { query: { projectId: projectId, url: 'http://127.0.0.1:9/' } },
    [api('GET /api/import-wsdl-url')]: { query: { projectId: projectId, url: 'http://127.0.0.1:9/' } },
    [api('POST /api/import-curl')]: { body: { projectId, text: 'curl http://127.0.0.1:9/' } },
    [api('GET /api/import-playground')]: { query: { projectId: projectId } },
    [api('GET /api/use-example')]: { query: { projectId: projectId } },
    [api('GET /api/import-sources')]: { query: { suiteId: suiteId } },
    [api('POST /api/import-source-refresh')]: { body: { sourceId: runId } },
    [api('POST /api/import-review')]: { body: { importId: runId, sourceId: runId } },
    [api('POST /api/import-merge')]: { body: { importId: runId, sourceId: runId, reviewed: '' } },
    [api('POST /api/import-selected-apis')]: { body: { projectId, importId: runId } },
    [api('POST /api/export')]: { body: { projectId } },
    [api('POST /api/json-schema')]: { body: { body: '{"a":1}' } },
    [api('POST /api/xml-schema')]: { body: { body: '<a/>' } },
    [api('POST /api/json-extract')]: { body: { body: '{"a":1}', path: '$.a' } },
    [api('POST /api/xpath-extractor')]: { body: { body: '<a/>', path: '/a' } },
  };
  const names = Object.keys((route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});
  const known: Record<string, string> = { ...ids };
  const query = Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, known[name]]] : []))) as Record<
    string,
    string
  >;
  return {
    params: { id: headerId },
    query,
    ...special[key],
    ...(fileId && route.path === '/api/download-file' ? { query: { fileId } } : {}),
  };
}
