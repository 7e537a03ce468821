import { stripTypeScriptTypes } from 'node:module';
import { expect as playwrightExpect } from '@playwright/test';
import { type Script, toPlaywright } from '@touchstone/engine-keyword/core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, openShop, type Shop, scripts } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { findBrowserPath } from './find-browsers.ts';

type TestBody = (fixtures: { page: Page; context: BrowserContext }) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (test: unknown, expect: unknown) => Promise<void>;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

/** Runs the source of a Playwright test with the real browser and the real assertions. */
async function runExported(script: Script): Promise<void> {
  const code = stripTypeScriptTypes(toPlaywright(script)).replace(/^import .*$/gm, '');
  let body: TestBody | undefined;
  const declare = (_title: string, given: TestBody) => {
    body = given;
  };
  const test = Object.assign(declare, { info: () => ({ outputPath: () => undefined, annotations: [] }) });
  await new AsyncFunction('test', 'expect', code)(test, playwrightExpect);
  const slot = await pool.acquire('chromium');
  const context = await slot.browser.newContext({ baseURL: shop.url });
  context.setDefaultTimeout(5000);
  try {
    await body!({ page: await context.newPage(), context });
  } finally {
    await context.close();
    slot.release();
  }
}

/**
 * Excluded: Playwright starts to wait for a response or a download at that step, this engine at the step before; and
 * Playwright has no one-time codes.
 */
const different = new Set([
  'waitForResponse, wait, waitForElement',
  'verifyTable, verifyDownload',
  'uploadFile, enterOneTimeCode',
]);

describe.skipIf(!(await findBrowserPath('chromium')))('the exported Playwright test', () => {
  it.each(Object.entries(scripts).filter(([name]) => !different.has(name)))('does %s', async (name, steps) => {
    await expect(runExported({ name, steps: steps(), functions: [] })).resolves.toBeUndefined();
  });

  it('fails where the script fails', async () => {
    const steps = [act('openUrl', { url: '/' }), act('verifyText', { expected: '7' }, found('css', 'header .badge'))];
    await expect(runExported({ name: 'cart', steps, functions: [] })).rejects.toThrow(/toHaveText/);
  });

  it('exports functions with their own variables', async () => {
    const search = {
      name: 'search for',
      inputs: ['what'],
      outputs: ['found'],
      steps: [
        act('setText', { value: '{{what}}' }, found('label', 'Search')),
        act('storeText', { variable: 'found' }, found('css', '#found')),
      ],
    };
    const steps = [
      act('openUrl', { url: '/' }),
      {
        ...act('forEach', { values: 'cup\nkettle', variable: 'item' }),
        steps: [
          act('callFunction', { function: 'search for', inputs: 'what={{item}}', outputs: 'said=found' }),
          {
            ...act('if', { left: '{{said}}', operator: 'does not equal', right: '1 products' }),
            steps: [act('stop', { result: 'failed' })],
          },
        ],
      },
    ];
    await expect(runExported({ name: 'search', steps, functions: [search] })).resolves.toBeUndefined();
  });
});
