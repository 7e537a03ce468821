import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const contrast = 'color-contrast';

/** Which rules apply: contrast is expensive to check, and doesn't depend on the width. */
export type Rules = 'all' | 'contrast' | 'all but contrast';

/**
 * atRest resolves when nothing moves or changes its colour any more: elements that fade have less contrast meanwhile.
 * Endless animations, such as skeletons, are not awaited.
 */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    // Transitions started by the page's last change begin with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document
      .getAnimations()
      .every(
        (motion) =>
          motion.playState !== 'running' || motion.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      );
  });
}

/**
 * violationsOf returns the serious violations that axe finds in a page at rest, or in the part that a selector names:
 * one line per rule.
 */
export async function violationsOf(
  page: Page,
  { rules = 'all', part, all = false }: { rules?: Rules; part?: string; all?: boolean } = {},
): Promise<string[]> {
  await atRest(page);
  // Parsing axe's half megabyte takes a page longer than most rules, so a document loads it once.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // No frame has another origin, so no second page is needed to merge the results.
  const builder = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  if (part) builder.include(part);
  if (rules === 'contrast') builder.withRules(contrast);
  if (rules === 'all but contrast') builder.disableRules(contrast);
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => all || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`);
}

/** expectAccessible fails if axe finds a violation of any impact. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await violationsOf(page, { all: true, ...(part && { part }) })).toEqual([]);
}

/** showScheme switches a page's colour scheme; pages whose user has chosen a scheme don't switch. */
export async function showScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, scheme);
}

/** inBothSchemes checks the same screen in light and dark, and leaves it light. */
export async function inBothSchemes(page: Page, check: (scheme: 'light' | 'dark') => Promise<void>): Promise<void> {
  await check('light');
  await showScheme(page, 'dark');
  await check('dark');
  await showScheme(page, 'light');
}
