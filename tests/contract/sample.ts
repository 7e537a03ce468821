import { type AnyRoute, routePrefix } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import { commentRoutes } from '@touchstone/contracts/comments';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { reconcileRoutes } from '@touchstone/contracts/reconcile';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { declaredRoutes } from '@touchstone/contracts/testing';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { newId } from '@touchstone/kernel';
import { type TestServer, type TestUser, testPassword } from '@touchstone/testing';
import type { Example } from './expectation.ts';
import { sampleDatabase, samplePerformance, samplePrerequisite, sampleReconciliation } from './sample-inputs.ts';
import { makeWebTesting } from './sample-web-testing.ts';

export { declaredRoutes };
export const keyOf = (route: AnyRoute): string => `${route.method} ${routePrefix(route.service)}${route.path}`;

/**
 * makeSample makes one of everything that a call can refer to, in the organization of `admin`; names contain `name`.
 */
export async function makeSample(
  server: TestServer,
  admin: TestUser,
  name = 'Sample',
): Promise<Record<string, string>> {
  const api = apiTestingRoutes;
  const { client } = admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: name } });
  const { suiteId } = await client.call(api.createSuite, { body: { projectId, suiteName: `${name} one` } });
  await client.call(api.createFolder, { body: { suiteId, name: 'Orders' } });
  const { suiteId: otherSuiteId } = await client.call(api.createSuite, {
    body: { projectId, suiteName: `${name} two` },
  });
  const script = await client.call(api.saveScript, {
    query: { suiteId: [suiteId] },
    body: {
      scriptName: `${name} script`,
      method: 'GET',
      url: 'http://127.0.0.1:9/',
      headers: [{ key: 'A', value: 'b' }],
    },
  });
  const environment = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: name, variables: [{ name: 'v', value: name }] },
  });
  const { prerequisiteId } = await client.call(api.createPrerequisite, { body: { projectId, ...samplePrerequisite } });
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, ...sampleDatabase },
  });
  const reconciliation = sampleReconciliation({ scriptId: script.scriptId, databaseConfigurationId });
  const { reconciliationId } = await client.call(reconcileRoutes.createReconciliation, {
    body: { projectId, ...reconciliation },
  });
  const { variables } = await client.call(workspaceRoutes.listVariables, { query: { projectId } });
  const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await client.call(api.stopExecution, { query: { runId } });
  const { steps } = await client.call(api.getExecution, { query: { runId } });
  const { runId: performanceRunId } = await client.call(api.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], performance: samplePerformance },
  });
  await client.call(api.stopExecution, { query: { runId: performanceRunId } });
  const { transactionId } = await client.call(virtualUserRoutes.initiateVirtualUserPurchase, {
    body: { packId: 'virtual-users-100' },
  });
  const file = await server.platform.files.put({
    organizationId: admin.organizationId,
    owner: `project:${projectId}`,
    name: 'a.csv',
    contentType: 'text/csv',
    content: Buffer.from(`id,name\n1,${name}\n`),
  });
  const attachmentId = newId();
  await server.platform.database.pool.query(
    `with content as (insert into runs.content (organization_id, hash, file_id, size_bytes) values ($1, $2, $3, $4) returning file_id)
     insert into runs.attachment (id, run_id, name, media_type, file_id) select $5, $6, 'a.csv', 'text/csv', file_id from content`,
    [admin.organizationId, newId(), file.fileId, file.sizeBytes, attachmentId, runId],
  );
  const { teamId } = await client.call(userManagementRoutes.createTeam, { body: { teamName: name } });
  const member = await server.createUser(admin, { role: 'ROLE_USER' });
  const { invited } = await client.call(collaborationRoutes.sendInvite, {
    body: { projectId, userEmails: [member.email], role: 'VIEWER' },
  });
  return {
    deletedProjectId: await makeDeletedProject(client, name),
    certificateId: await makeClientCertificate(client, projectId),
    projectId,
    jobId: await makeJob(client, projectId, suiteId, name),
    suiteId,
    otherSuiteId,
    scriptId: script.scriptId,
    commentId: await makeComment(client, script.scriptId, name),
    headerId: script.headers?.[0]?.id ?? '',
    environmentId: environment.environmentId,
    prerequisiteId,
    databaseConfigurationId,
    reconciliationId,
    variableId: variables[0]?.variableId ?? '',
    runId,
    attachmentId,
    performanceRunId,
    ...(await makeWorkflow(client, projectId, name)),
    ...(await makeOtherProjects(server, admin, { name, projectId, suiteId })),
    stepId: steps[0]?.stepId ?? '',
    fileId: file.fileId,
    transactionId,
    notificationId: await makeNotification(server, admin, name),
    teamId,
    memberId: member.userId,
    memberLogin: member.email,
    collaborationId: invited[0]?.collaborationId ?? '',
    sharedWalletId: projectId,
  };
}

