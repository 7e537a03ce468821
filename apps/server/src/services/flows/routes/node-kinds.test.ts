import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { environmentRoutes, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, runFlowToEnd, start } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, timeout);
afterAll(() => server.close());

const javascript = (code: string, more: object = {}) => ({
  id: 'js',
  kind: 'javascript',
  name: 'js',
  settings: { code },
  ...more,
});

/** The result of a single node between the start and the end of a run. */
async function runAlone(node: { id: string; kind: string; name: string }) {
  const flowId = await newFlow(client, projectId, { nodes: [start, node], links: chain('start', node.id) });
  const { nodes } = await runFlowToEnd(client, flowId);
  return nodes.find((one) => one.node === node.id);
}

test('a script uses its inputs, and its return value is passed on', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      javascript(
        'console.log("n", lines.length); return { total: lines.reduce((sum, { price }) => sum + price, 0), lines };',
        {
          inputs: [{ name: 'lines', type: 'table', required: true, value: [{ price: 2 }, { price: 40 }] }],
          outputs: [
            { name: 'total', type: 'number' },
            { name: 'lines', type: 'table' },
            { name: 'result', type: 'json' },
          ],
        },
      ),
      javascript('return total + 1', {
        id: 'after',
        inputs: [{ name: 'total', type: 'number', required: true }],
        outputs: [{ name: 'result', type: 'number' }],
      }),
      { id: 'never', kind: 'stop', name: 'never' },
    ],
    links: [
      ...chain('start', 'js', 'after'),
      { id: 'small', from: 'after', to: 'never', condition: '{{after.result}} < 43' },
    ],
    joints: [{ from: { node: 'js', port: 'total' }, to: { node: 'after', port: 'total' } }],
  });
  const { nodes } = await runFlowToEnd(client, flowId);
  const [js, after, never] = ['js', 'after', 'never'].map((id) => nodes.find(({ node }) => node === id));
  expect(js?.outputs).toMatchObject({ total: 42, lines: [{ price: 2 }, { price: 40 }], result: { total: 42 } });
  expect(js?.detail).toEqual({ console: ['log: n 2'] });
  expect([after?.outputs, never?.status]).toEqual([{ result: 43 }, 'skipped']);
});

test.each([
  ['an error, with its line', 'const a = 1;\nthrow new Error("no luck")', 'Line 2: Error: no luck'],
  [
    'a loop that does not end',
    'while (true);',
    'The script did not end within 200 ms. Look for a loop that does not end.',
  ],
  ['a test that does not hold', 'pm.test("sum", () => pm.expect(1).to.eql(2))', 'sum: expected 1 to deeply equal 2'],
  ['a value of another type', 'return { total: "many" }', 'The output "total": "many" is not a number.'],
])('a script fails by %s', { timeout }, async (_name, code, message) => {
  const outputs = [{ name: 'total', type: 'number' }];
  const node = await runAlone(javascript(code, { settings: { code, timeoutMs: 200 }, outputs }));
  expect([node?.status, node?.message]).toEqual(['failed', message]);
});

test('a script can read secrets but does not reveal them', { timeout }, async () => {
  const variables = [{ name: 'key', value: 'rosebud-2026', isSecret: true }];
  await client.call(environmentRoutes.createGlobals, { body: { projectId, variables } });
  const code =
    'console.log(pin, pm.globals.get("key")); return { length: pin.length, deep: [{ [pin]: "a rosebud-2026" }], pin };';
  const node = await runAlone(
    javascript(code, {
      inputs: [{ name: 'pin', type: 'secret', value: 'magnolia-7' }],
      outputs: [
        { name: 'length', type: 'number' },
        { name: 'deep', type: 'json' },
        { name: 'pin', type: 'secret' },
      ],
    }),
  );
  expect(node?.outputs).toEqual({ length: 10, deep: [{ '••••••': 'a ••••••' }], pin: '******' });
  expect(node?.detail).toEqual({ console: ['log: •••••• ••••••'] });
});

const rows = (settings: object, more: object = {}) => ({
  id: 'rows',
  kind: 'csv-data',
  name: 'rows',
  settings,
  ...more,
});

async function upload(name: string, content: string): Promise<{ fileId: string; fileName: string }> {
  const body = new FormData();
  body.append('file', new File([content], name), name);
  const { fileId, fileName } = await client.call(apiTestingRoutes.uploadDataFile, { query: { projectId }, body });
  return { fileId, fileName };
}

