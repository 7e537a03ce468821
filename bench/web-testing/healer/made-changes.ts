import type { ElementHandle, Page } from 'playwright-core';
import type { PageCases } from './cases.ts';
import { changePage } from './change-page.ts';
import { CaseCollector, knownOf } from './collect.ts';

/** In the page: what tests act on or read, the same choice for the same seed. */
function chooseTargets({ seed, acted, read }: { seed: number; acted: number; read: number }): void {
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && element.getBoundingClientRect().width > 2;
  const take = (elements: Element[], count: number): Element[] => {
    const left = elements.filter(isShown);
    const taken: Element[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1));
    return taken;
  };
  const acts = [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, [role=button]')];
  const texts = [...document.querySelectorAll('h1, h2, h3, h4, h5, td, th, p, span, li, label, strong')].filter(
    (element) => element.children.length === 0 && (element.textContent ?? '').trim().length > 2,
  );
  Object.assign(window, { targets: [...take(acts, acted), ...take(texts, read)] });
}

/** madeChanges changes a page with each severity, with every eighth element removed. */
export async function* madeChanges(
  page: Page,
  {
    address,
    family,
    name,
    seed,
    severities,
  }: { address: string; family: string; name: string; seed: number; severities: Record<string, number> },
): AsyncGenerator<PageCases> {
  for (const [change, severity] of Object.entries(severities)) {
    await page.goto(address, { waitUntil: 'load', timeout: 20_000 });
    await page.evaluate(chooseTargets, { seed, acted: 8, read: 4 });
    const count = await page.evaluate(() => (window as unknown as { targets: Element[] }).targets.length);
    const target = (index: number) =>
      page.evaluateHandle((at) => (window as unknown as { targets: (Element | null)[] }).targets[at] ?? null, index);
    const known = [];
    for (let index = 0; index < count; index += 1)
      known.push(await knownOf((await target(index)).asElement() as ElementHandle<Element>, page));
    await page.evaluate(
      ({ first, ...order }) => {
        const own = window as unknown as { targets: (Element | null)[]; order: unknown };
        own.order = order;
        for (let at = first; at < own.targets.length; at += 8) {
          own.targets[at]?.remove();
          own.targets[at] = null;
        }
      },
      { seed, severity, first: seed % 8 },
    );
    await page.evaluate(changePage, { seed: seed + 17, severity });
    const collector = new CaseCollector(page, { family, page: name, change });
    for (const [index, one] of known.entries()) {
      const now = await target(index);
      // Elements removed with one of their ancestors are gone, too.
      const exists = await now.evaluate(
        (element) => element?.isConnected === true && element.getClientRects().length > 0,
      );
      await collector.add(one, exists ? now : await page.evaluateHandle(() => null));
    }
    yield collector.result;
  }
}
