import { expect, test } from 'vitest';
import { flow, links, node, script } from '../testing/build-flow.ts';
import { baseKinds } from './base-kinds.ts';
import { flowNodeSchema, portSchema } from './document.ts';
import { constantOf, planFlow } from './flow-plan.ts';
import { NodeKinds } from './node-kind.ts';

const kindOf = (kind: string) => {
  const found = baseKinds.find((one) => one.kind === kind);
  if (!found) throw new Error(`There is no kind ${kind}.`);
  return found;
};
const made = (kind: string, settings: object, more: object = {}) =>
  flowNodeSchema.parse({ id: 'a', kind, name: 'A', settings, ...more });

const thresholds = ['p95 < 500'];
const table = { inputs: [{ name: 'rows', type: 'table', required: true }] };
const query = { query: 'select {{id}}, {{ name }}, {{id}}' };
const database = { databaseId: 'd', inputs: ['id', 'name'].map((name) => ({ name, type: 'string' })) };

test.each<[kind: string, settings: object, more: object, codes: string[]]>([
  ['http', { url: 'https://a.test' }, {}, []],
  ['http', { url: '  ' }, {}, ['MISSING_URL']],
  ['http', { url: 5 }, {}, ['MISSING_URL']],
  ['javascript', { code: 'return 1' }, {}, []],
  ['javascript', {}, {}, ['MISSING_CODE']],
  ['sql-query', query, database, []],
  ['sql-query', {}, {}, ['MISSING_DATABASE', 'MISSING_QUERY']],
  ['sql-query', query, { databaseId: 'd' }, ['QUERY_INPUT', 'QUERY_INPUT']],
  ['sql-query', { ...query, timeoutMs: 0 }, database, ['QUERY_TIME']],
  ['sql-query', { ...query, timeoutMs: 60_000, maxRows: 10_000 }, database, []],
  ['sql-query', { ...query, timeoutMs: 60_001, maxRows: 10_001 }, database, ['QUERY_TIME', 'ROWS_LIMIT']],
  ['sql-query', { ...query, maxRows: 0 }, database, ['ROWS_LIMIT']],
  ['csv-data', { source: 'file', fileId: 'f' }, {}, []],
  ['csv-data', { source: 'file' }, {}, ['MISSING_DATA']],
  ['csv-data', { source: 'file', fileId: 'f', text: 'x'.repeat(200_001) }, {}, []],
  ['csv-data', { source: 'text', text: 'x'.repeat(200_000), maxRows: 1 }, {}, []],
  ['csv-data', { source: 'text', fileId: 'f' }, {}, ['MISSING_DATA']],
  ['csv-data', { source: 'text', text: 'x'.repeat(200_001) }, {}, ['DATA_TOO_LARGE']],
  ['script', { scriptId: 's' }, {}, []],
  ['script', {}, {}, ['MISSING_SCRIPT']],
  ['performance-run', { suiteId: 's', load: {}, thresholds }, {}, []],
  ['performance-run', { thresholds: [' ', 5] }, {}, ['MISSING_SUITE', 'MISSING_LOAD', 'MISSING_THRESHOLD']],
  ['wait', { durationMs: 1 }, {}, []],
  ['wait', { durationMs: 30 * 86_400_000 }, {}, []],
  ['wait', { durationMs: 30 * 86_400_000 + 1 }, {}, ['WAIT_DURATION']],
  ['wait', { durationMs: 0 }, {}, ['WAIT_DURATION']],
  ['wait', { durationMs: 1.5 }, {}, ['WAIT_DURATION']],
  ['send-email', { to: ['a@b.test'] }, {}, []],
  ['send-email', { to: 'a@b.test' }, {}, ['EMAIL_WITHOUT_RECIPIENT']],
  ['sub-workflow', { workflowId: 'w' }, {}, []],
  ['sub-workflow', {}, {}, ['MISSING_WORKFLOW']],
  ['for-each', { workflowId: 'w', parallel: 100 }, table, []],
  ['for-each', { parallel: 101 }, {}, ['MISSING_WORKFLOW', 'ITEMS_PARALLEL', 'ITEMS_WITHOUT_TABLE']],
  ['for-each', { workflowId: 'w', parallel: 0 }, table, ['ITEMS_PARALLEL']],
  [
    'for-each',
    { workflowId: 'w' },
    {
      inputs: [
        { name: 'r', type: 'table' },
        { name: 's', type: 'string', required: true },
      ],
    },
    ['ITEMS_WITHOUT_TABLE'],
  ],
  ['approval', { to: ['a@b.test'] }, {}, []],
  ['approval', { to: [''] }, {}, ['APPROVAL_WITHOUT_APPROVER']],
])('a node of kind %s with %j and %j has the problems %j', (kind, settings, more, codes) => {
  expect(
    kindOf(kind)
      .check?.(made(kind, settings, more))
      .map(({ code }) => code),
  ).toEqual(codes);
});