test('rows come from a file of the workspace, or from pasted text', { timeout }, async () => {
  const file = await upload('orders.csv', 'id;name\r\n007;"Ada; B."\r\n8;Ben\r\n');
  const ofFile = await runAlone(rows({ source: 'file', ...file }));
  expect(ofFile).toMatchObject({
    outputs: {
      count: 2,
      rows: [
        { id: '007', name: 'Ada; B.' },
        { id: '8', name: 'Ben' },
      ],
    },
    detail: { columns: ['id', 'name'] },
  });
  const pasted = await runAlone(rows({ source: 'text', text: 'id\n1\n2\n3' }));
  expect(pasted?.outputs).toEqual({ count: 3, rows: [{ id: '1' }, { id: '2' }, { id: '3' }] });
});

test('more rows than a block may give are refused', { timeout }, async () => {
  const node = await runAlone(rows({ source: 'text', text: 'id\n1\n2\n3', maxRows: 2 }));
  expect([node?.status, node?.message]).toEqual([
    'failed',
    'There are more than 2 rows. Raise the limit of rows, or ask for fewer.',
  ]);
  const wide = `id,text\n${`1,${'x'.repeat(999)}\n`.repeat(1100)}`;
  const large = await runAlone(rows({ source: 'file', ...(await upload('wide.csv', wide)), maxRows: 2000 }));
  expect(large?.message).toBe('The rows are larger than 1 MB, too large to hand on. Leave out columns or rows.');
});

describe('a database', () => {
  let database: DatabaseTargetServer;
  let databaseId: string;
  const ask = (query: string, more: object = {}) => ({
    id: 'ask',
    kind: 'sql-query',
    name: 'ask',
    databaseId,
    settings: { query },
    ...more,
  });
  beforeAll(async () => {
    database = await startDatabaseTarget(server.databaseUrl);
    const body = { projectId, name: 'Shop', ...database.fields };
    databaseId = (await client.call(workspaceRoutes.createDatabase, { body })).databaseConfigurationId;
  }, timeout);
  afterAll(() => database.close());

  test('is queried with its inputs as parameters, never as text', { timeout }, async () => {
    const word = "x'; select 'taken' as word; --";
    const node = await runAlone(
      ask("select {{word}}::text as word, number, '{{word}}' as quoted from generate_series(1, 3) as number", {
        inputs: [{ name: 'word', type: 'string', required: true, value: word }],
        outputs: [{ name: 'number', type: 'number' }],
      }),
    );
    expect(node).toMatchObject({ status: 'passed', message: null, detail: { database: 'Shop', rows: 3 } });
    expect(node?.outputs).toMatchObject({ count: 3, number: 1, first: { word, number: 1, quoted: word } });
    expect(node?.outputs.rows).toHaveLength(3);
  });

  test.each<[string, string, object, RegExp]>([
    ['too many rows', 'select * from generate_series(1, 20)', { maxRows: 10 }, /^There are more than 10 rows\./],
    ['too much time', 'select pg_sleep(30)', { timeoutMs: 1000 }, /within 1 s|longer than the time limit/],
    ['a writing statement', 'create table t (id int)', {}, /^Only reading statements are allowed\.|read/i],
  ])('is not asked for %s', { timeout }, async (_name, query, settings, message) => {
    const node = await runAlone(ask(query, { settings: { query, ...settings } }));
    expect(node?.status).toBe('failed');
    expect(node?.message).toMatch(message);
  });
});

test('design faults of kinds are found before a run', { timeout }, async () => {
  const missingId = '00000000-0000-4000-8000-000000000000';
  const nodes = [
    start,
    javascript(' '),
    rows({ source: 'file' }),
    rows({ source: 'file', fileId: missingId }, { id: 'gone' }),
    rows({ source: 'text', text: 'id,"name\n1' }, { id: 'open' }),
    rows({ source: 'text', text: 'id' }, { id: 'head', settings: { source: 'text', text: 'id', maxRows: 0 } }),
    { id: 'ask', kind: 'sql-query', name: 'ask', settings: { query: 'select {{id}}', timeoutMs: 90_000 } },
  ];
  const document = documentOf({ nodes, links: chain('start', ...nodes.slice(1).map(({ id }) => id)) });
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
  expect(faults.map(({ node, code }) => [node, code])).toEqual([
    ['js', 'MISSING_CODE'],
    ['rows', 'MISSING_DATA'],
    ['gone', 'DELETED_FILE'],
    ['open', 'INVALID_DATA'],
    ['head', 'ROWS_LIMIT'],
    ['head', 'MISSING_DATA'],
    ['ask', 'MISSING_DATABASE'],
    ['ask', 'QUERY_INPUT'],
    ['ask', 'QUERY_TIME'],
  ]);
});
