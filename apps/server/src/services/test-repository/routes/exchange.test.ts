import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { click, newModule, newScript, note, openUrl } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const exported = (scriptUUID: string, fileType: 'json' | 'playwright' | 'gherkin' | 'text') =>
  client.raw(calls.exportScript, { query: { scriptUUID, fileType } });
type ImportBody = Parameters<typeof client.call<typeof calls.importScript>>[1]['body'];
const imported = (body: ImportBody) => client.call(calls.importScript, { body });
const keywordsOf = ({ steps }: { steps: { keyword: string }[] }) => steps.map(({ keyword }) => keyword);

test('[web-repository-5] a script is exported in every format, and read back from JSON with its functions', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  await client.call(calls.createFunction, {
    body: {
      projectUUID,
      functionName: 'Sign in',
      inputs: [{ name: 'user' }],
      outputs: [{ name: 'token' }],
      steps: [note('a', '{{user}}'), { id: 'b', keyword: 'callFunction', args: { function: 'Wait' } }],
    },
  });
  for (const functionName of ['Wait', 'Never called'])
    await client.call(calls.createFunction, { body: { projectUUID, functionName, steps: [note('a')] } });
  const call = { id: 'call', keyword: 'callFunction', args: { function: 'Sign in', inputs: 'user=ada' } };
  const { uuid } = await newScript(client, moduleUUID, {
    name: 'Buy a book',
    steps: [openUrl('open', 'https://shop.test/'), click('buy', 'Buy'), call],
  });
  const json = await exported(uuid, 'json');
  expect(json.headers.get('content-disposition')).toBe('attachment; filename="Buy-a-book.json"');
  const document = await json.text();
  expect(JSON.parse(document)).toMatchObject({
    name: 'Buy a book',
    functions: [{ name: 'Sign in' }, { name: 'Wait' }],
  });
  const playwright = await (await exported(uuid, 'playwright')).text();
  expect(playwright).toContain('await page.goto(');
  expect(await (await exported(uuid, 'gherkin')).text()).toContain('Scenario: Buy a book');
  expect(await (await exported(uuid, 'text')).text()).toContain('Click "Buy"');
  const other = await newModule(client);
  const preview = await imported({ moduleUUID: other.moduleUUID, text: document, isPreview: true });
  expect(preview).toMatchObject({ scriptUUID: null, format: 'json', testScriptName: 'Buy a book', problems: [] });
  expect(await client.call(calls.listModuleScripts, { query: { moduleUUID: other.moduleUUID } })).toEqual([]);
  const made = await imported({ moduleUUID: other.moduleUUID, text: document });
  const { steps, problems } = await client.call(calls.getSteps, { query: { scriptUUID: made.scriptUUID ?? '' } });
  expect(problems).toEqual([]);
  expect(steps.map(({ id }) => id)).toEqual(['open', 'buy', 'call']);
  const { functions } = await client.call(calls.listFunctions, { query: { projectUUID: other.projectUUID } });
  expect(functions).toMatchObject([
    { functionName: 'Sign in', inputs: [{ name: 'user' }], outputs: [{ name: 'token' }] },
    { functionName: 'Wait' },
  ]);
  expect(await imported({ moduleUUID: other.moduleUUID, text: document })).toMatchObject({
    testScriptName: 'Buy a book 2',
  });
});

test('[web-repository-2] imported steps replace those of a script, unless another user has locked it', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { name: 'Mine', steps: [note('old')] });
  const text = await (await exported(uuid, 'text')).text();
  const again = await imported({ moduleUUID, scriptUUID: uuid, text: `${text}Reload\nJuggle with 3 balls\n` });
  expect(again).toMatchObject({ scriptUUID: uuid, testScriptName: 'Mine', format: 'text' });
  expect(again.unread).toMatchObject([{ line: 3 }]);
  expect(keywordsOf(await client.call(calls.getSteps, { query: { scriptUUID: uuid } }))).toEqual(['comment', 'reload']);
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, isLocked: true } });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const body = { moduleUUID, scriptUUID: uuid, text: 'Reload' };
  const elsewhere = await newModule(client);
  expect(await failureOf(imported({ ...body, moduleUUID: elsewhere.moduleUUID }))).toMatchObject({
    code: 'TEST_REPOSITORY_SCRIPT_ELSEWHERE',
  });
  const refused = colleague.client.call(calls.importScript, { body });
  expect(await failureOf(refused)).toMatchObject({ code: 'TEST_REPOSITORY_SCRIPT_LOCKED' });
});

