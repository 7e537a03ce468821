import { flowNodeSchema } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { platformErrors } from '../../../platform/errors.ts';
import { controlKinds, engineKind } from './control-kinds.ts';
import { findHomes } from './find-homes.ts';
import { factsOf } from './flow-run-facts.ts';
import { childLink, planNodes } from './flow-run-plan.ts';
import { hookVariables } from './hook-variables.ts';
import { recipientsOf } from './recipients.ts';
import { assertTable, rowLimit } from './table.ts';

const node = (settings: object = {}, more: object = {}) =>
  flowNodeSchema.parse({ id: 'a', kind: 'wait', name: 'A', settings, ...more });

test.each([
  ['nothing', undefined, {}],
  ['null', null, {}],
  ['an object', { a: 1, b: [2] }, { body: { a: 1, b: [2] }, a: 1, b: [2] }],
  ['a list', [1], { body: [1] }],
  ['a text', 'x', { body: 'x' }],
  ['zero', 0, { body: 0 }],
  ['a field called body', { body: 'own' }, { body: 'own' }],
])('the body of a call that is %s brings its values', (_, body, expected) => {
  expect(hookVariables(body)).toEqual(expected);
});

test("fields whose names can't be variable names are only in the body", () => {
  const body = JSON.parse(`{"": 1, "__proto__": {"a": 1}, "${'n'.repeat(255)}": 2, "${'n'.repeat(256)}": 3}`);
  const variables = hookVariables(body);
  expect(Object.keys(variables)).toEqual(['body', 'n'.repeat(255)]);
  expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
});

test.each([
  [
    [' Ada@Example.com ', '', '  ', 5, 'bob@example.com'],
    ['ada@example.com', 'bob@example.com'],
  ],
  ['ada@example.com', []],
  [null, []],
])('%j are written to as %j', (to, expected) => {
  expect(recipientsOf(node({ to }))).toEqual(expected);
});

test("a table is limited to its node's rows, and to a megabyte", () => {
  expect([rowLimit(node()), rowLimit(node({ maxRows: 5 })), rowLimit(node({ maxRows: '5' }))]).toEqual([1000, 5, 1000]);
  const rows = Array.from({ length: 1500 }, () => ({ a: 1 }));
  expect(() => assertTable(rows, 1500)).not.toThrow();
  expect(() => assertTable(rows, 1499)).toThrow('There are more than 1,499 rows.');
  const frame = JSON.stringify([{ a: '' }]).length;
  expect(() => assertTable([{ a: 'x'.repeat(1024 * 1024 - frame) }], 1)).not.toThrow();
  expect(() => assertTable([{ a: 'x'.repeat(1024 * 1024 - frame + 1) }], 1)).toThrow('larger than 1 MB');
});

test('deleted things have no home; things the licence excludes count as local; other errors are thrown', async () => {
  const opened: string[] = [];
  const open = async (id: string) => {
    opened.push(id);
    if (id === 'gone') throw new AppError(platformErrors.notFound);
    if (id === 'unlicensed') throw new AppError(platformErrors.forbidden);
    if (id === 'broken') throw new TypeError('Broken.');
    return { projectId: `home of ${id}` };
  };
  const homes = await findHomes('here', ['one', 'one', 'gone', 'unlicensed'], open);
  expect(Object.fromEntries(homes)).toEqual({ one: 'home of one', unlicensed: 'here' });
  expect(opened).toEqual(['one', 'gone', 'unlicensed']);
  await expect(findHomes('here', ['broken'], open)).rejects.toThrow('Broken.');
});

test('each executed node is a step', async () => {
  const nodes = [
    node({}, { id: 'start', kind: 'start', name: 'Start' }),
    node({}, { id: 'note', kind: 'comment' }),
    node({}, { id: 'pay', kind: 'api-script', name: 'Pay' }),
  ];
  const steps = planNodes('flow', nodes, ({ name }) => `about ${name}`, {
    newStepId: () => 'step',
    digestOf: (value) => (value as { id: string }).id,
  });
  expect(await Array.fromAsync(steps)).toEqual([
    {
      stepId: 'step',
      kind: 'api-script',
      title: 'Pay',
      groupId: null,
      sourceId: 'flow:pay',
      sourceRevision: 'pay',
      plan: { node: 'pay' },
      summary: { node: 'pay', subtitle: 'about Pay' },
    },
  ]);
  expect([childLink('r'), childLink(null)]).toEqual(['/runs/r', null]);
});

test('the facts of a run', () => {
  const run = {
    status: 'error',
    message: 'Stopped.',
    counts: {},
    createdAt: new Date(0),
    startedAt: new Date(1000),
    finishedAt: null,
    durationMs: 5,
  };
  expect(factsOf(run as unknown as Parameters<typeof factsOf>[0])).toEqual({
    status: 'error',
    executionStatus: 'Error in Run',
    message: 'Stopped.',
    counts: {},
    createdAt: '1970-01-01T00:00:00.000Z',
    startedAt: '1970-01-01T00:00:01.000Z',
    finishedAt: null,
    durationMs: 5,
  });
});

test('a wait states its duration', () => {
  const subtitle = controlKinds.find((one) => one.node.kind === 'wait')?.subtitle;
  expect([subtitle?.(node({ durationMs: 90_000 })), subtitle?.(node())]).toEqual(['for 1m 30s', 'Wait']);
  expect(engineKind('wait').kind).toBe('wait');
  expect(() => engineKind('dance')).toThrow('dance');
});
