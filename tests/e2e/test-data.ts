import { expect } from '@playwright/test';
import { type Client, createClient, followEvents } from '@touchstone/contracts';
import { apiTestingRoutes, type Script, type ScriptInput } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate } from '@touchstone/engine-http/testing';

const calls = apiTestingRoutes;

/** clientOf returns a person's typed client. */
export const clientOf = (origin: string, token: string): Client =>
  createClient({ baseUrl: origin, headers: () => ({ Authorization: `Bearer ${token}` }), retryDelayMs: 0 });

export async function newProject(client: Client, projectName: string, isShared = false): Promise<string> {
  const body = { projectName, ...(isShared ? { workspaceType: 'SHARED' as const } : {}) };
  return (await client.call(workspaceRoutes.createProject, { body })).projectId;
}

export async function newSuite(client: Client, projectId: string, suiteName: string): Promise<string> {
  return (await client.call(calls.createSuite, { body: { projectId, suiteName } })).suiteId;
}

type Draft = Partial<ScriptInput> & { scriptName: string; url: string };
export async function newScript(client: Client, suiteId: string, draft: Draft): Promise<Script> {
  return client.call(calls.saveScript, { query: { suiteId }, body: { method: 'GET', ...draft } });
}

export async function newEnvironment(
  client: Client,
  projectId: string,
  environmentName: string,
  values: Record<string, string> = {},
): Promise<string> {
  const variables = Object.entries(values).map(([name, value]) => ({ name, value }));
  const body = { projectId, environmentName, variables };
  return (await client.call(workspaceRoutes.createEnvironment, { body })).environmentId;
}

/** newCertificate stores a self-signed client certificate for a domain. */
export async function newCertificate(
  client: Client,
  projectId: string,
  domainName: string,
  commonName: string,
): Promise<string> {
  const { cert, key } = makeCertificate({ commonName });
  const body = new FormData();
  body.append('file', new Blob([cert, key]), 'client.pem');
  const { uploadId } = await client.call(workspaceRoutes.uploadCertificate, { query: { projectId }, body });
  return (await client.call(workspaceRoutes.createCertificate, { body: { projectId, domainName, uploadId } }))
    .certificateId;
}

export const expectStatus = (expected: number) =>
  ({ kind: 'status', operator: 'equals', expected, enabled: true }) as const;
export const expectJson = (path: string, expected: string | number) =>
  ({ kind: 'jsonPath', path, operator: 'equals', expected, enabled: true }) as const;

/** runToEnd runs suites and resolves once the run's last event has arrived. */
export async function runToEnd(
  client: Client,
  body: { projectId: string; suiteIds: string[]; environmentId?: string; parallel?: number },
): Promise<string> {
  const { runId } = await client.call(calls.executeTest, { body });
  await followToEnd(client, runId);
  return runId;
}

/** followToEnd resolves once a run's last event has arrived. */
export async function followToEnd(client: Client, runId: string): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  await followEvents({
    signal,
    open: (lastEventId) =>
      client.raw(
        notificationRoutes.subscribeNotification,
        { query: { runId } },
        { signal, ...(lastEventId ? { headers: { 'Last-Event-ID': lastEventId } } : {}) },
      ),
    onEvent: (message) => message.event === 'COMPLETED',
    onState: () => undefined,
    isFatal: () => true,
  });
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** insightsOf resolves once the insights include this many runs: they are updated a moment after a run ends. */
export async function insightsOf(client: Client, projectId: string, runs: number): Promise<void> {
  // Runs may end after midnight.
  const query = { projectId, startDate: dayFromNow(-1), endDate: dayFromNow(1) };
  await expect
    .poll(async () => (await client.call(calls.getInsights, { query })).totals.runs, { timeout: 60_000 })
    .toBe(runs);
}
