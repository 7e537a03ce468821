import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, type Script, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, inLength, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../testing/command.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let client: Client;
let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-copy-'));
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  client = server.admin.client;
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const touchstone = (...args: string[]) =>
  runCommand(args, {
    cwd: root,
    env: { TOUCHSTONE_URL: server.url, TOUCHSTONE_USER: server.admin.email, TOUCHSTONE_PASSWORD: testPassword },
  });
const save = (suiteId: string, script: object): Promise<Script> =>
  client.call(calls.saveScript, { query: { suiteId }, body: scriptInputSchema.parse({ method: 'GET', ...script }) });
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const edit = (path: string, change: (text: string) => string) => writeFileSync(join(root, path), change(read(path)));

async function newShop(projectName: string) {
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName } });
  const { suiteId } = await client.call(calls.createSuite, { body: { projectId, suiteName: 'Orders' } });
  const pay = await save(suiteId, {
    scriptName: 'Pay',
    url: 'https://shop.example/pay',
    description: 'Pays an order.',
  });
  const list = await save(suiteId, { scriptName: 'List', url: 'https://shop.example/orders' });
  return { projectId, suiteId, pay, list };
}

test('pull, edit, plan, push: the server gets what the folder says, and the folder keeps its comments', async () => {
  const { projectId, suiteId, pay } = await newShop('Shop');
  const unnamed = await touchstone('pull', 'shop');
  expect(unnamed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--workspace NAME') });
  const pulled = await touchstone('pull', 'shop', '--workspace', 'shop');
  expect(pulled).toMatchObject({ stderr: '', exitCode: 0 });
  expect(pulled.stdout).toBe('Pulled Shop into shop: 4 files written, 0 deleted.\n');
  expect(readdirSync(join(root, 'shop/suites/orders'))).toEqual(['list.yaml', 'pay.yaml', 'suite.yaml']);
  expect(read('shop/.touchstone/.gitignore')).toBe('*\n');
  expect((await touchstone('push', 'shop', '--yes')).stdout).toBe(
    'Shop has everything already: 4 unchanged.\n'.replace('4', '3'),
  );

  edit('shop/suites/orders/pay.yaml', (text) => `# Needs a card.\n${text.replace('/pay', '/payments')}`);
  writeFileSync(
    join(root, 'shop/suites/orders/cancel.yaml'),
    'name: Cancel\nmethod: DELETE\nurl: https://shop.example/1\n# Last.\n',
  );
  rmSync(join(root, 'shop/suites/orders/list.yaml'));
  const plan = [
    '+ script Orders / Cancel',
    '~ script Orders / Pay',
    '- script Orders / List',
    'Shop: 1 to add, 1 to change, 1 to remove, 1 unchanged.',
    '',
  ].join('\n');
  const dry = await touchstone('push', 'shop', '--dry-run');
  expect(dry).toMatchObject({ stdout: plan, exitCode: 0 });
  expect((await client.call(calls.getScript, { query: { scriptId: pay.scriptId } })).url).toContain('/pay');
  expect(await touchstone('push', 'shop')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });

  const pushed = await touchstone('push', 'shop', '--yes');
  expect(pushed).toMatchObject({ stderr: '', exitCode: 0 });
  expect(pushed.stdout).toBe(`${plan}Pushed to Shop: 1 added, 1 changed, 1 removed.\n`);
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  expect(content.map(({ scriptName, url }) => [scriptName, url])).toEqual([
    ['Pay', 'https://shop.example/payments'],
    ['Cancel', 'https://shop.example/1'],
  ]);
  expect(content[0]?.scriptId).toBe(pay.scriptId);
  expect(read('shop/suites/orders/pay.yaml')).toMatch(/^# Needs a card\.\nid: /);
  expect(read('shop/suites/orders/cancel.yaml')).toBe(
    `id: ${content[1]?.scriptId}\nname: Cancel\nmethod: DELETE\nurl: https://shop.example/1\n# Last.\n`,
  );
  expect((await touchstone('push', 'shop', '--yes')).stdout).toContain('has everything already');
  expect((await touchstone('pull', 'shop')).stdout).toBe('shop has everything of Shop.\n');
  expect(projectId).toBeTruthy();
});

test('a push is rejected while the server is ahead; pull merges by line, and a conflict keeps both lines', async () => {
  const { suiteId, pay, list } = await newShop('Bank');
  await touchstone('pull', 'bank', '--workspace', 'Bank');
  edit('bank/suites/orders/pay.yaml', (text) => text.replace('/pay', '/here'));
  await save(suiteId, { ...withoutTimes(pay), description: 'Pays at the server.' });
  const refused = await touchstone('push', 'bank', '--yes');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Bank has changed on the server since the last pull.'),
  });

  expect(await touchstone('pull', 'bank')).toMatchObject({ exitCode: 0 });
  expect(read('bank/suites/orders/pay.yaml')).toMatch(
    /description: Pays at the server\.\nmethod: GET\nurl: https:\/\/shop\.example\/here\n/,
  );
  expect(await touchstone('push', 'bank', '--yes')).toMatchObject({ exitCode: 0 });

  edit('bank/suites/orders/list.yaml', (text) => text.replace('/orders', '/mine'));
  await save(suiteId, { ...withoutTimes(list), url: 'https://shop.example/theirs' });
  const conflicted = await touchstone('pull', 'bank');
  expect(conflicted.exitCode).toBe(1);
  expect(conflicted.stdout).toContain(
    'Conflict: suites/orders/list.yaml\n  Changed here and on the server in the same place.',
  );
  expect(read('bank/suites/orders/list.yaml')).toMatch(
    /<<<<<<< here\nurl: .*mine\n=======\nurl: .*theirs\n>>>>>>> server/,
  );
  expect(await touchstone('push', 'bank', '--yes')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('list.yaml: It has conflict marks'),
  });
  edit('bank/suites/orders/list.yaml', (text) => text.replace(/<<<<<<<.*\n(.*\n)=======\n.*\n>>>>>>>.*\n/, '$1'));
  expect(await touchstone('push', 'bank', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await client.call(calls.getScript, { query: { scriptId: list.scriptId } })).url).toContain('/mine');
});

