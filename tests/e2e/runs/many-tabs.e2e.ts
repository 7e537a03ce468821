import type { Page, Request } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { expectStatus, newScript, newSuite } from '../test-data.ts';

const tabs = 10;
/** Ten pages share two cores. */
const waitOptions = { timeout: 120_000 };

// A browser opens six connections to a server: with a stream per tab, the seventh would wait forever.
test('ten tabs with live reports of ten runs need one stream, and another tab takes over when its tab is closed', async ({
  app,
  context,
  client,
  projectId,
  target,
}) => {
  test.setTimeout(600_000);
  const open = new Map<Request, Page>();
  const isStream = (request: Request) => request.url().endsWith('/api/follow-topics');
  let reader: Page = app;
  context.on('request', (request) => {
    if (!isStream(request)) return;
    reader = request.frame().page();
    open.set(request, reader);
  });
  const close = (request: Request) => void open.delete(request);
  context.on('requestfinished', close);
  context.on('requestfailed', close);

  /** A closed tab no longer reports its requests. */
  const streams = () => [...open.values()].filter((page) => !page.isClosed()).length;

  const started = Array.from({ length: tabs }, async (_, index) => {
    const suiteId = await newSuite(client, projectId, `Suite ${index}`);
    await newScript(client, suiteId, { scriptName: 'First', url: `${target.url}/json` });
    await newScript(client, suiteId, {
      scriptName: 'Held',
      url: `${target.url}/held/${index}`,
      assertions: [expectStatus(200)],
      settings: { timeoutMs: 600_000, followRedirects: true, maxRedirects: 10, verifyCertificate: true },
    });
    await newScript(client, suiteId, { scriptName: 'Last', url: `${target.url}/json` });
    return (await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } })).runId;
  });
  const runIds = await Promise.all(started);
  const pages = await Promise.all(runIds.map((_, index) => (index ? context.newPage() : app)));
  await Promise.all(pages.map((page, index) => reportPage(page).open(runIds[index] ?? '')));
  for (const page of pages) {
    await expect(reportPage(page).live).toBeVisible(waitOptions);
    await expect(reportPage(page).counts.getByRole('button', { name: '1 passed' })).toBeVisible(waitOptions);
  }
  await expect.poll(streams).toBe(1);

  const closed = reader;
  await closed.close();
  const rest = pages.filter((page) => page !== closed);
  await expect.poll(() => reader !== closed && streams()).toBe(1);
  target.release();
  for (const page of rest) {
    const { counts, heading, steps } = reportPage(page);
    await expect(counts.getByRole('button', { name: '3 passed' })).toBeVisible(waitOptions);
    await expect(heading).toContainText('Pass');
    await expect(steps.getByRole('option')).toHaveCount(3);
  }
  expect(streams()).toBeLessThanOrEqual(1);
});
