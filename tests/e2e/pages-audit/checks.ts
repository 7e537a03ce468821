import type { Page } from '@playwright/test';
import { type Rules, showScheme, violationsOf } from '../accessibility.ts';
import { expect } from '../fixtures.ts';
import { indistinct, shifts, unreachable } from './sight.ts';

const height = 900;
const usualWidth = 1440;
const otherWidths = [768, 2560, 320];
/** What 200 % zoom leaves of a 1366 × 768 window. */
const zoomed = { width: 683, height: 384 };

/** watch records what a page must not do. */
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
    // A closing screen aborts its open calls, which is no error.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed request: ${request.url()} ${reason}`);
  });
  return complaints;
}

async function expectNothingGrave(page: Page, name: string, rules: Rules): Promise<void> {
  expect.soft(await violationsOf(page, { rules }), `accessibility of ${name}`).toEqual([]);
}

/**
 * What doesn't fit the window: the page itself, unreachable controls beside it, fields that touch the edge of their
 * content, and truncated button names.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab], [role=menuitem]'),
    ];
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const scrollerOf = (element: Element): Element | undefined => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return parent;
      return undefined;
    };
    // Content for screen readers only is one pixel wide, or far outside.
    const isShown = (element: Element): boolean => {
      const { right, width } = element.getBoundingClientRect();
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && right >= 0;
    };
    const isBeside = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return (left < -1 || right > innerWidth + 1) && !scrollerOf(element);
    };
    const content = document.querySelector('main')?.getBoundingClientRect();
    const isAtEdge = (element: Element): boolean => {
      if (!content || !element.matches('main :is(.mantine-Input-input, textarea)')) return false;
      const scroller = scrollerOf(element);
      // The hidden part of a wide table is reached by scrolling.
      if (scroller && scroller.scrollWidth > scroller.clientWidth) return false;
      const { left, right } = element.getBoundingClientRect();
      return left < content.left + 4 || right > content.right - 4;
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
      ...shown.filter(isAtEdge).map((element) => `at the edge: ${nameOf(element)}`),
      ...shown.filter(isCut).map((element) => `cut: ${nameOf(element)}`),
    ];
  });

/**
 * Tabs once through all controls in forced colours; returns those that were skipped in keyboard order, and those
 * without a visible focus.
 */
export async function lostFocus(page: Page): Promise<string[]> {
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
    const unseen = new Set<Element>();
    const taken = (element: Element | null) => {
      const radio = element instanceof HTMLInputElement && element.type === 'radio' ? element.name : undefined;
      for (const one of remaining)
        if (one === element || (radio && one instanceof HTMLInputElement && one.name === radio)) remaining.delete(one);
    };
    // The outline, which may fade in, is around the element, or around the field that it belongs to.
    const hasLine = (element: Element | null, levels: number): boolean => {
      if (!element || levels === 0) return false;
      for (const motion of element.getAnimations()) motion.finish();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || hasLine(element.parentElement, levels - 1)
      );
    };
    taken(document.activeElement);
    // The initially focused element wasn't focused by a key, so it needs no outline.
    let byKey = false;
    document.addEventListener('focusin', ({ target }) => {
      byKey = true;
      if (target instanceof Element) taken(target);
    });
    // Tab indents in a code editor; Escape releases the focus.
    const leaveCode = ({ key, target }: KeyboardEvent) => {
      if (key === 'Tab' && target instanceof Element && target.matches('.cm-content'))
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27 }));
    };
    // Before the focus moves on.
    const check = (event: KeyboardEvent) => {
      leaveCode(event);
      const { activeElement } = document;
      // The focus guards of a dialog for screen readers are invisible, and in a date or time the browser marks the
      // focused part.
      const isSeen =
        activeElement !== document.body &&
        !activeElement?.matches('input:is([type=date], [type=time])') &&
        (activeElement?.getBoundingClientRect().width ?? 0) > 1;
      if (byKey && activeElement && isSeen && !hasLine(activeElement, 3)) unseen.add(activeElement);
    };
    document.addEventListener('keydown', check, true);
    Object.assign(window, { auditFocus: { remaining, unseen } });
    return inOrder.length;
  });
  // A date or a time takes one press per part, and elements that appear late take some more.
  const parts = 4 * (await page.locator('input:is([type=date], [type=time])').count());
  const most = 2 * (count + parts + 10);
  // Several at a time: each awaited press is a round trip to the browser.
  const together = 10;
  for (let presses = together; presses <= most + together; presses += together) {
    await Promise.all(Array.from({ length: together }, () => page.keyboard.press('Tab')));
    if (presses > count && (await hasGoneRound(page))) break;
  }
  // The last focused element is checked before the focus moves on.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { remaining, unseen } = (window as unknown as { auditFocus: Record<'remaining' | 'unseen', Set<Element>> })
      .auditFocus;
    // Popups that open while a field has the focus are checked elsewhere.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const wordsOf = (element: Element) =>
      (element instanceof HTMLInputElement && element.labels?.[0]?.textContent) || element.textContent || '';
    const lines = (elements: Set<Element>, fault: string) =>
      [...elements]
        .filter((element) => element.isConnected)
        .map(
          (element) =>
            `${fault}: ${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? wordsOf(element)).trim().slice(0, 40)}"`,
        );
    return [...lines(remaining, 'passed over'), ...lines(unseen, 'focus not seen')];
  });
}

const hasGoneRound = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => (window as unknown as { auditFocus: { remaining: Set<Element> } }).auditFocus.remaining.size === 0,
  );

/** Whether something keeps its own colours where everything else has the readable forced colours. */
export const keepsColours = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].some(
      (element) => getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'none',
    ),
  );

/**
 * In forced colours, selected and focused elements are recognizable by their outlines, and every text stays readable.
 */
async function checkForcedColours(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await lostFocus(page), `keyboard on ${name}`).toEqual([]);
  expect.soft(await indistinct(page), `${name} in forced colours`).toEqual([]);
  if (await keepsColours(page)) await expectNothingGrave(page, `${name} in forced colours`, 'contrast');
  await page.emulateMedia({ forcedColors: 'none' });
}

/**
 * checkScreen checks a screen that is ready: layout shifts while it loaded; light, forced colours and dark at the usual
 * width; then 200 % zoom and the other widths, the narrowest of them dark. The screen is loaded once; its window and
 * colours change.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await showScheme(page, 'light');
  expect.soft(await shifts(page), `what moves while ${name} loads`).toEqual([]);
  await expectNothingGrave(page, name, 'all');
  expect.soft(await misfits(page), `${name} at ${usualWidth} px`).toEqual([]);
  await checkForcedColours(page, name);
  await showScheme(page, 'dark');
  await expectNothingGrave(page, `${name}, dark`, 'contrast');
  await page.setViewportSize(zoomed);
  await expect.soft.poll(() => misfits(page), `${name} at 200 %`).toEqual([]);
  await expect.soft.poll(() => unreachable(page), `${name} at 200 %`).toEqual([]);
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
