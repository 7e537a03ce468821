import { runRoutes } from '@touchstone/contracts/runs';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { inLength, type ServerRoles, startServerRoles } from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { daily, newJob } from '../testing/builders.ts';

const timeout = inLength(240_000, 1_200_000);
/** Two of them start concurrently, and the kill follows after the first few. */
const jobCount = inLength(12, 200);
const kills = inLength(2, 10);
let roles: ServerRoles;
let database: pg.Client;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
  database = new pg.Client({ connectionString: roles.databaseUrl });
  await database.connect();
}, timeout);
afterAll(async () => {
  await database.end();
  await roles.close();
}, timeout);

test('a scheduler killed while starting runs loses none and starts none twice', { timeout }, async () => {
  const { client } = roles;
  await roles.startRunner();
  const projectId = await newProject(client);
  const flowId = await newFlow(client, projectId, { nodes: [start], links: [] });
  const target = { kind: 'workflow', id: flowId };
  const jobs: string[] = [];
  for (let count = 0; count < jobCount; count += 1)
    jobs.push((await newJob(client, projectId, daily(flowId, { target, title: `Job ${count}` }))).jobId);
  const countRuns = async () => Number((await database.query('select count(*)::int as n from runs.run')).rows[0].n);

  for (let round = 1; round <= kills; round += 1) {
    // Every job is due now.
    await database.query(`update scheduler.job set next_due_at = date_trunc('milliseconds', now())`);
    const before = (round - 1) * jobCount;
    await expect.poll(countRuns, { timeout, interval: 5 }).toBeGreaterThan(before + round);
    await roles.api().kill('SIGKILL');
    await roles.startApi();
    const open = async () =>
      (await database.query('select count(*)::int as n from scheduler.execution where finished_at is null')).rows[0].n;
    await expect.poll(open, { timeout }).toBe(0);
    await expect.poll(countRuns, { timeout }).toBe(round * jobCount);
  }

  const { rows } = await database.query(
    'select job_id, count(*)::int as n, array_agg(distinct status) as statuses from scheduler.execution group by job_id',
  );
  expect(rows.map(({ n, statuses }) => [n, statuses])).toEqual(jobs.map(() => [kills, ['PASSED']]));
  const listed = await client.call(runRoutes.listRuns, { query: { projectId, size: 1 } });
  expect(listed.totalElements).toBe(kills * jobCount);
  const history = await client.call(schedulerRoutes.listExecutions, { query: { projectId, size: 200 } });
  expect(history.content.every(({ attempts }) => attempts.length === 1)).toBe(true);
});
