import { type Healing, newStep, type Step } from '@touchstone/engine-keyword/core';
import { FakeDriver } from '@touchstone/engine-keyword/testing';
import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { FinishedStep, RunContext } from '../../runs/index.ts';
import { planRows } from '../domain/plan-rows.ts';
import { RecordPlaces } from '../domain/record-places.ts';
import type { ScriptPlan } from '../domain/script-plan.ts';
import type { StepDetail } from '../domain/steps/step-detail.ts';
import { type IndexedRow, runUnit } from './run-unit.ts';

const click = (id: string, given: Partial<Step> = {}): Step =>
  newStep(id, 'click', { target: { name: id, locators: [{ by: 'css', value: `#${id}` }], frame: [] }, ...given });

/** Runs steps with a driver that responds as given; `before` is what an earlier runner recorded of the first rows. */
async function run(
  steps: Step[],
  driver: FakeDriver,
  before?: { ended: number; repeats: [number, number][] },
  codes: (string | undefined)[] = [],
  { functions = [], secrets = [] }: { functions?: ScriptPlan['functions']; secrets?: string[] } = {},
) {
  const plan: ScriptPlan = {
    targets: [{ browser: 'chromium', viewport: { width: 800, height: 600 }, device: null }],
    parallel: 1,
    timeoutMs: 1000,
    environmentName: null,
    isDryRun: false,
    variables: [],
    functions,
    scripts: [{ scriptId: 's', name: 'S', moduleName: 'M', steps, table: null, isRunByRow: false }],
  };
  const executed = [...planRows(plan)].filter(({ isContainer }) => !isContainer);
  const rows = new Map(executed.map((row, index): [string, IndexedRow] => [row.key, { ...row, index }]));
  const { ended = 0, repeats = [] } = before ?? {};
  const open = new Map(executed.map((_row, index): [number, string] => [index, `id${index}`]).slice(ended));
  let nextIndex = 100;
  const recorded = { open, repeats: new Map(repeats), behind: new Map<number, number>() };
  const places = new RecordPlaces(executed.keys(), recorded, () => nextIndex++);
  const messages: string[] = [];
  const code = { take: async () => codes.shift(), onNews: () => () => undefined };
  const finished: FinishedStep[] = [];
  const attached: { stepId?: string; name: string }[] = [];
  const context = {
    signal: new AbortController().signal,
    started: (step: { message?: string }) => void (step.message && messages.push(step.message)),
    attach: async (file: { stepId?: string; name: string }) => {
      attached.push(file);
      return { attachmentId: `file ${attached.length}` };
    },
    finished: async (step: FinishedStep) => void finished.push(step),
  } as unknown as RunContext;
  const unit = executed[0]?.unit;
  if (!unit) throw new Error('There is nothing to run.');
  const { skipped, prints } = await runUnit({
    context,
    plan,
    unit,
    rows,
    places,
    driver,
    variables: {},
    secrets,
    own: new Map(),
    code,
  });
  const lines = finished.map(({ index, status, repeat }) => [repeat ? `again ${repeat.of}` : index, status]);
  return { lines, finished, attached, skipped, messages, prints };
}

test('a container does not fail because of a failed step in it; the steps after it are skipped', async () => {
  const driver = new FakeDriver(new FakeClock()).answer('bad', { status: 'failed', message: 'It is red.' });
  const loop = newStep('loop', 'forEach', { args: { values: 'a\nb' }, steps: [click('bad'), click('next')] });
  const { lines, finished, attached, skipped } = await run([loop, click('after')], driver);
  expect(lines).toEqual([
    [1, 'failed'],
    [2, 'skipped'],
    [0, 'passed'],
    [3, 'skipped'],
  ]);
  expect(finished[0]).toMatchObject({ message: 'It is red.', outcome: { hasPicture: true } });
  expect(attached).toMatchObject([{ stepId: 'id1', name: 'Picture 1.jpg' }]);
  expect([...skipped]).toEqual([]);
});

test('a container that fails on its own says so', async () => {
  const driver = new FakeDriver(new FakeClock());
  const loop = newStep('loop', 'while', {
    args: { left: '1', operator: 'equals', right: '1', max: '2' },
    steps: [click('in')],
  });
  const { lines, finished } = await run([loop], driver);
  expect(lines).toEqual([
    [1, 'passed'],
    ['again 1', 'passed'],
    [0, 'failed'],
  ]);
  expect(finished[2]?.message).toContain('still holds after 2');
});

