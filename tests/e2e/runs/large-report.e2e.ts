import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { expectStatus, newScript, newSuite, runToEnd } from '../test-data.ts';

const calls = apiTestingRoutes;

test('a report of 10,240 steps scrolls to its end with few rows in the page', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.setTimeout(120_000);
  const ids = [await newSuite(client, projectId, 'Large'), await newSuite(client, projectId, 'Half')] as const;
  for (let n = 0; n < 10; n += 1)
    await newScript(client, ids[0], {
      scriptName: `Step ${n}`,
      url: `${target.url}/json`,
      assertions: [expectStatus(200)],
    });
  // Copied twice into an empty suite, a suite doubles: ten times turn 10 into 10,240.
  let [from, to]: [string, string] = [ids[0], ids[1]];
  for (let size = 10; size < 10_240; size *= 2) {
    await client.call(calls.importScriptsList, { query: { fromSuiteId: from, toSuiteId: to } });
    await client.call(calls.importScriptsList, { query: { fromSuiteId: from, toSuiteId: to } });
    [from, to] = [to, await newSuite(client, projectId, `Suite of ${size * 4}`)];
  }
  await newScript(client, from, { scriptName: 'The very last step', url: `${target.url}/json` });
  const runId = await runToEnd(client, { projectId, suiteIds: [from], parallel: 100 });

  const report = reportPage(app);
  await report.open(runId);
  await expect(app.getByText('10,241 steps')).toBeVisible();
  await expect(report.steps.getByRole('option').first()).toBeVisible();
  const frames = await report.steps.evaluate(async (list) => {
    const times: number[] = [];
    let rows = 0;
    let before = performance.now();
    for (let n = 0; n < 60; n += 1) {
      list.scrollTop += 900;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - before);
      before = now;
      rows = Math.max(rows, list.querySelectorAll('[role="option"]').length);
    }
    list.scrollTop = list.scrollHeight;
    return { rows, median: times.sort((a, b) => a - b)[30] ?? 0 };
  });
  await expect(report.step('The very last step')).toBeVisible();
  expect(frames.rows).toBeLessThan(200);
  expect(await report.steps.getByRole('option').count()).toBeLessThan(200);
  test.info().annotations.push({ type: 'median frame', description: `${frames.median.toFixed(1)} ms` });
});
