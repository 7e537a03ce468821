import type { Page } from '@playwright/test';

/** Each check returns one line per fault of a screen that is ready, and nothing if all is well. */

/** Maximum layout shift of a screen while it loads, as browsers measure it. */
const maxShift = 0.02;

/** Layout shifts between the start of the document and the end of its loading. */
export async function shifts(page: Page): Promise<string[]> {
  await page.waitForFunction(() => !document.querySelector('main [data-blank], main [aria-busy="true"]'));
  return page.evaluate(async (most) => {
    const entries = await new Promise<PerformanceEntry[]>((resolve) => {
      const seen: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      // Two frames: the first one is drawn, and its shifts reported, before the second starts.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))));
    });
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"` : 'gone';
    };
    type Rect = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;
    type Shift = { value: number; hadRecentInput: boolean } & {
      sources: readonly { node: Node | null; previousRect: Rect; currentRect: Rect }[];
    };
    const placeOf = ({ x, y, width, height }: Rect) => [x, y, width, height].map(Math.round).join(' ');
    const own = (entries as unknown as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const sum = own.reduce((total, { value }) => total + value, 0);
    if (sum <= most) return [];
    const moved = own.flatMap(({ value, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(3)} ${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
      ),
    );
    return [`moved by ${sum.toFixed(3)}: ${moved.join(' | ')}`];
  }, maxShift);
}

/** Parts with content but no height to show it, and main actions that can't be scrolled into view. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isFlat = (element: Element): boolean => {
      if (!isShown(element) || element.clientWidth < 2 || element.clientHeight > 15) return false;
      const { overflowY, clipPath } = getComputedStyle(element);
      // Content for screen readers only is clipped.
      return clipPath === 'none' && overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 15;
    };
    const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
    const root = [...dialogs].filter(isShown).at(-1) ?? document.body;
    const isMain = (button: Element) =>
      isShown(button) && !button.matches('[data-variant], :disabled, [data-disabled], [inert] *');
    const isOutOfReach = (button: Element): boolean => {
      button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return !hit || !button.contains(hit);
    };
    return [
      ...[...document.querySelectorAll('body *')].filter(isFlat).map((element) => `no height: ${nameOf(element)}`),
      ...[...root.querySelectorAll('.mantine-Button-root')]
        .filter(isMain)
        .filter(isOutOfReach)
        .map((button) => `out of reach: ${nameOf(button)}`),
    ];
  });

/** Selected elements that look like unselected ones in forced colours: they need an outline, a glyph or a word. */
export const indistinct = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const chosen =
      '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"]), [role="radio"][aria-checked="true"]';
    const hasLine = (element: Element) => {
      const { outlineStyle, outlineWidth, textDecorationLine } = getComputedStyle(element);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || textDecorationLine !== 'none';
    };
    return [...document.querySelectorAll(chosen)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !hasLine(element))
      .map((element) => `looks as if it were not chosen: ${nameOf(element)}`);
  });

/** Long words that overflow their box or the window. */
export const spills = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longWord = /\S{50}/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const isBox = ({ display }: CSSStyleDeclaration) => display !== 'inline' && display !== 'contents';
    const boxesOf = (text: Node): Element[] => {
      const boxes: Element[] = [];
      for (let box = text.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (isBox(style)) boxes.push(box);
        if (style.position === 'fixed') break;
      }
      return boxes;
    };
    const spillOf = (text: Node): string | undefined => {
      const range = document.createRange();
      range.selectNodeContents(text);
      let { left, right } = range.getBoundingClientRect();
      for (const box of boxesOf(text)) {
        const bounds = box.getBoundingClientRect();
        if (getComputedStyle(box).overflowX !== 'visible') {
          // What this box clips or scrolls isn't visible outside of it.
          left = Math.max(left, bounds.left);
          right = Math.min(right, bounds.right);
        } else if (right > bounds.right + 1 || left < bounds.left - 1)
          return `out of ${box.tagName.toLowerCase()}.${box.className}: ${Math.round(right - bounds.right)} px`;
      }
      return right > innerWidth + 1 || left < -1
        ? `out of the window: ${Math.round(right - innerWidth)} px`
        : undefined;
    };
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !longWord.test(text.nodeValue ?? '') || parent.closest('script, style')) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || parent.offsetWidth === 1)
        continue;
      const spill = spillOf(text);
      if (spill) found.push(`${(text.nodeValue ?? '').trim().slice(0, 20)}… ${spill}`);
    }
    return [...new Set(found)];
  });
