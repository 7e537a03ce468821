import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate, makePfx } from '@touchstone/engine-http/testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let owner: Client;
let stranger: TestUser;
let seeded: Awaited<ReturnType<typeof everything>>;
let people: Record<'VIEWER' | 'EDITOR', TestUser>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  owner = server.admin.client;
  stranger = await server.createOrganization({ plan: 'PRO' });
  seeded = await everything(owner);
  people = { VIEWER: await newMember('VIEWER'), EDITOR: await newMember('EDITOR') };
}, 120_000);
afterAll(() => server.close());

const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);

/** Creates a user who has this role in the project and no other access. */
async function newMember(role: 'VIEWER' | 'EDITOR') {
  const member = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  await query('insert into workspaces.member (project_id, user_id, email, role) values ($1, $2, $3, $4)', [
    seeded.projectId,
    member.userId,
    member.email,
    role,
  ]);
  return member;
}

const http = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
const mails = { kind: 'email' as const, addresses: ['ada@ops.test'] };
const report = {
  title: 'Monthly',
  period: 'MONTH' as const,
  timeOfDay: '07:30',
  timezone: 'UTC',
  recipients: ['a@b.test'],
};
const fileOf = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData();
  form.append('passphrase', 'secret');
  form.append('file', new Blob([content]), name);
  return form;
};

/** Creates a project with one resource of each kind. */
async function everything(client: Client) {
  const { projectId, collectionId } = await newMonitoring(client);
  const place = { projectId, collectionId };
  const { monitorId } = await newMonitor(client, place, http, { state: 'STOPPED' });
  const heartbeatMonitor = await newMonitor(
    client,
    place,
    { kind: 'heartbeat', graceSeconds: 5 },
    { state: 'STOPPED' },
  );
  const channel = await client.call(calls.createChannel, { body: { projectId, name: 'Mails', settings: mails } });
  const steps = [{ afterMinutes: 0, channelIds: [channel.channelId] }];
  const policy = await client.call(calls.createPolicy, { body: { projectId, name: 'All', steps } });
  const incident = await incidentsOf(server.platform).open(monitorId);
  const { content } = await client.call(calls.listDeliveries, { query: { projectId } });
  const page = await client.call(calls.createPage, {
    body: { projectId, title: 'Status', slug: `rights-${projectId.slice(-8)}` },
  });
  const notice = await client.call(calls.createNotice, {
    params: { id: page.pageId },
    body: { title: 'T', text: 'T' },
  });
  const target = server.platform.secrets.seal('a@b.test', 'x');
  const subscriberId = newId();
  await query(
    `insert into api_monitoring.status_subscriber (id, page_id, kind, target, target_hash, created_at) values ($1, $2, 'email', $3, 'h', now())`,
    [subscriberId, page.pageId, target],
  );
  const time = { type: 'once' as const, startsAt: new Date().toISOString(), endsAt: '2099-01-01T00:00:00.000Z' };
  const window = await client.call(calls.createWindow, { body: { projectId, title: 'Move', time } });
  const { reportId } = await client.call(calls.createMailedReport, { body: { projectId, ...report } });
  const { importId } = await client.call(calls.importUptimeKumaFile, {
    query: { projectId },
    body: fileOf(
      JSON.stringify({ monitorList: [{ id: 1, name: 'P', type: 'port', hostname: 'h', port: 1 }] }),
      'k.json',
    ),
  });
  const resultId = newId();
  await query(
    `insert into api_monitoring.result (id, monitor_id, at, attempt, verdict, is_in_maintenance, is_retried, region) values ($1, $2, now(), 1, 0, false, false, '')`,
    [resultId, monitorId],
  );
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Live' },
  });
  const { variables } = await client.call(calls.createVariables, {
    body: { projectId, variables: [{ name: 'host', value: 'a' }] },
  });
  const pfx = Buffer.from(makePfx(makeCertificate({ commonName: 'client' }), 'secret', { algorithm: '3des' }));
  const { uploadId } = await client.call(calls.convertCertificate, {
    query: { projectId },
    body: fileOf(new Uint8Array(pfx), 'c.pfx'),
  });
  const { certificateId } = await client.call(calls.createCertificate, {
    body: { projectId, domainName: 'a.test', uploadId, passphrase: 'secret' },
  });
  return {
    ...place,
    monitorId,
    heartbeatId: heartbeatMonitor.monitorId,
    channelId: channel.channelId,
    policyId: policy.policyId,
    incidentId: incident.id,
    deliveryId: content[0]?.deliveryId ?? '',
    pageId: page.pageId,
    noticeId: notice.noticeId,
    subscriberId,
    windowId: window.windowId,
    reportId,
    importId,
    resultId,
    environmentId,
    variableId: variables[0]?.variableId ?? '',
    certificateId,
    uploadId,
    pfx: new Uint8Array(pfx),
  };
}