test.each<[kind: string, settings: object, references: object[]]>([
  ['script', { scriptId: ' s ' }, [{ type: 'script', id: 's' }]],
  ['script', {}, []],
  ['performance-run', { suiteId: 's' }, [{ type: 'script', id: 's' }]],
  ['sub-workflow', { workflowId: 'w' }, [{ type: 'workflow', id: 'w' }]],
  ['for-each', { workflowId: 'w' }, [{ type: 'workflow', id: 'w' }]],
  ['csv-data', { source: 'file', fileId: 'f' }, [{ type: 'file', id: 'f' }]],
  ['csv-data', { source: 'text', fileId: 'f' }, []],
])('a node of kind %s with %j refers to %j', (kind, settings, references) => {
  expect(kindOf(kind).references?.(made(kind, settings))).toEqual(references);
});

test('waits, concurrent rows and the reaction to a failed row are settings', () => {
  expect([kindOf('wait').waitMs?.(made('wait', { durationMs: 5 })), kindOf('wait').waitMs?.(made('wait', {}))]).toEqual(
    [5, 0],
  );
  const items = kindOf('for-each');
  expect([
    items.parallelItems?.(made('for-each', { parallel: 3 })),
    items.parallelItems?.(made('for-each', {})),
  ]).toEqual([3, 1]);
  expect(
    ['continue', 'stop', undefined].map((whenFailed) =>
      items.stopsAtFailure?.(made('for-each', whenFailed ? { whenFailed } : {})),
    ),
  ).toEqual([false, true, true]);
});

test.each<[type: string, value: unknown, expected: object | undefined]>([
  ['number', 5, { type: 'number', value: 5 }],
  ['number', '5', { type: 'json', value: '5' }],
  ['boolean', false, { type: 'boolean', value: false }],
  ['string', 'x', { type: 'string', value: 'x' }],
  ['date', '2026-01-01', { type: 'date', value: '2026-01-01' }],
  ['json', 'x', { type: 'json', value: 'x' }],
  ['string', undefined, undefined],
  ['secret', 's', undefined],
  ['file', 'f', undefined],
  ['table', [], undefined],
])('the constant of a port of type %s that is %j is seen as %j', (type, value, expected) => {
  expect(constantOf(portSchema.parse({ name: 'p', type, ...(value !== undefined && { value }) }))).toEqual(expected);
});

const kinds = new NodeKinds(baseKinds);

test("a flow that can't be executed has no plan", () => {
  const cycle = flow([script('a'), script('b')], links('start>a', 'a>b', 'b>a'));
  expect(() => planFlow(cycle, kinds)).toThrow('The flow has a cycle.');
  const broken = { id: 'l', from: 'start', to: 'a', condition: '{{x} ?' };
  expect(() => planFlow(flow([script('a')], [broken]), kinds)).toThrow('The condition of link "l" is invalid.');
  const { nodes, ...rest } = flow([], []);
  expect(() => planFlow({ ...rest, nodes: nodes.filter(({ kind }) => kind !== 'start') }, kinds)).toThrow('no start');
});

test('a plan has the nodes reachable from the start: their order, and their numbers of incoming links', () => {
  const away = [script('x'), script('y')];
  const condition = '{{a.n}} Exists';
  const document = flow(
    [script('a'), node('w', 'wait'), script('b'), script('c'), ...away],
    [...links('start>a', 'a>w', 'w>b', 'x>b', 'x>y'), { id: 'a>c', from: 'a', to: 'c', condition }],
  );
  const plan = planFlow(document, kinds);
  expect([...plan.nodes].map(([id, { depth, incoming }]) => [id, depth, incoming]).sort()).toEqual([
    ['a', 2, 1],
    ['b', 1, 1],
    ['c', 1, 1],
    ['start', 2, 0],
    ['w', 1, 1],
  ]);
  expect([...plan.conditionNames]).toEqual(['a.n']);
  expect(plan.nodes.get('a')?.outgoing.map(({ condition: read }) => read === undefined)).toEqual([true, false]);
});
