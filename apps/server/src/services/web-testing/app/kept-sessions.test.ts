import { newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newModule } from '../../test-repository/testing/builders.ts';
import { workspacesService } from '../../workspaces/index.ts';
import { createKeptSessions } from './kept-sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
}, 120_000);
afterAll(() => server.close());

test('a project has at most 100 sessions, even if several are saved at the same time; each may be replaced', async () => {
  const { client, organizationId } = server.admin;
  const { projectUUID: projectId } = await newModule(client);
  const { workspaces } = server.app.door(workspacesService);
  const given = { platform: server.platform, workspaces, runs: {}, repository: {} };
  const sessions = createKeptSessions(given as unknown as Parameters<typeof createKeptSessions>[0]).of({
    organizationId,
    projectId,
    environmentId: undefined,
    by: { name: 'Ada Admin' },
  });
  const keep = (name: string) => () => sessions.keep(name, { cookies: [], origins: [] });
  await keep('First')();
  const { pool } = server.platform.database;
  await pool.query(
    `insert into web_testing.kept_session
     select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || n))).*
     from web_testing.kept_session s, generate_series(2, 99) n where s.project_id = $1`,
    [projectId],
  );
  const full = 'A project has at most 100 sessions. Delete some.';
  const last = [keep('Last'), keep('Another')];
  expect(await race(server, 'web_testing.kept_session', last)).toEqual([expect.objectContaining({ message: full })]);
  await expect(keep(newId())()).rejects.toThrow(full);
  await keep('First')();
  const { rows } = await pool.query('select 1 from web_testing.kept_session where project_id = $1', [projectId]);
  expect(rows).toHaveLength(100);
});