async function makeClientCertificate(client: TestUser['client'], projectId: string): Promise<string> {
  const pair = makeCertificate({ commonName: 'client' });
  const files = new FormData();
  files.append('file', new Blob([pair.cert, pair.key]), 'client.pem');
  const { uploadId } = await client.call(workspaceRoutes.uploadCertificate, { query: { projectId }, body: files });
  const body = { projectId, domainName: 'a.test', uploadId };
  return (await client.call(workspaceRoutes.createCertificate, { body })).certificateId;
}

/** A project that can be restored. */
async function makeDeletedProject(client: TestUser['client'], name: string): Promise<string> {
  const projectName = `${name} gone`;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName } });
  await client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName, restorable: 'true' } });
  return projectId;
}

/** A notification of the administrator. */
async function makeNotification(server: TestServer, admin: TestUser, title: string): Promise<string> {
  const notificationId = newId();
  await server.platform.database.pool.query(
    `insert into notifications.notification (id, organization_id, user_id, kind, title, text, created_at)
     values ($1, $2, $3, 'run-failed', $4, '', now())`,
    [notificationId, admin.organizationId, admin.userId, title],
  );
  return notificationId;
}

/** A comment on a script. */
async function makeComment(client: TestUser['client'], subjectId: string, text: string): Promise<string> {
  const body = { kind: 'api-script', subjectId, text };
  return (await client.call(commentRoutes.createComment, { body })).commentId;
}

/** A job that would run a suite every night, paused. */
async function makeJob(client: TestUser['client'], projectId: string, suiteId: string, title: string): Promise<string> {
  const target = { kind: 'api-suite', id: suiteId };
  const schedule = { scheduleType: 'DAILY', timezone: 'UTC', startDate: '2026-01-01', time: '03:00' } as const;
  const body = { title, target, ...schedule, isPaused: true };
  return (await client.call(schedulerRoutes.createJob, { query: { projectId }, body })).jobId;
}

/** A workflow with a saved revision, a run of it, a run configuration, and a hook. */
async function makeWorkflow(client: TestUser['client'], projectId: string, name: string) {
  const { flowId, document } = await client.call(flowRoutes.createFlow, { body: { projectId, name } });
  await client.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision: 1, document } });
  const { configurationId } = await client.call(flowRoutes.createConfiguration, { body: { projectId, name } });
  const { runId: flowRunId } = await client.call(flowRoutes.runFlow, { params: { flowId }, body: {} });
  const { hookId } = await client.call(flowRoutes.createHook, { params: { flowId }, body: { name } });
  return { flowId, flowRunId, configurationId, hookId };
}

/** Projects of other services, each with content. */
const makeOtherProjects = async (
  server: TestServer,
  admin: TestUser,
  test: { name: string; projectId: string; suiteId: string },
) => ({
  ...(await makeOrchestration(admin.client, test.name)),
  ...(await makeMonitoring(server, admin, test)),
  ...(await makeVirtualization(server, admin.client, test.name)),
  ...(await makeWebTesting(server, admin, test.name)),
});

