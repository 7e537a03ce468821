/**
 * How long users wait on a slow line: Chromium at 1.6 Mbit/s down, 150 ms latency and a four times slower CPU, each
 * visit with an empty cache, until sign-in can be typed into, the dashboard shows its panels, and the editor of a suite
 * shows its request. The median of the rounds counts; calls and bytes are those of the last one.
 * `npm run bench:slow-line -- --rounds 5 --json`, requires the page built by `npm run build:web`, and Chromium.
 * `--show` prints when each request of the last round was sent and answered.
 */
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { findChromium } from '../tools/browsers/chromium.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'boolean' }, show: { type: 'boolean' } },
});
const rounds = Number(values.rounds);
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;

interface Sent {
  path: string;
  /** Since the first request. */
  sentMs: number;
  answeredMs: number;
  kilobytes: number;
}

interface Figure {
  sent: Sent[];
  ms: number;
  requests: number;
  calls: number;
  kilobytes: number;
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');
const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const { client, email } = server.admin;
const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } });
const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'Orders' } });
for (const scriptName of ['List orders', 'Create an order', 'Delete an order'])
  await client.call(apiTestingRoutes.saveScript, {
    query: { suiteId: [suiteId] },
    body: scriptInputSchema.parse({ scriptName, method: 'GET', url: 'https://shop.test/orders' }),
  });

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Opens a page on the slow line and measures from the first requested byte until `waitForContent`. */
async function visit(
  context: BrowserContext,
  path: string,
  waitForContent: (page: Page) => Promise<void>,
): Promise<Figure> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const figure: Figure = { sent: [], ms: 0, requests: 0, calls: 0, kilobytes: 0 };
  const byId = new Map<string, Sent>();
  let first: number | undefined;
  session.on('Network.requestWillBeSent', ({ request, requestId, timestamp }) => {
    first ??= timestamp;
    const path = request.url.replace(server.url, '');
    const sent = { path, sentMs: Math.round((timestamp - first) * 1000), answeredMs: 0, kilobytes: 0 };
    byId.set(requestId, sent);
    figure.sent.push(sent);
    figure.requests += 1;
    if (request.url.includes('/services/')) figure.calls += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, requestId, timestamp }) => {
    figure.kilobytes += encodedDataLength / 1024;
    const sent = byId.get(requestId);
    if (!sent) return;
    sent.answeredMs = Math.round((timestamp - (first ?? 0)) * 1000);
    sent.kilobytes = Math.round(encodedDataLength / 1024);
  });
  const startedAt = performance.now();
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
  await waitForContent(page);
  figure.ms = performance.now() - startedAt;
  await page.close();
  return figure;
}

async function signIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The calls above have a separate session.
  const terminate = page.getByRole('button', { name: 'Terminate Remote Session' });
  const frame = page.getByRole('heading', { name: 'Dashboard' });
  await terminate.or(frame).waitFor();
  if (await terminate.isVisible()) await terminate.click();
  await frame.waitFor();
  await page.close();
  return context;
}

/**
 * Checked on every frame: the usual waiting checks again only after half a second, and its search of the page is slow.
 */
const shown = (page: Page, selector: string, text = '') =>
  page.waitForFunction(
    (sought) =>
      [...document.querySelectorAll(sought.selector)].some(
        (element) => element.textContent?.startsWith(sought.text) && element.checkVisibility(),
      ),
    { selector, text },
    { polling: 'raf' },
  );
const typeInto = async (page: Page) => {
  await shown(page, 'input[type=email]');
  await page.locator('input[type=email]').press('a');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=email]')?.value === 'a');
};
const dashboard = async (page: Page) => void (await shown(page, 'section', 'At a glance'));
const editor = async (page: Page) => void (await shown(page, 'button', 'Send'));

async function measure(work: () => Promise<Figure>): Promise<Figure> {
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round += 1) figures.push(await work());
  const last = figures.at(-1);
  const times = figures.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    ...(last as Figure),
    kilobytes: Math.round(last?.kilobytes ?? 0),
    ms: Math.round(times[Math.floor(rounds / 2)] ?? 0),
  };
}

const figures: Record<string, Figure> = {
  'sign-in': await measure(async () => {
    const context = await browser.newContext();
    const figure = await visit(context, '/', typeInto);
    await context.close();
    return figure;
  }),
};
const context = await signIn(browser);
figures.dashboard = await measure(() => visit(context, '/dashboard', dashboard));
figures.editor = await measure(() => visit(context, `/api-testing/api-test-suite/${suiteId}`, editor));
const summaries = Object.fromEntries(
  Object.entries(figures).map(([name, { sent: _sent, ...figure }]) => [name, figure]),
);
if (values.show)
  for (const [name, { sent }] of Object.entries(figures)) {
    process.stdout.write(`${name}\n`);
    for (const { path, sentMs, answeredMs, kilobytes } of sent)
      process.stdout.write(
        `${String(sentMs).padStart(6)} ${String(answeredMs).padStart(6)} ${kilobytes} KB  ${path}\n`,
      );
  }
if (values.json) process.stdout.write(`${JSON.stringify({ rounds, figures: summaries })}\n`);
else
  for (const [name, { ms, requests, calls, kilobytes }] of Object.entries(figures))
    process.stdout.write(`${name.padEnd(10)} ${ms} ms  ${requests} requests  ${calls} calls  ${kilobytes} KB\n`);
await browser.close();
await server.close();
await postgres.stop();
process.exit(0);