test('a fresh clone has no base: it pulls first, or overwrites on request', async () => {
  const { suiteId, pay } = await newShop('Clone');
  await touchstone('pull', 'clone', '--workspace', 'Clone');
  cpSync(join(root, 'clone'), join(root, 'fresh'), { recursive: true });
  rmSync(join(root, 'fresh/.touchstone'), { recursive: true });
  await save(suiteId, { ...withoutTimes(pay), url: 'https://shop.example/newer' });
  const refused = await touchstone('push', 'fresh', '--workspace', 'Clone', '--yes');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('This folder was never pulled from Clone.'),
  });
  const pushed = await touchstone('push', 'fresh', '--workspace', 'Clone', '--yes', '--overwrite');
  expect(pushed.stdout).toContain('~ script Orders / Pay');
  expect((await client.call(calls.getScript, { query: { scriptId: pay.scriptId } })).url).toContain('/pay');
  expect(existsSync(join(root, 'fresh/.touchstone/state.json'))).toBe(true);
});

test('a workspace of many scripts is pulled and pushed into another one byte for byte', {
  timeout: 300_000,
}, async () => {
  const count = inLength(60, 1000);
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Large' } });
  await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging', variables: [{ name: 'key', value: 's', isSecret: true }] },
  });
  for (const suiteName of ['First', 'Second']) {
    const { suiteId } = await client.call(calls.createSuite, { body: { projectId, suiteName } });
    for (let n = 0; n < count / 2; n += 1)
      await save(suiteId, {
        scriptName: `Request ${n % 7} of ${n}`,
        method: n % 2 ? 'GET' : 'POST',
        url: `{{baseUrl}}/things/${n}`,
        folder: n % 5 ? `Folder ${n % 5} / Deep` : '',
        body: n % 2 ? { type: 'none' } : { type: 'json', content: `{\n  "n": ${n},\r\n  "text": "ä \\u00e4  "\n}` },
        assertions: [{ kind: 'jsonPath', path: '$.n', expected: n }],
        testScript: 'pm.test("x", () => {\n  pm.response.to.have.status(200);\n});\n',
      });
  }
  const tree = (folder: string): Record<string, string> =>
    Object.fromEntries(
      (readdirSync(join(root, folder), { recursive: true }) as string[])
        .filter((path) => path.endsWith('.yaml'))
        .sort()
        .map((path) => [path, read(`${folder}/${path}`)]),
    );
  expect(await touchstone('pull', 'large', '--workspace', 'Large')).toMatchObject({ exitCode: 0 });
  const before = tree('large');
  expect(Object.keys(before).length).toBeGreaterThan(count);
  // Everything is deleted, and restored from the files alone, under its ids.
  const { content } = await client.call(calls.listSuites, { query: { projectId } });
  const suiteId = content.map((suite) => suite.suiteId).join(',');
  await client.call(calls.deleteSuite, { query: { suiteId } });
  const pushed = await touchstone('push', 'large', '--yes', '--overwrite');
  expect(pushed).toMatchObject({ stderr: '', exitCode: 0 });
  expect(pushed.stdout).toContain(`Pushed to Large: ${count + 2} added, 0 changed, 0 removed.`);
  expect(await touchstone('pull', 'again', '--workspace', 'Large')).toMatchObject({ exitCode: 0 });
  expect(tree('again')).toEqual(before);
  expect(tree('large')).toEqual(before);
});

