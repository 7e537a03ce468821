import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newScript, newSuite } from '../test-data.ts';

const identity = (path: string) => `/services/identity${path}`;
const token = identity('/token');
const account = identity('/api/account');

/** A page's calls from here on, and the browser's errors. */
function watch(page: Page) {
  const calls: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/services/')) calls.push(pathname);
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const count = (path: string) => calls.filter((call) => call === path).length;
  return { calls, complaints, count };
}
const untaken = (page: Page) =>
  page.evaluate(() =>
    (globalThis as { touchstoneEarlyCalls?: { url: string }[] }).touchstoneEarlyCalls?.map(({ url }) => url),
  );

test('a page of somebody signed in begins with calls of its document, and sends none twice; the dashboard takes its own too', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List orders', url: 'https://shop.test/orders' });
  const editor = `/api-testing/api-test-suite/${suiteId}`;
  await app.goto(`${editor}?project=${projectId}`);
  await expect(app.getByRole('button', { name: /^Send/ })).toBeVisible();
  const { calls, complaints, count } = watch(app);
  // None of the page's scripts run, but its document has already sent the calls.
  await app.route('**/assets/**', (route) => route.abort());
  await app.reload();
  await expect.poll(() => count('/services/api-testing/api/script')).toBe(1);
  await app.unroute('**/assets/**');
  calls.length = 0;
  complaints.length = 0;
  await app.reload();
  await expect(app.getByRole('button', { name: /^Send/ })).toBeVisible();
  expect([token, account].map(count)).toEqual([1, 1]);
  for (const read of ['projects', 'scripts', 'suites', 'script', 'suite-folders', 'suite-variables'])
    expect([read, count(`/services/api-testing/api/${read}`)]).toEqual([read, 1]);
  await expect.poll(() => untaken(app)).toEqual([]);
  // The content security policy allows the document's script.
  expect(complaints).toEqual([]);

  await app.goto('/dashboard');
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  await app.reload();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  await expect.poll(() => untaken(app)).toEqual([]);
});

test('two tabs that are opened at once are both signed in, and stay so, until their session has ended on the server: one refusal leads to sign-in, and from then on the document asks for nothing', async ({
  app,
  context,
}) => {
  await app.goto('/api-testing/workspace');
  await expect(shell(app).heading('Workspace')).toBeVisible();
  const other = await context.newPage();
  const answers: number[] = [];
  for (const page of [app, other])
    page.on('response', (response) => response.url().endsWith(token) && answers.push(response.status()));
  await Promise.all([app.reload(), other.goto('/api-testing/workspace')]);
  for (const page of [app, other]) await expect(shell(page).heading('Workspace')).toBeVisible();
  expect(answers).toEqual([200, 200]);
  await app.reload();
  await expect(shell(app).heading('Workspace')).toBeVisible();

  await other.close();
  await context.clearCookies();
  const { count } = watch(app);
  await app.reload();
  await expect(app).toHaveURL(/\/login\?interaction=/);
  expect([token, account].map(count)).toEqual([1, 0]);
  await expect(loginPage(app).password).toBeVisible();
  expect(await app.evaluate(() => localStorage.getItem('touchstone.signed-in'))).toBeNull();

  const afterwards = watch(app);
  await app.goto('/api-testing/workspace');
  await expect(app).toHaveURL(/\/login\?interaction=/);
  expect([token, account].map(afterwards.count)).toEqual([0, 0]);
});
