import type { ElementHandle, Frame, Page } from 'playwright-core';
import { elementAt, focusedElement, meantElement } from './page/element-at.ts';

/** An element, and the frame that it lies in. */
export interface Pointed {
  element: ElementHandle<Element>;
  frame: Frame;
}

const mostFrames = 10;

/** What lies within the border of a frame begins here, in CSS pixels of the page around it. */
function innerCorner(element: Element): [number, number] {
  const { x, y } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return [
    x + element.clientLeft + Number.parseFloat(style.paddingLeft),
    y + element.clientTop + Number.parseFloat(style.paddingTop),
  ];
}

/** pointedAt gives the innermost element at a place of a page, through frames and shadow trees; undefined where there is none. */
export async function pointedAt(page: Page, x: number, y: number): Promise<Pointed | undefined> {
  let frame = page.mainFrame();
  let [left, top] = [x, y];
  for (let level = 0; level < mostFrames; level += 1) {
    const element = (await frame.evaluateHandle(elementAt, [left, top] as [number, number])).asElement();
    if (!element) return undefined;
    const inner = await element.contentFrame();
    if (!inner) return { element, frame };
    const [dx, dy] = await element.evaluate(innerCorner);
    [left, top, frame] = [left - dx, top - dy, inner];
  }
  return undefined;
}

/** focusedIn gives the element that has the keyboard; undefined where none has. */
export async function focusedIn(page: Page): Promise<Pointed | undefined> {
  let frame = page.mainFrame();
  for (let level = 0; level < mostFrames; level += 1) {
    const element = (await frame.evaluateHandle(focusedElement)).asElement();
    if (!element) return undefined;
    const inner = await element.contentFrame();
    if (!inner) return { element, frame };
    frame = inner;
  }
  return undefined;
}

/** meantBy gives what a click on an element is meant for, such as the button around a text. */
export async function meantBy({ element, frame }: Pointed): Promise<Pointed> {
  const meant = (await element.evaluateHandle(meantElement)).asElement() as ElementHandle<Element> | null;
  return { element: meant ?? element, frame };
}
