import type { Page } from '@playwright/test';
import { type Rules, showScheme, violationsOf } from '../accessibility.ts';
import { expect } from '../fixtures.ts';

const height = 900;
const usualWidth = 1440;
const otherWidths = [768, 2560, 320];

/** watch writes down what a page must not do. */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && asked !== origin) complaints.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A screen that closes gives up its open calls; that is no mistake.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed request: ${request.url()} ${reason}`);
  });
  return complaints;
}

async function expectNothingGrave(page: Page, name: string, rules: Rules): Promise<void> {
  expect.soft(await violationsOf(page, { rules }), `accessibility of ${name}`).toEqual([]);
}

/** What does not fit the window: the page itself, controls beside it that nothing scrolls to, and cut names of buttons. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab], [role=menuitem]'),
    ];
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const scrolls = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return true;
      return false;
    };
    // What is shown to screen readers alone is one pixel wide, or far outside.
    const isShown = (element: Element): boolean => {
      const { right, width } = element.getBoundingClientRect();
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && right >= 0;
    };
    const isBeside = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return (left < -1 || right > innerWidth + 1) && !scrolls(element);
    };
    const isCut = (element: Element): boolean => {
      const label = element.querySelector('.mantine-Button-label');
      return (
        label !== null &&
        label.scrollWidth > label.clientWidth + 1 &&
        getComputedStyle(label).textOverflow !== 'ellipsis'
      );
    };
    const shown = controls.filter(isShown);
    const over = document.documentElement.scrollWidth - innerWidth;
    return [
      ...(over > 0 ? [`the page is ${over} px wider than its window`] : []),
      ...shown.filter(isBeside).map((element) => `beside the window: ${nameOf(element)}`),
      ...shown.filter(isCut).map((element) => `cut: ${nameOf(element)}`),
    ];
  });

/** Goes round once with the Tab key; answers the controls in the order of the keyboard that were passed over. */
async function passedOver(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
    const root = [...dialogs].filter((dialog) => dialog.checkVisibility()).at(-1) ?? document.body;
    const radios = new Set<string>();
    const isOneOfRadios = (element: Element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false;
      if (radios.has(element.name)) return true;
      radios.add(element.name);
      return false;
    };
    const inOrder = [
      ...root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [inert] *, [data-focus-guard]') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !isOneOfRadios(element),
    );
    const remaining = new Set<Element>(inOrder);
    const taken = (element: Element | null) => {
      const radio = element instanceof HTMLInputElement && element.type === 'radio' ? element.name : undefined;
      for (const one of remaining)
        if (one === element || (radio && one instanceof HTMLInputElement && one.name === radio)) remaining.delete(one);
    };
    taken(document.activeElement);
    document.addEventListener('focusin', (event) => taken(event.target as Element));
    Object.assign(window, { auditRemaining: remaining });
    return inOrder.length;
  });
  for (let presses = 0; presses < count + 10; presses += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { auditRemaining } = window as unknown as { auditRemaining: Set<Element> };
    return [...auditRemaining]
      .filter((element) => element.isConnected)
      .map(
        (element) =>
          `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`,
      );
  });
}

/**
 * checkScreen looks at a screen that is ready: light and dark at the usual width, then at the other ones, the narrowest of them dark. The
 * screen is loaded once; its window and its colours change under it.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await showScheme(page, 'light');
  await expectNothingGrave(page, name, 'all');
  expect.soft(await passedOver(page), `keyboard on ${name}`).toEqual([]);
  expect.soft(await misfits(page), `${name} at ${usualWidth} px`).toEqual([]);
  await showScheme(page, 'dark');
  await expectNothingGrave(page, `${name}, dark`, 'contrast');
  for (const width of otherWidths) {
    await page.setViewportSize({ width, height });
    await expect.soft.poll(() => misfits(page), `${name} at ${width} px`).toEqual([]);
  }
  await expectNothingGrave(page, `${name}, dark and narrow`, 'all but contrast');
}

/** How a screen is opened. */
export async function prepareScreen(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: usualWidth, height });
}