type Ask = (by: Client) => Promise<unknown>;
const params = (id: string) => ({ params: { id } });
const ofProject = () => ({ query: { projectId: seeded.projectId } });
const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** Calls that read, and the resource named in the error code if it is not found. */
const reading: [string, Ask, string?][] = [
  ['getMonitoringProject', (by) => by.call(calls.getMonitoringProject, params(seeded.projectId))],
  ['listCollections', (by) => by.call(calls.listCollections, { ...params(seeded.projectId), query: {} })],
  ['listMonitors', (by) => by.call(calls.listMonitors, { ...params(seeded.projectId), query: {} })],
  ['getMonitor', (by) => by.call(calls.getMonitor, params(seeded.monitorId)), 'MONITOR'],
  ['listIncidents', (by) => by.call(calls.listIncidents, ofProject())],
  ['getIncident', (by) => by.call(calls.getIncident, params(seeded.incidentId)), 'INCIDENT'],
  ['listWindows', (by) => by.call(calls.listWindows, ofProject())],
  ['getExecutionReportStatus', (by) => by.call(calls.getExecutionReportStatus, ofProject())],
  ['getChainingReportStatus', (by) => by.call(calls.getChainingReportStatus, ofProject())],
  ['listChainingResults', (by) => by.call(calls.listChainingResults, ofProject())],
  [
    'getExecutionStatus',
    (by) => by.call(calls.getExecutionStatus, { query: { monitorId: seeded.monitorId } }),
    'MONITOR',
  ],
  ['getResultGraph', (by) => by.call(calls.getResultGraph, { query: { monitorId: seeded.monitorId } }), 'MONITOR'],
  ['getChainingGraph', (by) => by.call(calls.getChainingGraph, ofProject())],
  ['getFunctionalGraph', (by) => by.call(calls.getFunctionalGraph, ofProject())],
  ['listPerformanceReports', (by) => by.call(calls.listPerformanceReports, ofProject())],
  ['getPerformance', (by) => by.call(calls.getPerformance, { query: { monitorId: seeded.monitorId } }), 'MONITOR'],
  ['getTestStatus', (by) => by.call(calls.getTestStatus, ofProject())],
  [
    'downloadUptimeReport',
    (by) => by.raw(calls.downloadUptimeReport, { query: { projectId: seeded.projectId, ...span, format: 'excel' } }),
  ],
  ['listMailedReports', (by) => by.call(calls.listMailedReports, ofProject())],
  ['listResults', (by) => by.call(calls.listResults, { query: { monitorId: seeded.monitorId } }), 'MONITOR'],
  ['getResult', (by) => by.call(calls.getResult, params(seeded.resultId)), 'MONITOR'],
  ['listActiveCertificates', (by) => by.call(calls.listActiveCertificates, ofProject())],
  ['listVariables', (by) => by.call(calls.listVariables, ofProject())],
  [
    'listVariables of an environment',
    (by) =>
      by.call(calls.listVariables, { query: { projectId: seeded.projectId, environmentId: seeded.environmentId } }),
  ],
  ['listChannels', (by) => by.call(calls.listChannels, ofProject())],
  ['listPolicies', (by) => by.call(calls.listPolicies, ofProject())],
  ['listDeliveries', (by) => by.call(calls.listDeliveries, ofProject())],
  ['listBurnAlerts', (by) => by.call(calls.listBurnAlerts, ofProject())],
  ['listPages', (by) => by.call(calls.listPages, ofProject())],
  ['getPage', (by) => by.call(calls.getPage, params(seeded.pageId)), 'PAGE'],
  ['listNotices', (by) => by.call(calls.listNotices, { ...params(seeded.pageId), query: {} }), 'PAGE'],
  ['getMetricsToken', (by) => by.call(calls.getMetricsToken, ofProject())],
];

