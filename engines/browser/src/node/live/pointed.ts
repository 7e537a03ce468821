import type { ElementHandle, Frame, Page } from 'playwright-core';
import { elementAt, focusedElement, meantElement } from './page/element-at.ts';

/** An element, and the frame that contains it. */
export interface Pointed {
  element: ElementHandle<Element>;
  frame: Frame;
}

const maxFrames = 10;

/** Where a frame's content starts, inside its border, in CSS pixels of the surrounding page. */
function innerCorner(element: Element): [number, number] {
  const { x, y } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return [
    x + element.clientLeft + Number.parseFloat(style.paddingLeft),
    y + element.clientTop + Number.parseFloat(style.paddingTop),
  ];
}

/**
 * pointedAt returns the innermost element at a point of a page, through frames and shadow trees; undefined if there is
 * none.
 */
export async function pointedAt(page: Page, x: number, y: number): Promise<Pointed | undefined> {
  let frame = page.mainFrame();
  let [left, top] = [x, y];
  for (let level = 0; level < maxFrames; level += 1) {
    const element = (await frame.evaluateHandle(elementAt, [left, top] as [number, number])).asElement();
    if (!element) return undefined;
    const inner = await element.contentFrame();
    if (!inner) return { element, frame };
    const [dx, dy] = await element.evaluate(innerCorner);
    [left, top, frame] = [left - dx, top - dy, inner];
  }
  return undefined;
}

/** focusedIn returns the focused element; undefined if there is none. */
export async function focusedIn(page: Page): Promise<Pointed | undefined> {
  let frame = page.mainFrame();
  for (let level = 0; level < maxFrames; level += 1) {
    const element = (await frame.evaluateHandle(focusedElement)).asElement();
    if (!element) return undefined;
    const inner = await element.contentFrame();
    if (!inner) return { element, frame };
    frame = inner;
  }
  return undefined;
}

/** meantBy returns the element that a click is meant for, such as the button around a text. */
export async function meantBy({ element, frame }: Pointed): Promise<Pointed> {
  const meant = (await element.evaluateHandle(meantElement)).asElement() as ElementHandle<Element> | null;
  return { element: meant ?? element, frame };
}
