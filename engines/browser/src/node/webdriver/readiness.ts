import type { ElementReference } from './client.ts';
import type { PageTools } from './page-tools.ts';

/** A point in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Where to press an element: an offset from the centre of its visible part, as in WebDriver. */
export interface PressPoint extends Point {
  element: ElementReference;
}

/** What an element is needed for. */
export interface Wanted {
  states: string[];
  /** Where the mouse should be, relative to the element's corner, and why. */
  mouse?: { at: Point; action: 'hover' | 'mouse' };
}

/** The point with the best visibility. */
export const middle: Point = { x: -1, y: -1 };

/**
 * readiness returns what an element lacks to be actionable, or where it can be pressed; it runs in the page. It names
 * what covers the element, as other engines do. If something covers it only after this check, the page gets no mouse
 * events.
 */
export async function readiness(
  tools: PageTools,
  selector: string,
  { states, mouse }: Wanted,
): Promise<{ wait: string } | { press: PressPoint | null }> {
  const [element, ...others] = tools.find(selector);
  if (!element) return { wait: 'waiting for the element' };
  if (others.length > 0) throw new Error(`strict mode violation: ${others.length + 1} elements`);
  const lacks = await tools.checkElementStates(element, states, true);
  if (lacks === 'error:notconnected') return { wait: 'element was detached from the DOM' };
  if (lacks) return { wait: `element is not ${lacks.missingState}` };
  if (!mouse) return { press: null };
  if ((await tools.viewportRatio(element)) < 1)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [shown] = element.getClientRects();
  if (!shown) return { wait: 'element is not visible' };
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const center = {
    x: (clamp(shown.left, innerWidth) + clamp(shown.right, innerWidth)) / 2,
    y: (clamp(shown.top, innerHeight) + clamp(shown.bottom, innerHeight)) / 2,
  };
  const box = element.getBoundingClientRect();
  const point =
    mouse.at.x < 0
      ? center
      : { x: box.left + element.clientLeft + mouse.at.x, y: box.top + element.clientTop + mouse.at.y };
  if (point.x < 0 || point.y < 0 || point.x > innerWidth || point.y > innerHeight)
    return { wait: 'element is outside of the viewport' };
  const watch = tools.setupHitTargetInterceptor(element, mouse.action, point, false);
  if (typeof watch === 'string')
    return { wait: watch.startsWith('error:') ? 'element was detached' : `${watch} intercepts pointer events` };
  tools.mouseWatch = watch;
  // The page passes an element to the session as it is.
  const press: unknown = { element, x: point.x - center.x, y: point.y - center.y };
  return { press: press as PressPoint };
}
