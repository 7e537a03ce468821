import { type RepositoryStep, usualRunSettings } from '@touchstone/contracts/test-repository';
import { newStep } from '@touchstone/engine-keyword/core';
import type { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { RunViewer } from '../../runs/index.ts';
import type { RunnableScript } from '../../test-repository/index.ts';
import type { ScriptPlan } from '../domain/script-plan.ts';
import { createPlanScripts, type ScriptRunInput } from './plan-scripts.ts';

const ada = { userId: 'u', name: 'Ada', organizationId: 'o' } as RunViewer;
const comment = (id: string, text = id) => newStep(id, 'comment', { args: { text } }) as unknown as RepositoryStep;
const script = (name: string, more: Partial<RunnableScript> = {}): RunnableScript => ({
  scriptId: name,
  name,
  moduleName: 'Checkout',
  steps: [comment('a'), comment('b')],
  problems: [],
  table: null,
  ...more,
});

/** Plans a run in a project with these scripts and this suite. */
function planning(scripts: RunnableScript[], suite: object = {}) {
  const asked: unknown[] = [];
  const functions: object[] = [];
  const plan = createPlanScripts({
    // Devices are tested with the run targets.
    targets: { plan: async (targets: object[]) => targets.map((one) => ({ device: null, ...one })) } as never,
    repository: {
      readForRun: async (_caller: unknown, _projectId: string, ids: readonly string[]) => {
        asked.push(ids);
        return { scripts: scripts.filter(({ scriptId }) => ids.includes(scriptId)), functions };
      },
      elementPrints: {
        withKnown: async (_organizationId: string, found: object) => {
          asked.push('prints');
          return found;
        },
      },
      readSuiteForRun: async () => ({
        suite: { id: 's', name: 'Smoke', projectId: 'p', isChaining: false, ...suite },
        scriptIds: scripts.map(({ scriptId }) => scriptId),
      }),
      readRunConfiguration: async () => ({
        environmentId: 'of the configuration',
        settings: { ...usualRunSettings, parallel: 4, infrastructure: 'lab' },
      }),
      setLastRun: async (ids: readonly string[], runId: string) => void asked.push([ids, runId]),
      setLastRunOfSuite: async (id: string, runId: string) => void asked.push([id, runId]),
    } as never,
    variables: {
      plan: async (_caller: unknown, _projectId: string, environmentId: string | undefined) => ({
        environmentName: environmentId ?? null,
        scopes: [[{ name: 'shop', value: 'of the project' }]],
      }),
    } as never,
  });
  const run = async (input: Partial<ScriptRunInput> = {}) => {
    const scriptUUIDs = scripts.map(({ scriptId }) => scriptId);
    const planned = await plan(ada, { projectId: 'p', scriptUUIDs, ...input });
    const steps = [];
    for await (const step of planned.steps) steps.push(step);
    return { ...planned, plan: planned.plan as ScriptPlan, steps };
  };
  return { asked, run, functions };
}

test.each<[string, string[], Partial<ScriptRunInput>, string]>([
  ['its script', ['Pay'], {}, 'Pay'],
  ['its first script and the number of others', ['Pay', 'Search', 'Leave'], {}, 'Pay and 2 more'],
  ['its suite', ['Pay', 'Search'], { suiteUUID: 's' }, 'Smoke'],
  ['what is asked for', ['Pay'], { suiteUUID: 's', name: 'Nightly' }, 'Nightly'],
  ['as much as fits', ['P'.repeat(255), 'Search'], {}, 'P'.repeat(255)],
])('a run is named after %s', async (_name, names, input, expected) => {
  expect((await planning(names.map((name) => script(name))).run(input)).name).toBe(expected);
});

test('what a run is given overrides the configuration, and the configuration overrides defaults', async () => {
  const { run } = planning([script('Pay')]);
  const usual = await run();
  expect(usual.plan).toMatchObject({
    parallel: usualRunSettings.parallel,
    infrastructure: null,
    environmentName: null,
  });
  expect(usual.plan).not.toHaveProperty('environmentId');
  const configured = await run({ configurationUUID: 'c' });
  expect(configured.plan).toMatchObject({ parallel: 4, environmentId: 'of the configuration' });
  expect(configured.runnerLabel).toBe('lab');
  const planned = await run({ configurationUUID: 'c', parallel: 2, environmentId: 'e', infrastructure: null });
  expect(planned.plan).toMatchObject({ parallel: 2, environmentId: 'e', environmentName: 'e', infrastructure: null });
});

test('scripts of a chain run one after the other, and given variables override all others', async () => {
  const { run } = planning([script('Pay')], { isChaining: true });
  const given = [{ name: 'shop', value: 'given' }] as never;
  const { plan } = await run({ suiteUUID: 's', parallel: 8, given, handedOn: ['token'] });
  expect(plan).toMatchObject({ isChaining: true, parallel: 1, handedOn: ['token'] });
  expect(plan.variables).toEqual([[{ name: 'shop', value: 'given' }], [{ name: 'shop', value: 'of the project' }]]);
});

test('the newest run of scripts and suite is stored with the run, and a script that is named twice runs once', async () => {
  const { asked, run } = planning([script('Pay')]);
  await (await run({ scriptUUIDs: ['Pay', 'Pay'], healing: 'off' })).stored?.({ runId: 'r' } as never);
  expect(asked).toEqual([['Pay'], [['Pay'], 'r']]);
  asked.length = 0;
  await (await run({ suiteUUID: 's', healing: 'suggest' })).stored?.({ runId: 'r' } as never);
  expect(asked).toEqual([['Pay'], 'prints', [['Pay'], 'r'], ['s', 'r']]);
});

test('a label has what lists show: targets, scripts, measures, and whether steps heal', async () => {
  const measures = [newStep('m', 'endMeasure', { args: { name: 'x' } }) as unknown as RepositoryStep];
  const { label, auditDetail } = await planning([script('Pay', { steps: measures })]).run({
    healing: 'heal',
    targets: [
      { browser: 'chromium', device: 'Pixel 7' },
      { browser: 'firefox', viewport: { width: 800, height: 600 } },
    ],
    dryRun: {},
  });
  const targets = [expect.stringContaining('Pixel 7'), 'Firefox · 800 × 600'];
  expect(label).toEqual({ environmentName: null, targets, isDryRun: true, scripts: 1, hasMeasures: true, heals: true });
  expect(auditDetail).toEqual({ scripts: 1, targets, isDryRun: true });
  const plain = await planning([script('Pay')]).run();
  expect(plain.label).toMatchObject({ isDryRun: false, hasMeasures: false });
});

test('rows of a run are below their container, with their kind', async () => {
  const table = { columns: ['user'], rows: [['ada'], ['bob']] };
  const { steps } = await planning([script('Pay', { steps: [comment('a')], table })]).run();
  const shown = steps.map(({ stepId, kind, parentId, summary, groupId }) => {
    const parent = steps.find((one) => one.stepId === parentId);
    const { sourceStepId, unit } = summary as { sourceStepId: string | null; unit: string | null };
    return [kind, parent?.kind ?? null, sourceStepId, unit !== null, groupId, stepId !== ''];
  });
  expect(shown).toEqual([
    ['script', null, null, false, 'Pay', true],
    ['row', 'script', null, true, 'Pay', true],
    ['step', 'row', 'a', true, 'Pay', true],
    ['row', 'script', null, true, 'Pay', true],
    ['step', 'row', 'a', true, 'Pay', true],
  ]);
});

test.each<[string, RunnableScript, Partial<ScriptRunInput>, object]>([
  [
    'without steps',
    script('Pay', { steps: [] }),
    {},
    {
      code: 'WEB_TESTING_NOTHING_TO_RUN',
      message: 'The script “Pay” has no steps. Add some, then run it.',
    },
  ],
  [
    'with a problem',
    script('Pay', { problems: [{ stepId: 'a', field: 'target', message: 'Choose an element' }] }),
    {},
    {
      code: 'WEB_TESTING_HAS_PROBLEMS',
      message: 'The script “Pay” can’t be run: Choose an element. Mend its steps first. See details.',
      details: [{ path: 'a.target', message: 'Choose an element' }],
    },
  ],
  ['up to a step that it lacks', script('Pay'), { dryRun: { stepId: 'z' } }, { code: 'WEB_TESTING_STEP_NOT_FOUND' }],
  [
    'whose plan is too large',
    script('Pay', { steps: [comment('a', 'x'.repeat(33 * 1024 * 1024))] }),
    {},
    { code: 'WEB_TESTING_PLAN_TOO_LARGE', message: expect.stringContaining('have 34 MB together of 32 MB') },
  ],
  [
    'with too many rows',
    script('Pay', {
      steps: [comment('a')],
      table: { columns: ['n'], rows: Array.from({ length: 50_001 }, (_, n) => [String(n)]) },
    }),
    {},
    { code: 'WEB_TESTING_TOO_MANY_ROWS', message: expect.stringContaining('more than 100000 steps') },
  ],
])('a script %s is not run', async (_name, given, input, expected) => {
  await expect(planning([given]).run(input)).rejects.toMatchObject(expected);
});

test('a suite of another project, and one without scripts, are not run', async () => {
  const elsewhere = planning([script('Pay')], { projectId: 'other' }).run({ suiteUUID: 's' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'WEB_TESTING_OTHER_PROJECTS' });
  await expect(planning([]).run({ suiteUUID: 's' })).rejects.toMatchObject({
    code: 'WEB_TESTING_EMPTY_SUITE',
    message: 'The suite “Smoke” has no scripts. Add some, then run it.',
  });
});

test('a dry run ends with the named step', async () => {
  const { plan } = await planning([script('Pay')]).run({ dryRun: { stepId: 'a' } });
  expect(plan.scripts[0]?.steps.map(({ id }) => id)).toEqual(['a']);
  expect(plan.isDryRun).toBe(true);
});

test('steps and functions get the retries and pictures of the run', async () => {
  const { run, functions } = planning([script('Pay')]);
  functions.push({ functionId: 'f', name: 'Sign in', parameters: [], steps: [comment('c')] });
  const { plan } = await run({ retries: 2, evidence: 'always' });
  const prepared = { onFailure: 'retry', retries: 2, evidence: 'always' };
  expect(plan.scripts[0]?.steps).toMatchObject([
    { id: 'a', ...prepared },
    { id: 'b', ...prepared },
  ]);
  expect(plan.functions).toMatchObject([{ functionId: 'f', name: 'Sign in', steps: [{ id: 'c', ...prepared }] }]);
});

test.each([
  ['a table', { columns: ['n'], rows: [['1']] }, [comment('a')], true],
  ['an empty table', { columns: ['n'], rows: [] }, [comment('a')], false],
  ['no table', null, [comment('a')], false],
  [
    'a table over whose rows it loops itself',
    { columns: ['n'], rows: [['1']] },
    [{ ...(newStep('l', 'forEach') as unknown as RepositoryStep), steps: [comment('a')] }],
    false,
  ],
])('a script with %s runs once for each row or once', async (_name, table, steps, isRunByRow) => {
  const { plan } = await planning([script('Pay', { table, steps })]).run();
  expect(plan.scripts).toMatchObject([{ isRunByRow, table }]);
});

test('the measures of functions are shown, too', async () => {
  const { run, functions } = planning([script('Pay')]);
  const measure = newStep('m', 'endMeasure', { args: { name: 'x' } });
  functions.push({ functionId: 'f', name: 'Sign in', parameters: [], steps: [measure] });
  expect((await run()).label).toMatchObject({ hasMeasures: true, scripts: 1 });
});

test('of many problems the first fifty are named', async () => {
  const problems = Array.from({ length: 60 }, (_, at) => ({ stepId: `${at}`, field: 'target', message: 'Gone!' }));
  const error = await planning([script('Pay', { problems })])
    .run()
    .catch((one: AppError) => one);
  expect(error).toMatchObject({
    code: 'WEB_TESTING_HAS_PROBLEMS',
    message: expect.stringContaining('Gone! '),
    details: problems.slice(0, 50).map(({ stepId, message }) => ({ path: `${stepId}.target`, message })),
  });
});

test('a row of a run says which step in which browser it is', async () => {
  const targets = ['chromium', 'firefox'].map((browser) => ({ browser, viewport: { width: 800, height: 600 } }));
  const { steps } = await planning([script('Pay', { steps: [comment('a')] })]).run({ targets: targets as never });
  const shown = steps.map(({ kind, isContainer, sourceId, plan, summary }) => ({
    kind,
    isContainer,
    sourceId,
    plan,
    summary,
  }));
  const container = { kind: 'script', isContainer: true, sourceId: 'Pay', plan: {} };
  const row = { kind: 'step', isContainer: false, sourceId: 'Pay', plan: {} };
  expect(shown.filter(({ kind }) => kind === 'step')).toEqual(
    [0, 1].map((target) => ({
      ...row,
      summary: { keyword: 'comment', sourceStepId: 'a', target, unit: expect.any(String) },
    })),
  );
  expect(shown.filter(({ kind }) => kind === 'script')).toEqual(
    [0, 1].map((target) => ({
      ...container,
      summary: { keyword: null, sourceStepId: null, target, unit: null },
    })),
  );
});