test('[web-repository-5] tests of Playwright, Selenium IDE and the recorder of Chrome are detected and read', async () => {
  const { moduleUUID } = await newModule(client);
  const read = (text: string) => imported({ moduleUUID, text, isPreview: true });
  const playwright = `import { test, expect } from '@playwright/test';
test('Sign in', async ({ page }) => {
  await page.goto('https://shop.test/');
  await page.getByRole('button', { name: 'Sign in' }).click();
});
test('Sign in: again!', async ({ page }) => {
  await page.goto('https://shop.test/again');
});
`;
  const first = await read(playwright);
  expect(first.format).toBe('playwright');
  expect(keywordsOf(first)).toEqual(['openUrl', 'click']);
  expect(first).toMatchObject({
    testScriptName: 'Sign in',
    further: [{ testScriptName: 'Sign in again', scriptUUID: null }],
  });
  const same = await read(playwright.replace('Sign in: again!', 'Sign in'));
  expect(same.further).toMatchObject([{ testScriptName: 'Sign in 2' }]);
  const both = await imported({ moduleUUID, text: playwright });
  expect(both.further[0]?.scriptUUID).toEqual(expect.any(String));
  const listed = await client.call(calls.listModuleScripts, { query: { moduleUUID } });
  expect(listed.map(({ testScriptName, stepCount }) => [testScriptName, stepCount])).toEqual([
    ['Sign in', 2],
    ['Sign in again', 1],
  ]);
  const replaced = await imported({ moduleUUID, scriptUUID: both.scriptUUID ?? '', text: playwright });
  expect(replaced.unread.at(-1)?.message).toBe('Only the first of 2 tests in the file is read into this script.');
  const selenium = {
    id: '1',
    version: '2.0',
    name: 'Shop',
    url: 'https://shop.test',
    tests: [
      {
        id: '2',
        name: 'Look around',
        commands: [
          { id: '3', command: 'open', target: '/', targets: [], value: '' },
          { id: '4', command: 'click', target: 'css=#buy', targets: [], value: '' },
        ],
      },
    ],
    suites: [],
    urls: [],
    plugins: [],
  };
  const second = await read(JSON.stringify(selenium));
  expect(second.format).toBe('selenium');
  expect(keywordsOf(second)).toEqual(['openUrl', 'click']);
  const recording = {
    title: 'Recorded',
    steps: [
      { type: 'navigate', url: 'https://shop.test/' },
      { type: 'click', selectors: [['#buy']], offsetX: 1, offsetY: 1, target: 'main' },
    ],
  };
  const third = await read(JSON.stringify(recording));
  expect(third).toMatchObject({ format: 'devtools' });
  expect(keywordsOf(third)).toEqual(['openUrl', 'click']);
});

test('a text that is no script is rejected with the reason', async () => {
  const { moduleUUID } = await newModule(client);
  for (const [format, text] of [
    ['json', '{"format":'],
    ['json', '{"format":"other"}'],
    ['text', 'Juggle with 3 balls'],
  ] as const) {
    const failure = await failureOf(imported({ moduleUUID, format, text }));
    expect(failure).toMatchObject({ status: 422, code: 'TEST_REPOSITORY_IMPORT_UNREADABLE' });
    expect(failure.message.length).toBeGreaterThan(60);
  }
  expect(await client.call(calls.listModuleScripts, { query: { moduleUUID } })).toEqual([]);
});

test('an imported file is read in a worker, so other requests are not delayed', async () => {
  const { moduleUUID } = await newModule(client);
  const readInWorkers = async () => {
    const metrics = await server.platform.metrics.registry.metrics();
    return Number(/^touchstone_work_started_total\{pool="evaluation"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  const before = await readInWorkers();
  const failure = await failureOf(imported({ moduleUUID, format: 'playwright', text: 'Z(9]g' }));
  expect(failure).toMatchObject({ status: 422, code: 'TEST_REPOSITORY_IMPORT_UNREADABLE' });
  expect(await readInWorkers()).toBe(before + 1);
});

test('[web-repository-6] plain sentences become steps, all at once or streamed as they are read', async () => {
  const body = { text: 'Go to https://shop.test/\nclick the Sign in button\njuggle with 3 balls' };
  const { steps, notUnderstood } = await client.call(calls.textToCode, { body });
  expect(steps.map(({ keyword }) => keyword)).toEqual(['openUrl', 'click']);
  expect(steps[0]?.args.url).toBe('https://shop.test/');
  expect(notUnderstood).toMatchObject([{ line: 3 }]);
  const long = { text: 'Reload. '.repeat(5001) };
  for (const call of [calls.textToCode, calls.streamSteps])
    expect(await failureOf(client.raw(call, { body: long }))).toMatchObject({
      code: 'TEST_REPOSITORY_TOO_MANY_STEPS',
      message: expect.stringContaining('at most 5000 steps'),
    });
  const stream = await client.raw(calls.streamSteps, { body });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const text = await stream.text();
  expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind)).toEqual([
    'step',
    'step',
    'notUnderstood',
    'end',
  ]);
  expect(text).toContain('data: {"steps":2,"notUnderstood":1}');
});

test('a test of UFT in VBScript becomes a script with the functions that it calls, and what was not understood is reported by line', async () => {
  const { moduleUUID, projectUUID } = await newModule(client);
  const text = `SignIn "ada"
Browser("Shop").Page("Shop").WebButton("Buy").Click
Set fso = CreateObject("Scripting.FileSystemObject")
Sub SignIn(user)
  Browser("Shop").Page("Login").WebEdit("name:=user").Set user
End Sub`;
  const body = { moduleUUID, testScriptName: 'From UFT', text };
  const preview = await client.call(calls.importScript, { body: { ...body, isPreview: true } });
  expect(preview).toMatchObject({ format: 'vbscript', scriptUUID: null, problems: [] });
  const made = await client.call(calls.importScript, { body });
  expect(made.steps.map(({ keyword }) => keyword)).toEqual(['callFunction', 'click']);
  expect(made.unread).toEqual([
    { line: 3, message: 'Not understood: Set fso = CreateObject("Scripting.FileSystemObject")' },
  ]);
  const { functions } = await client.call(calls.listFunctions, { query: { projectUUID } });
  expect(functions).toMatchObject([{ functionName: 'SignIn', inputs: [{ name: 'user' }] }]);
});