/** A service virtualization project with an asset and a call that it answered. */
async function makeVirtualization(server: TestServer, client: TestUser['client'], name: string) {
  const api = serviceVirtualizationRoutes;
  const made = await client.call(api.createVirtualizationProject, { body: { projectName: name } });
  const { projectId } = made;
  const { suiteId } = await client.call(api.createSuite, { body: { projectId, name } });
  const stub = { request: { url: '/hello' }, response: { body: name } };
  const { assetId } = await client.call(api.createAsset, {
    body: { projectId, suiteId, name, kind: 'static', stub },
  });
  await server.app.http.inject({ url: `${new URL(made.address).pathname}/hello` });
  const { variables } = await client.call(api.createVariables, {
    body: { projectId, variables: [{ name: 'v', value: name }] },
  });
  const upload = await client.call(api.presignUpload, { body: { projectId, fileName: 'a.txt', sizeBytes: 1 } });
  const { pathname } = new URL(upload.uploadUrl);
  await server.app.http.inject({ method: 'PUT', url: pathname, payload: 'a' });
  const { content } = await client.call(api.listJournal, { params: { id: projectId }, query: {} });
  const service = { projectId, targetUrl: 'http://127.0.0.1:1' };
  const { recordingId } = await client.call(api.startRecording, { body: service });
  await client.call(api.setRecordingStatus, { params: { id: recordingId }, body: { status: 'stopped' } });
  const { checkId: driftCheckId } = await client.call(api.startDriftCheck, { body: service });
  return {
    recordingId,
    driftCheckId,
    mockProjectId: projectId,
    mockSuiteId: suiteId,
    mockVariableId: variables[0]?.variableId ?? '',
    mockFileId: upload.fileId,
    assetId,
    entryId: content[0]?.entryId ?? '',
  };
}

/** A test orchestration project with a folder and a workflow in it. */
async function makeOrchestration(client: TestUser['client'], name: string) {
  // Keys are unique within an organization only; these differ from those of other organizations.
  const key = `P${newId().slice(-9)}`;
  const project = await client.call(orchestrationRoutes.createFolder, { body: { name, deepLinkId: key } });
  const { folderUuid, deepLinkId } = await client.call(orchestrationRoutes.createFolder, {
    body: { parentUuid: project.folderUuid, name },
  });
  const { flowId: workflowId } = await client.call(orchestrationRoutes.createWorkflow, { body: { folderUuid, name } });
  return { folderUuid, deepLinkId, workflowId, rootFolderUuid: project.folderUuid };
}

