import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../testing/builders.ts';
import { createClearWorkspace } from '../suites/clear-workspace.ts';

let server: TestServer;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});
afterAll(() => server.close());

const url = 'https://a.test/';
const sql = async (text: string, values: unknown[]) => (await server.platform.database.pool.query(text, values)).rows;
/** Fills the suite with copies of one script, at the positions 0 to `count` - 1. */
async function fill(count: number) {
  const { scriptId } = await newScript(client, suiteId, { url, scriptName: 'N0' });
  await sql(
    `insert into api_testing.script select (jsonb_populate_record(s,
         jsonb_build_object('id', gen_random_uuid(), 'position', n, 'name', 'N' || n))).*
       from api_testing.script s, generate_series(1, $2::int) n where s.id = $1`,
    [scriptId, count - 1],
  );
}
const scriptsOf = () =>
  sql('select id, name, position from api_testing.script where suite_id = $1 order by position, id', [suiteId]);

test.each([199, 200, 201, 400, 450])('a suite of %i scripts is deleted and restored as it was', async (count) => {
  await fill(count);
  const before = await scriptsOf();
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  expect(await scriptsOf()).toEqual([]);
  const kept = await sql(
    `select count(*)::int as count from api_testing.deleted_script s
       join api_testing.deleted_item i on i.id = s.item_id where i.project_id = $1`,
    [projectId],
  );
  expect(kept).toEqual([{ count }]);
  await client.call(calls.restoreDeleted, { body: { projectId, trashId } });
  expect(await scriptsOf()).toEqual(before);
  expect(await client.call(calls.getScriptCount, { query: { suiteId } })).toMatchObject({ count });
});

test('a deleted workspace leaves nothing behind, and other workspaces lose nothing', async () => {
  const clear = createClearWorkspace(server.platform);
  const tables = ['suite', 'script', 'prerequisite', 'pending_import', 'pending_result', 'deleted_item', 'run_result'];
  const fillWorkspace = async (of: string, name: string) => {
    const own = await newSuite(client, of, name);
    await newScript(client, own, { url });
    const { scriptId } = await newScript(client, own, { url });
    await client.call(calls.deleteScripts, { query: { scriptIds: [scriptId] } });
    await client.call(calls.importCurl, { body: { projectId: of, text: 'curl https://a.test' } });
    const action = { kind: 'javascript' as const, code: '1' };
    await client.call(calls.createPrerequisite, { body: { projectId: of, name: 'A', action } });
    const { organizationId } = server.admin;
    await sql('insert into api_testing.pending_result (project_id, organization_id, page) values ($1, $2, 0)', [
      of,
      organizationId,
    ]);
    await sql(
      `insert into api_testing.run_result (run_id, level, subject_id, suite_id, organization_id, project_id, name, run_name, suite_name,
         environment_name, status, total, passed, failed, error, duration_ms, started_by, finished_at)
       values (gen_random_uuid(), 'run', '', '', $2, $1, '', '', '', '', 'passed', 0, 0, 0, 0, 1, '', now())`,
      [of, organizationId],
    );
  };
  const counts = async (of: string) => {
    const counted: number[] = [];
    for (const table of tables) {
      const [row] = await sql(`select count(*)::int as count from api_testing.${table} where project_id = $1`, [of]);
      counted.push(row?.count);
    }
    return counted;
  };
  const other = await newProject(client);
  await fillWorkspace(projectId, 'Second');
  await fillWorkspace(other, 'Second');
  expect(await counts(projectId)).toEqual([2, 1, 1, 1, 1, 1, 1]);
  const before = await counts(other);
  await clear({ projectId, organizationId: server.admin.organizationId } as never);
  await clear({ projectId, organizationId: server.admin.organizationId } as never);
  expect(await counts(projectId)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await counts(other)).toEqual(before);
});
