import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const contrast = 'color-contrast';

/** Which rules hold: colours are the dear part, and they do not depend on the width. */
export type Rules = 'all' | 'contrast' | 'all but contrast';

/**
 * atRest resolves when nothing moves or changes its colour any more: what fades in, or goes over to another colour, has less contrast on its
 * way. Endless motions, such as skeletons, are not waited for.
 */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    // What the last change of the page set off begins with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document
      .getAnimations()
      .every(
        (motion) =>
          motion.playState !== 'running' || motion.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      );
  });
}

/** violationsOf answers what axe finds grave in a page at rest, or in the part that a selector names: one line for each rule. */
export async function violationsOf(
  page: Page,
  { rules = 'all', part, all = false }: { rules?: Rules; part?: string; all?: boolean } = {},
): Promise<string[]> {
  await atRest(page);
  // Reading axe's half megabyte takes a page longer than most rules, so a document reads it once.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // No frame is of another origin, so that no second page is needed to put the results together.
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

/** expectAccessible fails where axe finds anything, of whatever weight. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await violationsOf(page, { all: true, ...(part && { part }) })).toEqual([]);
}

/** showScheme turns the colours of a page; those whose owner has chosen a scheme do not turn. */
export async function showScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, scheme);
}

/** inBothSchemes looks at the same screen light and dark, and leaves it light. */
export async function inBothSchemes(page: Page, look: (scheme: 'light' | 'dark') => Promise<void>): Promise<void> {
  await look('light');
  await showScheme(page, 'dark');
  await look('dark');
  await showScheme(page, 'light');
}