/** sendExample makes the call with the example's input. */
export async function sendExample(server: TestServer, route: AnyRoute, input: Example, user: TestUser | undefined) {
  const search = new URLSearchParams(input.query);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => input.params?.[name] ?? '');
  const form = route.bodyType === 'form';
  return server.app.http.inject({
    method: route.method,
    url: `${routePrefix(route.service)}${path}?${search}`,
    headers: {
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...(route.body && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(input.body
      ? {
          payload: form
            ? new URLSearchParams(input.body as Record<string, string>).toString()
            : JSON.stringify(input.body),
        }
      : {}),
  });
}

/** signInAgain gets a person a new token; what the server caches for the old one doesn't apply to it. */
export async function signInAgain(server: TestServer, { email }: TestUser): Promise<{ token: string }> {
  const response = await server.app.http.inject({
    method: 'POST',
    url: '/services/identity/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: email, password: testPassword }).toString(),
  });
  return { token: response.json<{ access_token: string }>().access_token };
}

/** A monitoring project with a stopped monitor, a check of it, an incident and a maintenance window. */
async function makeMonitoring(
  server: TestServer,
  { client, organizationId }: TestUser,
  test: { name: string; projectId: string; suiteId: string },
) {
  const { name, projectId: testProjectId, suiteId } = test;
  const api = apiMonitoringRoutes;
  const { projectId } = await client.call(api.createMonitoringProject, { body: { projectName: name } });
  const { collectionId } = await client.call(api.createCollection, { body: { projectId, name } });
  const { monitorId } = await client.call(api.createMonitor, {
    body: {
      projectId,
      collectionId,
      name,
      state: 'STOPPED',
      definition: { kind: 'http', url: 'http://127.0.0.1:9/' },
    },
  });
  const { monitorId: failingId } = await client.call(api.createMonitor, {
    body: {
      projectId,
      collectionId,
      name: `${name} down`,
      state: 'STOPPED',
      definition: { kind: 'api-suite', projectId: testProjectId, suiteId },
    },
  });
  const { reportId: mailedReportId } = await client.call(api.createMailedReport, {
    body: {
      projectId,
      title: name,
      period: 'MONTH',
      timeOfDay: '07:30',
      timezone: 'UTC',
      recipients: ['lead@example.test'],
    },
  });
  const { windowId } = await client.call(api.createWindow, {
    body: {
      projectId,
      title: name,
      time: { type: 'once', startsAt: '2026-01-01T00:00:00Z', endsAt: '2036-01-01T00:00:00Z' },
    },
  });
  const [incidentId, resultId] = [newId(), newId()];
  await server.platform.database.pool.query(
    `with result as (insert into api_monitoring.result (id, monitor_id, at, attempt, verdict, is_in_maintenance, is_retried, region, message)
       values ($2, $3, now(), 1, 2, false, false, '', $6))
     insert into api_monitoring.incident (id, organization_id, project_id, monitor_id, number, state, severity, cause, regions, opened_at, failing_id)
     values ($1, $4, $5, $3, 1, 'OPEN', 'DOWN', $6, '{}', now(), $2)`,
    [incidentId, resultId, failingId, organizationId, projectId, name],
  );
  const { environmentId: monitoringEnvironmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: name, variables: [{ name: 'v', value: name }] },
  });
  const { variables } = await client.call(workspaceRoutes.listVariables, { query: { projectId } });
  const settings = { kind: 'ntfy', serverUrl: 'http://127.0.0.1:9', topic: 'ops' } as const;
  const { channelId } = await client.call(api.createChannel, { body: { projectId, name, settings } });
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  const { policyId } = await client.call(api.createPolicy, { body: { projectId, name, steps } });
  const deliveryId = newId();
  await server.platform.database.pool.query(
    `insert into api_monitoring.alert_delivery (id, organization_id, project_id, channel_id, policy_id, policy_name, event, step, state, due_at, attempts, created_at)
     select $1, organization_id, project_id, id, $3, name, 'opened', 1, 'FAILED', now(), '[]', now() from api_monitoring.alert_channel where id = $2`,
    [deliveryId, channelId, policyId],
  );
  return {
    ...(await makeStatusPage(server, client, projectId)),
    channelId,
    policyId,
    deliveryId,
    monitoringProjectId: projectId,
    collectionId,
    monitorId,
    windowId,
    mailedReportId,
    incidentId,
    resultId,
    monitoringEnvironmentId,
    monitoringVariableId: variables[0]?.variableId ?? '',
  };
}

/** A status page with a notice and a subscriber. */
async function makeStatusPage(server: TestServer, client: TestUser['client'], projectId: string) {
  const api = apiMonitoringRoutes;
  const slug = `page-${newId().slice(-9)}`;
  const { pageId } = await client.call(api.createPage, { body: { projectId, title: 'Status', slug } });
  const body = { title: 'Slow', text: 'We look into it.' };
  const { noticeId } = await client.call(api.createNotice, { params: { id: pageId }, body });
  const subscriberId = newId();
  const target = server.platform.secrets.seal(
    'a@example.test',
    `api_monitoring.status_subscriber.target:${subscriberId}`,
  );
  await server.platform.database.pool.query(
    `insert into api_monitoring.status_subscriber (id, page_id, kind, target, target_hash, created_at) values ($1, $2, 'email', $3, 'x', now())`,
    [subscriberId, pageId, target],
  );
  return { pageId, noticeId, subscriberId };
}