test('workflows and schedules of a folder are read again: a push removes none, and changes what was edited', async () => {
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Flowing' } });
  const { flowId } = await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Checkout' } });
  await client.call(flowRoutes.createConfiguration, { body: { projectId, name: 'Nightly' } as never });
  expect(await touchstone('pull', 'flowing', '--workspace', 'Flowing')).toMatchObject({ exitCode: 0 });
  const unchanged = await touchstone('push', 'flowing', '--yes');
  expect(unchanged).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has everything already') });
  edit('flowing/workflows/checkout.yaml', (text) => text.replace('name: Checkout', 'name: Buy'));
  expect((await touchstone('push', 'flowing', '--yes')).stdout).toContain('0 added, 1 changed, 0 removed');
  expect((await client.call(flowRoutes.getFlow, { params: { flowId } })).name).toBe('Buy');
});

test('a push is refused while a file of the folder would be ignored, and leaves it in place', async () => {
  await newShop('Misplaced');
  expect(await touchstone('pull', 'misplaced', '--workspace', 'Misplaced')).toMatchObject({ exitCode: 0 });
  const [ended, deeper] = ['misplaced/suites/orders/new.yml', 'misplaced/environments/eu/stage.yaml'];
  mkdirSync(join(root, 'misplaced/environments/eu'), { recursive: true });
  for (const path of [ended, deeper]) writeFileSync(join(root, path), 'name: New\n');
  const refused = await touchstone('push', 'misplaced', '--yes');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(
    'suites/orders/new.yml: Files of a workspace end with .yaml. Rename it to new.yaml.',
  );
  expect(refused.stderr).toContain('environments/eu/stage.yaml: Files of environments cannot be in a folder below it.');
  expect(await touchstone('pull', 'misplaced')).toMatchObject({ exitCode: 0 });
  expect([read(ended), read(deeper)]).toEqual(['name: New\n', 'name: New\n']);
});

/** What a user would save again. */
const withoutTimes = ({ scriptId, scriptName, url, description }: Script): object => ({
  scriptId,
  scriptName,
  url,
  description,
});
