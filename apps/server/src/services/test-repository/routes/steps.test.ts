import { ApiError, type Client } from '@touchstone/contracts';
import type { NewerSteps, RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { click, newModule, newScript, note, openUrl } from '../testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const newSteps = async (steps: RepositoryStepInput[] = []) => {
  const { moduleUUID } = await newModule(client);
  return (await newScript(client, moduleUUID, { steps: steps.length > 0 ? steps : [note('first')] })).uuid;
};
const idsOf = (steps: { id: string }[]) => steps.map(({ id }) => id);
const save = (scriptUUID: string, revision: number, steps: RepositoryStepInput[]) =>
  client.call(calls.saveSteps, { body: { scriptUUID, revision, steps } });

test('[web-repository-2] steps are added after others, also in containers, ordered by saving, and deleted', async () => {
  const scriptUUID = await newSteps([
    openUrl('open'),
    { id: 'if', keyword: 'if', args: { left: '1' }, steps: [note('in')] },
  ]);
  const add = (steps: RepositoryStepInput[], after?: string) =>
    client.call(calls.addSteps, { query: { scriptUUID }, body: { steps, ...(after && { after }) } });
  await add([click('buy')], 'open');
  const { steps, revision, problems } = await add([note('inner')], 'in');
  expect(idsOf(steps)).toEqual(['open', 'buy', 'if']);
  expect(idsOf(steps[2]?.steps ?? [])).toEqual(['in', 'inner']);
  expect(problems).toEqual([]);
  expect(await failureOf(add([note('x')], 'nowhere'))).toMatchObject({ code: 'TEST_REPOSITORY_STEP_NOT_FOUND' });
  expect(await failureOf(add([note('in')]))).toMatchObject({
    message: 'Two steps have the id “in”. Give each step an id of its own.',
  });
  const saved = await save(scriptUUID, revision, steps.toReversed());
  expect(idsOf(saved.steps)).toEqual(['if', 'buy', 'open']);
  const rest = await client.call(calls.deleteSteps, { body: { scriptUUID, stepIds: ['in', 'open'] } });
  expect(idsOf(rest.steps)).toEqual(['if', 'buy']);
  expect(idsOf(rest.steps[0]?.steps ?? [])).toEqual(['inner']);
  const missing = client.call(calls.deleteSteps, { body: { scriptUUID, stepIds: ['if', 'gone'] } });
  expect(await failureOf(missing)).toMatchObject({ code: 'TEST_REPOSITORY_STEP_NOT_FOUND' });
  const script = await client.call(calls.getScript, { params: { id: scriptUUID } });
  expect(script).toMatchObject({ stepCount: 3, revision: rest.revision });
});

test('[web-repository-2] steps saved by another user are not overwritten, and are returned', async () => {
  const scriptUUID = await newSteps();
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  await save(scriptUUID, revision, [note('theirs')]);
  const failure = await failureOf(save(scriptUUID, revision, [note('mine')]));
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_STEPS_CHANGED' });
  const newer = failure.data as NewerSteps;
  expect(newer).toMatchObject({ revision: revision + 1, savedBy: expect.any(String), savedAt: expect.any(String) });
  expect(idsOf(newer.steps)).toEqual(['theirs']);
});

test('of many concurrent saves of one revision exactly one is kept', async () => {
  const scriptUUID = await newSteps();
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => save(scriptUUID, revision, [note(`n${n}`)])),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await client.call(calls.getSteps, { query: { scriptUUID } })).revision).toBe(revision + 1);
});

test('a script with problems is saved, and says what prevents its steps from running', async () => {
  const steps: RepositoryStepInput[] = [
    { id: 'a', keyword: 'fly' },
    { id: 'b', keyword: 'click' },
    { id: 'c', keyword: 'openUrl' },
    { id: 'd', keyword: 'callFunction', args: { function: 'None such' } },
  ];
  const scriptUUID = await newSteps(steps);
  const { problems } = await client.call(calls.getSteps, { query: { scriptUUID } });
  expect(problems.map(({ stepId, field }) => [stepId, field])).toEqual([
    ['a', 'keyword'],
    ['b', 'target'],
    ['c', 'args.url'],
    ['d', 'args.function'],
  ]);
  const { moduleUUID } = await client.call(calls.getScript, { params: { id: scriptUUID } });
  const { projectUUID } = await client.call(calls.getModule, { params: { id: moduleUUID } });
  const checked = await client.call(calls.checkSteps, { body: { projectUUID, steps } });
  expect(checked.problems).toEqual(problems);
});

test('steps are limited in number, depth and size', async () => {
  const scriptUUID = await newSteps();
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  const many = Array.from({ length: 5001 }, (_, n) => note(`n${n}`));
  expect((await failureOf(save(scriptUUID, revision, many))).details).toMatchObject([
    { message: 'A script has at most 5000 steps' },
  ]);
  const nest = (levels: number): RepositoryStepInput =>
    levels === 0 ? note('deep') : { id: `l${levels}`, keyword: 'if', args: { left: 'x' }, steps: [nest(levels - 1)] };
  expect((await failureOf(save(scriptUUID, revision, [nest(500)]))).details).toMatchObject([
    { message: 'Steps lie in one another up to 20 levels' },
  ]);
  const halves = [0, 1].map((half) => ({
    id: `h${half}`,
    keyword: 'if',
    args: { left: 'x' },
    steps: Array.from({ length: 2600 }, (_, n) => note(`h${half}n${n}`, 'x')),
  }));
  expect(await failureOf(save(scriptUUID, revision, halves))).toMatchObject({ code: 'TEST_REPOSITORY_TOO_MANY_STEPS' });
  const large = Array.from({ length: 50 }, (_, n) => note(`n${n}`, 'x'.repeat(90_000)));
  expect(await failureOf(save(scriptUUID, revision, large))).toMatchObject({
    status: 413,
    code: 'TEST_REPOSITORY_STEPS_TOO_LARGE',
  });
});

test('keywords are those of the web, with their parameters', async () => {
  const { keywords } = await client.call(calls.listKeywords, {});
  const open = keywords.find(({ id }) => id === 'openUrl');
  expect(open).toMatchObject({ title: 'Open URL', group: 'Navigation', target: 'none' });
  expect(open?.parameters.map(({ name }) => name)).toContain('url');
  expect(new Set(keywords.map(({ id }) => id)).size).toBe(keywords.length);
});