test('a container that is retried passes where its last try does, whatever failed before', async () => {
  const driver = new FakeDriver(new FakeClock()).answer('in', { status: 'failed', message: 'Late.' }, {});
  const again = newStep('again', 'if', {
    args: { left: '1', operator: 'equals', right: '1' },
    onFailure: 'retry',
    retries: 1,
    steps: [click('in')],
  });
  const { lines, finished } = await run([again], driver);
  expect(lines).toEqual([
    [1, 'passed'],
    ['again 1', 'passed'],
    [0, 'passed'],
  ]);
  expect(finished[0]).toMatchObject({ message: 'Failed, and was caught: Late.', outcome: { isCaught: true } });
  expect(finished[2]).toMatchObject({ outcome: { isFlaky: true } });
});

test('a runner that takes over runs everything again and records what has no result', async () => {
  const driver = new FakeDriver(new FakeClock());
  const loop = newStep('loop', 'forEach', { args: { values: 'a\nb\nc' }, steps: [click('in')] });
  const { lines } = await run([click('first'), loop, click('last')], driver, { ended: 1, repeats: [] });
  expect(driver.lines).toHaveLength(5);
  expect(lines).toEqual([
    [2, 'passed'],
    ['again 2', 'passed'],
    ['again 2', 'passed'],
    [1, 'passed'],
    [3, 'passed'],
  ]);
});

test('a step waits for the code of a user, each use for its own, and no code is revealed', async () => {
  const driver = new FakeDriver(new FakeClock()).answer('second', { status: 'failed', message: 'No 918273.' });
  const set = (id: string): Step => ({ ...click(id), keyword: 'setText', args: { value: '{{$oneTimeCode}}' } });
  const { finished, messages } = await run([set('first'), set('second')], driver, undefined, ['123456', '918273']);
  expect(driver.calls.map(({ args }) => args.value)).toEqual(['123456', '918273']);
  expect(messages).toEqual(['Waits for a one-time code', 'Waits for a one-time code']);
  expect(finished.map(({ message }) => message)).toEqual([null, 'No ***.']);
});

const seen = { tag: 'button', text: 'Pay' };

test('a unit learns the elements of steps that passed, by their script or function', async () => {
  const driver = new FakeDriver(new FakeClock()).answer('pay', { seen }).answer('in', { seen: { tag: 'a' } });
  const sign = { functionId: 'f', name: 'Sign in', inputs: [], outputs: [], steps: [click('in')] };
  const call = newStep('call', 'callFunction', { args: { function: 'Sign in' } });
  const { prints, finished } = await run([click('pay'), call], driver, undefined, [], { functions: [sign] });
  expect(prints).toMatchObject([
    { ownerId: 's', stepId: 'pay', print: seen, target: { name: 'pay' } },
    { ownerId: 'f', stepId: 'in', print: { tag: 'a' } },
  ]);
  const functionOf = finished.map(({ detail }) => (detail as StepDetail).functionUUID);
  expect(functionOf.filter((id) => id !== null)).toEqual(['f']);
});

const found: Healing = {
  verdict: 'same',
  isUsed: true,
  suspects: [{ target: { name: 'Buy', locators: [], frame: [] }, probability: 1, evidence: [], box: null }],
};

test('nothing is learnt of a healed element, nor of one with a secret in its texts', async () => {
  const driver = new FakeDriver(new FakeClock())
    .answer('healed', { seen, healing: found })
    .answer('secret', { seen: { tag: 'b', text: 'Hello hunter2' } });
  const { prints, finished } = await run([click('healed'), click('secret')], driver, undefined, [], {
    secrets: ['hunter2'],
  });
  expect(prints).toEqual([]);
  expect(finished[0]).toMatchObject({
    status: 'passed',
    outcome: { isHealed: true },
    detail: { healing: { isUsed: true, wanted: { name: 'healed' }, suspects: [{ target: { name: 'Buy' } }] } },
  });
  expect(finished[1]).toMatchObject({ outcome: { isHealed: false }, detail: { healing: null } });
});