/** Calls that change something. */
const changing: [string, Ask, string?][] = [
  ['createCollection', (by) => by.call(calls.createCollection, { body: { projectId: seeded.projectId, name: 'New' } })],
  [
    'updateCollection',
    (by) => by.call(calls.updateCollection, { body: { collectionId: seeded.collectionId, description: 'd' } }),
    'COLLECTION',
  ],
  ['deleteCollection', (by) => by.call(calls.deleteCollection, params(seeded.collectionId)), 'COLLECTION'],
  [
    'deleteCollections',
    (by) =>
      by.call(calls.deleteCollections, { body: { projectId: seeded.projectId, collectionIds: [seeded.collectionId] } }),
    'COLLECTION',
  ],
  [
    'createMonitor',
    (by) =>
      by.call(calls.createMonitor, {
        body: { projectId: seeded.projectId, collectionId: seeded.collectionId, name: 'N', definition: http },
      }),
  ],
  [
    'monitorTests',
    (by) =>
      by.call(calls.monitorTests, {
        ...params(seeded.collectionId),
        body: { tests: [{ kind: 'api-suite', projectId: seeded.projectId, testId: seeded.monitorId }] },
      }),
    'COLLECTION',
  ],
  ['updateMonitor', (by) => by.call(calls.updateMonitor, { body: { monitorId: seeded.monitorId } }), 'MONITOR'],
  ['startMonitor', (by) => by.call(calls.startMonitor, params(seeded.monitorId)), 'MONITOR'],
  ['stopMonitor', (by) => by.call(calls.stopMonitor, params(seeded.monitorId)), 'MONITOR'],
  ['deleteMonitor', (by) => by.call(calls.deleteMonitor, params(seeded.monitorId)), 'MONITOR'],
  ['renewHeartbeat', (by) => by.call(calls.renewHeartbeat, params(seeded.heartbeatId)), 'MONITOR'],
  ['tryCheck', (by) => by.call(calls.tryCheck, { body: { projectId: seeded.projectId, definition: http } })],
  ['retryTest', (by) => by.call(calls.retryTest, { body: { monitorId: seeded.monitorId } }), 'MONITOR'],
  [
    'acknowledgeIncident',
    (by) => by.call(calls.acknowledgeIncident, { ...params(seeded.incidentId), body: {} }),
    'INCIDENT',
  ],
  [
    'writePostMortem',
    (by) => by.call(calls.writePostMortem, { ...params(seeded.incidentId), body: { text: 't' } }),
    'INCIDENT',
  ],
  ['deleteIncident', (by) => by.call(calls.deleteIncident, params(seeded.incidentId)), 'INCIDENT'],
  [
    'createWindow',
    (by) =>
      by.call(calls.createWindow, {
        body: { projectId: seeded.projectId, title: 'W', time: { type: 'once', startsAt: span.from, endsAt: span.to } },
      }),
  ],
  ['updateWindow', (by) => by.call(calls.updateWindow, { ...params(seeded.windowId), body: {} }), 'WINDOW'],
  ['endWindow', (by) => by.call(calls.endWindow, params(seeded.windowId)), 'WINDOW'],
  ['deleteWindow', (by) => by.call(calls.deleteWindow, params(seeded.windowId)), 'WINDOW'],
  [
    'createMailedReport',
    (by) => by.call(calls.createMailedReport, { body: { projectId: seeded.projectId, ...report } }),
  ],
  [
    'updateMailedReport',
    (by) => by.call(calls.updateMailedReport, { ...params(seeded.reportId), body: {} }),
    'MAILED_REPORT',
  ],
  ['sendMailedReport', (by) => by.call(calls.sendMailedReport, params(seeded.reportId)), 'MAILED_REPORT'],
  ['deleteMailedReport', (by) => by.call(calls.deleteMailedReport, params(seeded.reportId)), 'MAILED_REPORT'],
  [
    'importUptimeKumaFile',
    (by) => by.call(calls.importUptimeKumaFile, { ...ofProject(), body: fileOf('{"monitorList":[]}', 'k.json') }),
  ],
  [
    'importSelected',
    (by) => by.call(calls.importSelected, { body: { projectId: seeded.projectId, importId: seeded.importId } }),
  ],
  [
    'convertCertificate',
    (by) => by.call(calls.convertCertificate, { ...ofProject(), body: fileOf(seeded.pfx, 'c.pfx') }),
  ],
  [
    'createCertificate',
    (by) =>
      by.call(calls.createCertificate, {
        body: { projectId: seeded.projectId, domainName: 'b.test', uploadId: seeded.uploadId },
      }),
  ],
  [
    'updateCertificate',
    (by) =>
      by.call(calls.updateCertificate, {
        body: { projectId: seeded.projectId, certificateId: seeded.certificateId, domainName: 'b.test' },
      }),
  ],
  [
    'createVariables',
    (by) =>
      by.call(calls.createVariables, { body: { projectId: seeded.projectId, variables: [{ name: 'a', value: 'b' }] } }),
  ],
  [
    'createVariables of an environment',
    (by) =>
      by.call(calls.createVariables, {
        body: {
          projectId: seeded.projectId,
          environmentId: seeded.environmentId,
          variables: [{ name: 'a', value: 'b' }],
        },
      }),
  ],
  [
    'deleteVariables',
    (by) =>
      by.call(calls.deleteVariables, { query: { projectId: seeded.projectId, variableIds: [seeded.variableId] } }),
  ],
  [
    'createChannel',
    (by) => by.call(calls.createChannel, { body: { projectId: seeded.projectId, name: 'X', settings: mails } }),
  ],
  ['updateChannel', (by) => by.call(calls.updateChannel, { ...params(seeded.channelId), body: {} }), 'CHANNEL'],
  ['testChannel', (by) => by.call(calls.testChannel, params(seeded.channelId)), 'CHANNEL'],
  ['deleteChannel', (by) => by.call(calls.deleteChannel, params(seeded.channelId)), 'CHANNEL'],
  [
    'createPolicy',
    (by) =>
      by.call(calls.createPolicy, {
        body: {
          projectId: seeded.projectId,
          name: 'X',
          steps: [{ afterMinutes: 0, channelIds: [seeded.channelId] }],
        },
      }),
  ],
  ['updatePolicy', (by) => by.call(calls.updatePolicy, { ...params(seeded.policyId), body: {} }), 'POLICY'],
  ['deletePolicy', (by) => by.call(calls.deletePolicy, params(seeded.policyId)), 'POLICY'],
  ['sendAgain', (by) => by.call(calls.sendAgain, params(seeded.deliveryId)), 'DELIVERY'],
  [
    'createPage',
    (by) => by.call(calls.createPage, { body: { projectId: seeded.projectId, title: 'T', slug: 'rights-x' } }),
  ],
  ['updatePage', (by) => by.call(calls.updatePage, { ...params(seeded.pageId), body: {} }), 'PAGE'],
  ['deletePage', (by) => by.call(calls.deletePage, params(seeded.pageId)), 'PAGE'],
  [
    'createNotice',
    (by) => by.call(calls.createNotice, { ...params(seeded.pageId), body: { title: 'T', text: 'T' } }),
    'PAGE',
  ],
  [
    'updateNotice',
    (by) => by.call(calls.updateNotice, { ...params(seeded.noticeId), body: { text: 'T', state: 'resolved' } }),
    'PAGE',
  ],
  ['deleteNotice', (by) => by.call(calls.deleteNotice, params(seeded.noticeId)), 'PAGE'],
  ['listSubscribers', (by) => by.call(calls.listSubscribers, { ...params(seeded.pageId), query: {} }), 'PAGE'],
  ['deleteSubscriber', (by) => by.call(calls.deleteSubscriber, params(seeded.subscriberId)), 'SUBSCRIBER'],
  ['createMetricsToken', (by) => by.call(calls.createMetricsToken, { body: { projectId: seeded.projectId } })],
  ['deleteMetricsToken', (by) => by.call(calls.deleteMetricsToken, ofProject())],
];
/** Calls only owners may make. */
const owning: [string, Ask][] = [
  [
    'updateMonitoringProject',
    (by) => by.call(calls.updateMonitoringProject, { body: { projectId: seeded.projectId, projectDescription: 'd' } }),
  ],
  [
    'deleteMonitoringProject',
    (by) => by.call(calls.deleteMonitoringProject, { ...params(seeded.projectId), body: { projectName: '' } }),
  ],
];

