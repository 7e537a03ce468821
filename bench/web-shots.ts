import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { newStep } from '@touchstone/engine-keyword/core';
import { browserLaunch } from '../tests/e2e/browser.ts';
import { signInPage } from '../tests/e2e/browser-session.ts';
import { freePort } from '../tests/e2e/ports.ts';

const folder = process.argv[2] ?? '/tmp/shots';
const port = await freePort();
const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url, env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ALLOW_PRIVATE_ADDRESSES: 'true' } });
await mkdir(folder, { recursive: true });
const { client } = server.admin;
const project = await client.call(routes.createProject, { body: { projectName: 'Sample shop', projectDescription: 'Everything a customer of the shop does' } });
const names = ['Sign in', 'Cart', 'Checkout', 'Search', 'Account', 'Orders', 'Help'];
let scriptId = '';
for (const moduleName of names) {
  const module = await client.call(routes.createModule, { query: { projectId: project.projectId }, body: { moduleName, description: `Scripts of ${moduleName.toLowerCase()}` } });
  for (const [index, name] of ['Happy path', 'Wrong password', 'Locked account', 'Forgotten password', 'Remember me', 'Sign out'].entries()) {
    const script = await client.call(routes.createScript, { query: { moduleUUID: module.uuid }, body: { testScriptName: `${name} of ${moduleName}`, objective: 'Works', tagName: index % 2 ? ['smoke'] : ['regression', 'slow'] } });
    if (!scriptId) scriptId = script.uuid;
  }
}
let count = 0;
const id = () => `s${++count}`;
const target = (name: string, ...locators: object[]) => ({ name, locators, frame: [] }) as never;
const steps = [
  newStep(id(), 'openUrl', { args: { url: process.env.SHOP ?? 'https://shop.example/' } }),
  newStep(id(), 'setText', { target: target('E-mail', { by: 'label', value: 'Email' }), args: { value: '{{email}}' } }),
  newStep(id(), 'setText', { target: target('Password', { by: 'label', value: 'Password' }), args: { value: '{{password}}' } }),
  newStep(id(), 'click', { target: target('Sign in', { by: 'role', value: 'button', name: 'Sign in' }, { by: 'css', value: '#sign-in' }) }),
  newStep(id(), 'if', {
    target: target('Cookie banner', { by: 'testid', value: 'cookies' }), args: { state: 'visible' },
    steps: [newStep(id(), 'click', { target: target('Accept', { by: 'role', value: 'button', name: 'Accept' }) })],
    otherwise: [],
  }),
  newStep(id(), 'forEach', { args: { values: 'Lamp\nChair', variable: 'item' }, steps: [
    newStep(id(), 'click', { target: target('Add', { by: 'text', value: '{{item}}' }) }),
    newStep(id(), 'verifyText', { target: target('Message', { by: 'role', value: 'status' }), args: { operator: 'contains', expected: '{{item}} was added' } }),
  ] }),
  newStep(id(), 'verifyText', { target: target('Total', { by: 'css', value: '#total' }), args: { operator: 'equals', expected: '€ 42.00' }, comment: 'Prices with tax' }),
  newStep(id(), 'wait', { args: {} }),
];
await client.call(routes.saveSteps, { body: { scriptUUID: scriptId, revision: 0, steps } }).catch((e) => console.log(e.message, JSON.stringify(e.details)));
await client.call(routes.createFunction, { body: { projectUUID: project.projectId, functionName: 'Sign in', description: 'Signs in as anybody', inputs: [{ name: 'email' }, { name: 'password' }], steps: steps.slice(0, 4) } }).catch((e) => console.log('fn', e.message));
await client.call(routes.createDataTable, { body: { projectUUID: project.projectId, tableName: 'Customers', columns: ['email', 'password'], rows: [['alice@example.com', 'secret1'], ['bob@example.com', 'secret2']] } }).catch((e) => console.log('table', e.message));
let runId = '';
if (process.env.RUN) {
  const { runId: started } = await client.call(routes.executeModuleTest, { body: { scriptUUID: scriptId } });
  runId = started;
  for (let i = 0; i < 300; i++) {
    const { run } = await client.call(routes.getTestReport, { query: { runId } });
    if (!['queued', 'running'].includes(run.status)) { console.log('run', run.status, run.message); break; }
    await new Promise((r) => setTimeout(r, 200));
  }
}
const browser = await chromium.launch(browserLaunch());
const context = await browser.newContext({ locale: 'en-GB', baseURL: server.url, reducedMotion: 'reduce' });
const page = await context.newPage();
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()));
await signInPage(page, { email: server.admin.email, password: testPassword }, server.url);
const p = project.projectId;
const places: [string, string][] = [
  ['projects', '/web-testing/projects'], ['overview', `/web-testing/project-dashboard?project=${p}`], ['modules', '/web-testing/modules'],
  ['scripts', '/web-testing/module-scripts'], ['steps', `/web-testing/script-steps?script=${scriptId}${runId ? `&run=${runId}` : ''}`], ['functions', '/web-testing/functions'],
  ['tables', '/web-testing/data-tables'], ['environments', '/web-testing/environments'], ...(runId ? [['result', `/web-testing/web-final-result?run=${runId}`] as [string, string]] : []),
];
const only = process.argv[3]?.split(',');
for (const [name, path] of places) {
  if (only && !only.includes(name)) continue;
  for (const [width, scheme] of [[1440, 'light'], [1440, 'dark'], [390, 'light']] as const) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(path);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    if (name === 'steps' && width > 500) await page.locator('text=Total').first().click().catch((e) => console.log(e.message.split('\n')[0]));
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
  }
}
await browser.close();
await server.close();
await postgres.stop();
process.exit(0);
