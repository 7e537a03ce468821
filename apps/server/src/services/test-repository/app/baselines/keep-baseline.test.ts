import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaselinePlace } from '../../store/baselines.store.ts';
import { newModule, newScript } from '../../testing/builders.ts';
import { createKeepBaseline, type KeepBaseline, type NewPicture } from './keep-baseline.ts';

let server: TestServer;
let keep: KeepBaseline;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  keep = createKeepBaseline(server);
}, 120_000);
afterAll(() => server.close());

const picture = (text: string): NewPicture => ({
  bytes: Buffer.from(text),
  width: 3,
  height: 2,
  acceptedByName: 'Ada Admin',
  isReviewed: true,
  runId: newId(),
});
const query = async (text: string, values: unknown[]) => (await server.platform.database.pool.query(text, values)).rows;
/** A project with this many baselines. */
async function placeIn(baselines: number): Promise<BaselinePlace> {
  const { client, organizationId } = server.admin;
  const { projectUUID: projectId, moduleUUID } = await newModule(client);
  const { uuid: scriptId } = await newScript(client, moduleUUID, { name: 'Look' });
  await query(
    `insert into test_repository.baseline (id, organization_id, project_id, script_id, name, target, current_version)
     select gen_random_uuid(), $1, $2, $3, 'Picture ' || n, '', 1 from generate_series(1, $4::int) n`,
    [organizationId, projectId, scriptId, baselines],
  );
  return { organizationId, projectId, scriptId, name: 'Heading', target: 'firefox' };
}
const versionsAt = ({ scriptId, name }: BaselinePlace) =>
  query(
    `select version, size_bytes, current_version from test_repository.baseline b
     join test_repository.baseline_version v on v.baseline_id = b.id where script_id = $1 and name = $2 order by version`,
    [scriptId, name],
  );
const filesOf = async ({ projectId }: BaselinePlace) =>
  (await query('select name from platform.file where owner = $1', [`project:${projectId}`])).length;

test('a project has at most 2,000 baselines, even if several are added at the same time; each may change', async () => {
  const place = await placeIn(1998);
  const names = ['A', 'B', 'C', 'D'];
  const last = await Promise.allSettled(names.map((name) => keep.first({ ...place, name }, picture('first'))));
  const added = names.filter((_, index) => last[index]?.status === 'fulfilled');
  expect(added).toHaveLength(2);
  const [name = ''] = added;
  await expect(keep.first(place, picture('one more'))).rejects.toMatchObject({
    code: 'TEST_REPOSITORY_TOO_MANY_BASELINES',
  });
  await expect(keep.next(place, picture('one more'), null)).rejects.toMatchObject({
    code: 'TEST_REPOSITORY_TOO_MANY_BASELINES',
  });
  expect(await versionsAt(place)).toEqual([]);
  expect(await keep.first({ ...place, name }, picture('another first'))).toBe(false);
  expect(await keep.next({ ...place, name }, picture('second'), 1)).toBe(true);
  expect(await versionsAt({ ...place, name })).toEqual([
    { version: 1, size_bytes: 5, current_version: 2 },
    { version: 2, size_bytes: 6, current_version: 2 },
  ]);
  expect(await filesOf(place)).toBe(3);
});