const codeOf = async (call: Promise<unknown>) => {
  const { status, code } = await failureOf(call);
  return `${status} ${code}`;
};

test.each(reading)('viewers may call %s', async (_name, ask) => {
  await expect(ask(people.VIEWER.client)).resolves.toBeDefined();
});

test.each(changing)('viewers may not call %s', async (_name, ask) => {
  expect(await codeOf(ask(people.VIEWER.client))).toBe('403 API_TESTING_VIEWER_MAY_NOT_EDIT');
});

test.each(owning)('editors may not call %s', async (_name, ask) => {
  for (const { client } of [people.VIEWER, people.EDITOR])
    expect(await codeOf(ask(client))).toBe('403 API_TESTING_OWNER_ONLY');
});

test.each([...reading, ...changing, ...owning])(
  'another organization gets 404 from %s',
  async (_name, ask, what?: string) => {
    const code = what ? `API_MONITORING_${what}_NOT_FOUND` : 'API_TESTING_PROJECT_NOT_FOUND';
    expect(await codeOf(ask(stranger.client))).toBe(`404 ${code}`);
  },
);

test('editors may change what viewers may not', async () => {
  for (const name of [
    'updateMonitor',
    'updateWindow',
    'updateMailedReport',
    'updateChannel',
    'updatePolicy',
    'updatePage',
  ])
    await expect(changing.find(([one]) => one === name)?.[1](people.EDITOR.client)).resolves.toBeDefined();
});
