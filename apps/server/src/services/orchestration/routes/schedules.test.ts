import type { Client } from '@touchstone/contracts';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { orchestrationScheduleRoutes } from '@touchstone/contracts/scheduler';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newSuite } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

/** A project with a scheduled workflow. */
async function scheduled(name: string, time: string) {
  const { folderUuid, projectId } = await client.call(orchestrationRoutes.createFolder, { body: { name } });
  const { flowId } = await client.call(orchestrationRoutes.createWorkflow, {
    body: { folderUuid, name: `Flow of ${name}` },
  });
  const job = await newJob(client, projectId, {
    ...daily(flowId, { title: `Run ${name}`, timezone: 'UTC', time }),
    target: { kind: 'workflow', id: flowId },
  });
  return { projectId, flowId, job };
}
const list = async (query: object = {}, of = client) => of.call(orchestrationScheduleRoutes.listSchedules, { query });
const titles = async (query?: object, of?: Client) => (await list(query, of)).content.map(({ title }) => title);

test('schedules of workflows in all projects: the next start first, filtered, and none of other services', async () => {
  const hour = new Date().getUTCHours();
  const inHours = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:59`;
  const later = await scheduled('Later', inHours(3));
  const sooner = await scheduled('Sooner', inHours(1));
  const apiProject = await newProject(client);
  await newJob(client, apiProject, daily(await newSuite(client, apiProject), { title: 'Of a suite' }));

  const { content, totalElements } = await list();
  expect(totalElements).toBe(2);
  expect(content).toMatchObject([
    {
      title: 'Run Sooner',
      projectName: 'Sooner',
      target: { title: 'Flow of Sooner', link: `/test-orchestration/work-flow/${sooner.flowId}` },
      nextDueAt: sooner.job.nextDueAt,
    },
    { title: 'Run Later', projectName: 'Later' },
  ]);
  expect(await titles({ projectId: later.projectId })).toEqual(['Run Later']);
  expect(await titles({ searchTerm: 'soon' })).toEqual(['Run Sooner']);
  expect(await titles({ state: 'completed' })).toEqual([]);
  expect(await titles({ projectId: apiProject })).toEqual([]);
  expect(await titles({ page: 1, size: 1 })).toEqual(['Run Later']);

  const stranger = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  expect(await titles({}, stranger.client)).toEqual([]);
});
