import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type RunAnswer, runRoutes } from '@touchstone/contracts/runs';
import { inBothSchemes, violationsOf } from '../accessibility.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

const runPage = (page: Page) => ({
  hosts: page.getByRole('list', { name: 'Hosts' }),
  /** The icon of a host, once it has this state. */
  host: (name: string, status: string) =>
    page
      .getByRole('list', { name: 'Hosts' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('img', { name: status }),
  parts: page.getByRole('table', { name: 'Parts' }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
});

/** Opens the palette, types and picks the first result. */
async function jump(page: Page, text: string, found: string): Promise<void> {
  const frame = shell(page);
  await page.keyboard.press('Control+k');
  await frame.paletteInput.fill(text);
  await expect(frame.palette.locator('[data-selected]')).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(frame.palette).toHaveCount(0);
}

test('a kind of run from outside is started, listed, followed, stopped, run again and deleted on the pages of all runs', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const hosts = [
    { name: 'up', address: `${target.url}/json` },
    { name: 'down', address: `${target.url}/status/503` },
    { name: 'slow', address: `${target.url}/held/1` },
  ];
  const run = await client.call(runRoutes.startRun, { body: { kind: 'ping', input: { projectId, hosts } } });
  const page = runPage(app);
  const frame = shell(app);

  await test.step('the palette leads to the list, and the list to the run', async () => {
    await app.goto(`/dashboard?project=${projectId}`);
    await expect(frame.profile).toBeVisible();
    await jump(app, 'All runs', 'All runs');
    const list = app.getByRole('table', { name: 'Runs', exact: true });
    const row = list.getByRole('row').filter({ hasText: 'Ping of 3 hosts' });
    await expect(row).toContainText('Ping running');
    await row.getByRole('link').click();
    await expect(app).toHaveURL(new RegExp(`/runs/${run.runId}$`));
  });

  await test.step('the page follows it: steps, files and parts', async () => {
    await expect(page.host('up', 'Passed')).toBeVisible();
    await expect(page.host('down', 'Failed')).toBeVisible();
    await expect(page.hosts.getByText('It answered with 503.')).toBeVisible();
    await expect(page.host('slow', 'Running')).toBeVisible();
    await expect(app.getByText('Live', { exact: true })).toBeVisible();
    const picture = app.getByRole('img', { name: 'down.png' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
    await expect(page.parts.getByRole('row').filter({ hasText: 'Pong of up' })).toContainText('Pong passed');
  });

  await test.step('it is stopped and run again, and the new run ends while one looks at it', async () => {
    await page.button('Stop').click();
    await expect(app.getByText('Ping cancelled', { exact: true })).toBeVisible();
    await expect(page.host('slow', 'Cancelled')).toBeVisible();
    await page.button('Retry').click();
    await expect(app).not.toHaveURL(new RegExp(run.runId));
    await expect(page.host('slow', 'Running')).toBeVisible();
    target.release();
    await expect(app.getByText('Ping failed', { exact: true })).toBeVisible();
    await expect(page.host('slow', 'Passed')).toBeVisible();
    await expect(app.getByRole('region', { name: 'Answers' }).getByRole('row')).toHaveText([
      'HostCode',
      'up200',
      'down503',
      'slow200',
    ]);
    await expect(app.getByRole('img', { name: 'Colour of the result' })).toBeVisible();
    await expect(app.getByRole('link', { name: 'the run before' })).toHaveAttribute('href', `/runs/${run.runId}`);
  });

  await test.step('it is accessible light and dark, wide and narrow', async () => {
    for (const width of [1440, 390]) {
      await app.setViewportSize({ width, height: 900 });
      await inBothSchemes(app, async (scheme) =>
        expect.soft(await violationsOf(app, { all: true }), `${scheme}, ${width} px`).toEqual([]),
      );
      expect(await app.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await app.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a part leads back to its run, and the palette finds both runs by their name', async () => {
    await page.parts.getByRole('link', { name: 'Pong of slow' }).click();
    await expect(frame.heading('Pong of slow')).toBeVisible();
    await expect(page.button('Retry')).toHaveCount(0);
    await app.getByRole('link', { name: 'another run' }).click();
    await expect(frame.heading('Ping of 3 hosts')).toBeVisible();
    await jump(app, 'Ping of 3', 'Ping of 3 hosts');
    await expect(frame.heading('Ping of 3 hosts')).toBeVisible();
  });

  await test.step('deleted runs are gone from the list', async () => {
    await page.button('Delete…').click();
    await page.button('Delete run').click();
    const list = app.getByRole('table', { name: 'Runs', exact: true });
    await expect(list.getByRole('link')).toHaveCount(1);
  });
});

const beginnings = {
  'HTML report': '<!doctype html>',
  'JUnit XML': '<?xml',
  JSON: '{"run":',
  Excel: 'PK',
  PDF: '%PDF-',
};

test('the report of a kind from outside is saved in every format, and mailed', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const hosts = [{ name: 'up', address: `${target.url}/json` }];
  const body = { kind: 'ping', input: { projectId, hosts } };
  const { runId }: RunAnswer = await client.call(runRoutes.startRun, { body });
  await app.goto(`/runs/${runId}`);
  for (const [title, beginning] of Object.entries(beginnings)) {
    await runPage(app).button('Download').click();
    const waiting = app.waitForEvent('download');
    await app.getByRole('menuitem', { name: title, exact: true }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^Ping-of-1-hosts-.*\.(html|xml|json|xlsx|pdf)$/);
    const text = await readFile(await download.path(), 'latin1');
    expect(text.slice(0, beginning.length), title).toBe(beginning);
    if (title === 'HTML report')
      for (const part of ['Answers', 'Colour of the result', 'up']) expect(text).toContain(part);
  }

  await runPage(app).button('Download').click();
  await app.getByRole('menuitem', { name: 'Mail report…' }).click();
  const to = `lead-${runId}@example.test`;
  await app.getByRole('dialog').getByLabel('Email').fill(to);
  await app.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(app.getByText(`The report is on its way to ${to}.`)).toBeVisible();
  const [mail] = await control('outbox', { to });
  expect(mail?.subject).toContain('Ping of 1 hosts');
  expect(mail?.text).toContain(`/runs/${runId}`);
});
