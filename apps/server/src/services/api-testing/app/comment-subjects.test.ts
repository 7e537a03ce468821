import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../testing/builders.ts';
import { createCommentSubjects } from './comment-subjects.ts';
import { createExtraction } from './extraction.ts';

let server: TestServer;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  projectId = await newProject(server.admin.client);
  suiteId = await newSuite(server.admin.client, projectId);
});
afterAll(() => server.close());

const [runId, stepId, unknown] = [newId(), newId(), newId()];
function subjects() {
  const opened: unknown[] = [];
  const [script, step] = createCommentSubjects({
    platform: server.platform,
    access: {
      openScript: async (_actor: unknown, id: string, need: string) => {
        opened.push([id, need]);
        return { projectId };
      },
    },
    runs: {
      get: async (_organizationId: string, id: string) => ({ projectId: `of ${id}` }),
      getStep: async (...ids: string[]) => ({ sourceId: `source of ${ids.join(' ')}` }),
      listByIds: async (_organizationId: string, ids: string[]) =>
        ids.filter((id) => id === runId).map((id) => ({ runId: id })),
    },
    workspaces: { open: async (_actor: unknown, id: string, need: string) => void opened.push([id, need]) },
  } as never);
  if (!script || !step) throw new Error('Subjects are missing.');
  return { script, step, opened };
}
const newComment = async () => (await newScript(server.admin.client, suiteId, { url: 'https://a.test/' })).scriptId;
const actor = { organizationId: 'o' } as never;

test('scripts and steps of runs can be commented on, by those who may open them', async () => {
  const { script, step, opened } = subjects();
  expect([script.kind, step.kind]).toEqual(['api-script', 'api-step']);
  expect(await script.open(actor, runId, 'edit')).toEqual({ projectId, containerId: projectId });
  expect(await step.open(actor, `${runId}:${stepId}`, 'view')).toEqual({
    projectId: `of ${runId}`,
    containerId: runId,
    sourceId: `source of ${runId} ${stepId}`,
  });
  expect(opened).toEqual([
    [runId, 'edit'],
    [`of ${runId}`, 'view'],
  ]);
});

test.each(['', 'x', `${runId}x`, `x${runId}`, `${runId}:${stepId}`])('"%s" names no script', async (id) => {
  await expect(subjects().script.open(actor, id, 'view')).rejects.toMatchObject({ status: 404 });
});

test.each(['', runId, `${runId}:`, `:${stepId}`, `${runId}:${stepId}:${stepId}`, `x${runId}:${stepId}`])(
  '"%s" names no step',
  async (id) => {
    await expect(subjects().step.open(actor, id, 'view')).rejects.toMatchObject({ status: 404 });
  },
);

test('a comment links to its script in its suite, or to its step in the report', async () => {
  const { script, step } = subjects();
  const { organizationId } = server.admin;
  const scriptId = await newComment();
  const link = (subjectId: string, of = organizationId) => script.link({ organizationId: of, projectId, subjectId });
  expect(await link(scriptId)).toBe(
    `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}&comments=open`,
  );
  expect([await link(unknown), await link(scriptId, newId())]).toEqual([undefined, undefined]);
  expect(await step.link({ organizationId, projectId, subjectId: `${runId}:${stepId}` })).toBe(
    `/api-testing/report/${runId}?step=${stepId}&comments=open`,
  );
});

test('comments outlive a script while it can be restored, and steps as long as their run', async () => {
  const { script, step } = subjects();
  const { organizationId, client } = server.admin;
  const [live, trashed] = [await newComment(), await newComment()];
  await client.call(calls.deleteScripts, { query: { scriptIds: [trashed] } });
  expect(await script.listPurged(organizationId, [live, unknown, trashed])).toEqual([unknown]);
  const gone = `${unknown}:${stepId}`;
  expect(await step.listPurged(organizationId, [`${runId}:${stepId}`, gone, `${runId}:${unknown}`])).toEqual([gone]);
});

test.each<[keyof ReturnType<typeof createExtraction>, string[], string, string]>([
  ['json', ['{"a":1}', '$['], 'API_TESTING_EXTRACTION_FAILED', 'path'],
  ['xpath', ['<a/>', '/a['], 'API_TESTING_XPATH_FAILED', 'path'],
  ['jsonSchema', ['{'], 'API_TESTING_EXTRACTION_FAILED', 'body'],
  ['xmlSchema', ['<a'], 'API_TESTING_XPATH_FAILED', 'body'],
])('a failed extraction (%s) names the place of the error', async (kind, given, code, path) => {
  const extraction = createExtraction({ limitMs: 5000 });
  const owner = { organizationId: 'o', userId: 'u' };
  const work = (extraction[kind] as (...input: unknown[]) => Promise<unknown>)(owner, ...given);
  await expect(work).rejects.toMatchObject({ status: 422, code, details: [{ path, message: expect.any(String) }] });
});
