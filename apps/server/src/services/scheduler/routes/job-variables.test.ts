import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type SchedulerJobInput, schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { daily, newJob } from '../testing/builders.ts';

const timeout = 120_000;
let server: TestServer;
let target: Awaited<ReturnType<typeof startTargetServer>>;
let client: Client;
let projectId: string;
let suiteId: string;
let environmentId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    url: `${target.url}/{{tenant}}/{{token}}/{{row}}`,
  });
  ({ environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging' },
  }));
  const variables = [
    { name: 'tenant', value: 'environment', isSecret: false },
    { name: 'row', value: '-', isSecret: false },
  ];
  await client.call(workspaceRoutes.createVariables, { body: { environmentId, variables } });
  await client.call(apiTestingRoutes.createSuiteVariables, {
    body: { suiteId, variables: [{ name: 'token', value: 'suite', isSecret: false }] },
  });
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

type Target = Partial<SchedulerJobInput['target']>;
const jobWith = (given: Target): SchedulerJobInput =>
  daily(suiteId, { target: { kind: 'api-suite', id: suiteId, environmentId, ...given } });
/** Runs a job now and returns what its runs sent. */
async function runNow(jobId: string) {
  const { executionId } = await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
  const found = async () =>
    (await client.call(schedulerRoutes.listExecutions, { query: { projectId, jobId } })).content.find(
      (one) => one.executionId === executionId,
    );
  await expect.poll(async () => (await found())?.finishedAt, { timeout }).toBeTruthy();
  return found();
}
/** Everything stored about the steps of a run. */
const stepsOf = async (runId: string): Promise<string[]> => {
  const { rows } = await server.platform.database.pool.query(
    'select plan, summary, outcome, detail from runs.step where run_id = $1',
    [runId],
  );
  return rows.map((row) => JSON.stringify(row));
};

test('variables of a job take precedence over environment and suite; secrets are sealed, masked and never shown', {
  timeout,
}, async () => {
  const job = await newJob(
    client,
    projectId,
    jobWith({
      variables: [
        { name: 'tenant', value: 'job', isSecret: false },
        { name: 'token', value: 'Tr0ub4dor-job', isSecret: true },
      ],
    }),
  );
  expect(job.target.variables).toEqual([
    { name: 'tenant', value: 'job', isSecret: false },
    { name: 'token', value: null, isSecret: true },
  ]);
  const stored = await server.platform.database.pool.query('select variables from scheduler.job where id = $1', [
    job.jobId,
  ]);
  expect(JSON.stringify(stored.rows)).not.toContain('Tr0ub4dor');
  target.received.length = 0;
  const execution = await runNow(job.jobId);
  expect(execution).toMatchObject({ status: 'PASSED' });
  expect(target.received).toEqual(['GET /job/Tr0ub4dor-job/-']);
  const runId = execution?.attempts[0]?.runId ?? '';
  const plan = await server.platform.database.pool.query('select plan from runs.run where id = $1', [runId]);
  expect(JSON.stringify([plan.rows, await stepsOf(runId)])).not.toContain('Tr0ub4dor');

  // Saved again without its value, the secret stays; under another name it has none.
  const save = (variables: Target['variables']) =>
    client.call(schedulerRoutes.updateJob, { params: { jobId: job.jobId }, body: jobWith({ variables }) });
  await save([{ name: 'token', value: null, isSecret: true }]);
  target.received.length = 0;
  await runNow(job.jobId);
  expect(target.received).toEqual(['GET /environment/Tr0ub4dor-job/-']);
  expect(await failureOf(save([{ name: 'other', value: null, isSecret: true }]))).toMatchObject({
    status: 400,
    details: [{ path: 'target.variables.0.value', message: 'Enter a value for the variable other.' }],
  });
  expect(
    await failureOf(
      save([
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ]),
    ),
  ).toMatchObject({ status: 400 });
});

test('a job runs its suite once for each row of a data file; a deleted file is refused', { timeout }, async () => {
  const body = new FormData();
  body.append('file', new Blob(['row\none\ntwo\nthree']), 'rows.csv');
  const query = { projectId, suiteIds: [suiteId] };
  const { fileId, fileName } = await client.call(apiTestingRoutes.uploadDataFile, { query, body });
  const dataFile = { fileId, fileName, firstRow: 2 };
  const job = await newJob(client, projectId, jobWith({ options: { dataFile } }));
  expect(job.target.options).toEqual({ dataFile });
  target.received.length = 0;
  expect(await runNow(job.jobId)).toMatchObject({ status: 'PASSED' });
  expect(target.received).toEqual(['GET /environment/suite/two', 'GET /environment/suite/three']);
  await server.platform.files.delete(server.admin.organizationId, fileId);
  expect(await runNow(job.jobId)).toMatchObject({ status: 'REFUSED' });
  expect(await failureOf(newJob(client, projectId, jobWith({ options: { dataFile } })))).toMatchObject({
    status: 400,
    details: [{ path: 'target.options.dataFile', message: expect.stringContaining('rows.csv is no longer there') }],
  });
});

test('kinds declare whether they accept variables, and refuse them otherwise', async () => {
  const { content } = await client.call(schedulerRoutes.listTargetKinds, { query: { projectId } });
  expect(content.filter(({ takesVariables }) => takesVariables).map(({ kind }) => kind)).toEqual([
    'api-suite',
    'api-performance',
  ]);
  const variables = [{ name: 'a', value: '1' }];
  const id = await newFlow(client, projectId, { nodes: [start], links: [] });
  const refused = newJob(client, projectId, jobWith({ kind: 'workflow', id, variables }));
  expect(await failureOf(refused)).toMatchObject({ status: 400, details: [{ path: 'target.variables' }] });
});

test('a job puts a suite under load with its variables, and each iteration uses a row of its data file', {
  timeout,
}, async () => {
  const body = new FormData();
  body.append('file', new Blob(['row\none\ntwo\nthree']), 'rows.csv');
  const query = { projectId, suiteIds: [suiteId] };
  const { fileId, fileName } = await client.call(apiTestingRoutes.uploadDataFile, { query, body });
  const performance = {
    load: { type: 'shared-iterations', vus: 1, iterations: 3, maxDurationMs: 30_000 },
    dataMode: 'unique',
  };
  const job = await newJob(
    client,
    projectId,
    jobWith({
      kind: 'api-performance',
      options: { performance, dataFile: { fileId, fileName } },
      variables: [{ name: 'token', value: 'Tr0ub4dor-load', isSecret: true }],
    }),
  );
  target.received.length = 0;
  const execution = await runNow(job.jobId);
  expect(execution).toMatchObject({ status: 'PASSED' });
  const paths = ['one', 'two', 'three'].map((row) => `GET /environment/Tr0ub4dor-load/${row}`);
  expect(target.received.toSorted()).toEqual(paths.toSorted());
  const stored = await server.platform.database.pool.query(
    'select to_jsonb(r) as run from performance.run r where run_id = $1',
    [execution?.attempts[0]?.runId],
  );
  expect(stored.rowCount).toBe(1);
  expect(JSON.stringify(stored.rows)).not.toContain('Tr0ub4dor');
});
