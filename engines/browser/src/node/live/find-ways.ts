import { readPlaywrightTarget, type Target, toLocatorText, type Locator as Way } from '@touchstone/engine-keyword/core';
import type { ElementHandle, Frame, Locator } from 'playwright-core';
import { printOf } from '../heal/page/prints.ts';
import { locatorFor } from '../locate.ts';
import { type ElementFacts, lookAt } from './page/look-at.ts';
import { cssPath, ownSelectors, xPath } from './page/paths.ts';

/** A way to find an element, and how many elements it finds; 1 is the element itself. */
export interface FoundWay {
  way: Way;
  count: number;
}

/** An element that was pointed at. */
export interface Picked {
  /** With the ways that find nothing else. */
  target: Target;
  /** All ways, with those that find several. */
  ways: FoundWay[];
  facts: ElementFacts;
  /** In CSS pixels of the page as it is shown. */
  box: ElementFacts['box'];
}

/** What selectors lead to an element. */
export interface Paths {
  /** That which lasts longest first; the last one is the path through the tree. */
  css: string[];
  /** Empty within shadow trees. */
  xpath: string;
}

/** What functions of the page are asked about: a handle of an element, or a locator that finds one. */
interface Asked {
  evaluate(body: (element: Element) => unknown): Promise<unknown>;
}

/** pathsOf gives the selectors that lead to an element. */
export async function pathsOf(element: Asked): Promise<Paths> {
  const [own, path, xpath] = await Promise.all([
    element.evaluate(ownSelectors) as Promise<string[]>,
    element.evaluate(cssPath) as Promise<string>,
    element.evaluate(xPath) as Promise<string>,
  ]);
  return { css: [...own, path], xpath };
}

const mostWays = 6;
const longestName = 80;

/** pick finds every way to an element of a frame. What is typed into fields is no part of it, but for `facts.value`. */
export async function pick(element: ElementHandle<Element>, frame: Frame): Promise<Picked> {
  const [facts, print, paths, frames, box] = await Promise.all([
    element.evaluate(lookAt),
    element.evaluate(printOf),
    pathsOf(element),
    waysOfFrames(frame),
    element.boundingBox(),
  ]);
  const path = paths.css.at(-1);
  const named = path === undefined ? undefined : await namedWay(frame.locator(`css=${path}`));
  const ways = await counted([...waysOf(facts, paths, named)], element, frame);
  const only = ways.filter(({ count }) => count === 1).map(({ way }) => way);
  const target: Target = {
    name: nameOf(facts, named),
    locators: only.slice(0, mostWays),
    frame: frames,
    fingerprint: { ...print },
  };
  const shown = facts.type === 'password' ? { ...facts, value: '' } : facts;
  return { target, ways, facts: shown, box: box ?? facts.box };
}

/** namedWay is the way that Playwright recommends, which knows roles and names as assistive technology does; undefined where it knows none. */
export async function namedWay(element: Locator): Promise<Way | undefined> {
  try {
    return readPlaywrightTarget(String(await element.normalize()))?.locators[0];
  } catch {
    return undefined;
  }
}

/** waysOf gives every way to an element, from what a user sees to what only a developer sees. */
export function* waysOf(facts: ElementFacts, { css, xpath }: Paths, named: Way | undefined): Generator<Way> {
  const { attributes, label, placeholder, text } = facts;
  if (named?.by === 'role') yield named;
  const testId = attributes['data-testid'];
  if (testId) yield { by: 'testid', value: testId };
  if (label && /^(?:input|select|textarea|meter|progress|output|button)$/.test(facts.tag))
    yield { by: 'label', value: label };
  if (placeholder) yield { by: 'placeholder', value: placeholder };
  if (named && named.by !== 'role' && named.by !== 'testid') yield named;
  if (text && text.length <= longestName && !facts.isEditable && facts.options.length === 0) {
    yield { by: 'text', value: text };
    yield { by: 'text', value: text, exact: true };
  }
  for (const value of css) yield { by: 'css', value };
  if (xpath) yield { by: 'xpath', value: xpath };
}

/** Ways in their usual order, each once, with the number of elements that they find; those that miss the element are left out. */
async function counted(ways: readonly Way[], element: ElementHandle<Element>, frame: Frame): Promise<FoundWay[]> {
  const order = ['role', 'testid', 'label', 'placeholder', 'text', 'css', 'xpath'];
  const each = new Map(ways.map((way) => [toLocatorText(way), way]));
  const sorted = [...each.values()].sort((a, b) => order.indexOf(a.by) - order.indexOf(b.by));
  const found = await Promise.all(
    sorted.map(async (way): Promise<FoundWay[]> => {
      try {
        const [count, holds] = await locatorFor(frame, way).evaluateAll(
          (elements, wanted) => [elements.length, (elements as Element[]).includes(wanted as Element)] as const,
          element,
        );
        return holds ? [{ way, count }] : [];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

/** The frames around a frame, from the outermost, each by the first way that finds nothing else. */
async function waysOfFrames(frame: Frame): Promise<Way[]> {
  const found: Way[] = [];
  for (let inner = frame, outer = frame.parentFrame(); outer; inner = outer, outer = outer.parentFrame()) {
    const element = (await inner.frameElement()) as ElementHandle<Element>;
    const { css, xpath } = await pathsOf(element);
    const paths: Way[] = css.map((value) => ({ by: 'css', value }));
    const ways = await counted(xpath ? [...paths, { by: 'xpath', value: xpath }] : paths, element, outer);
    const only = ways.find(({ count }) => count === 1);
    if (only) found.unshift(only.way);
  }
  return found;
}

/** nameOf is what people call an element. A text with a number in it is what the element shows today, and names it only where nothing else does. */
export function nameOf(facts: ElementFacts, named: Way | undefined): string {
  const { label, text, placeholder, attributes, tag, options, isEditable } = facts;
  const shown = options.length > 0 || isEditable ? '' : text;
  const own = attributes['data-testid'] || attributes.id || attributes.name || '';
  const isToday = named?.name === undefined && /\d/.test(shown) && own !== '';
  const name = named?.name || label || (isToday ? own : shown) || placeholder || attributes.title || attributes.alt;
  const whole = name || own || tag;
  return whole.length > longestName ? `${whole.slice(0, longestName - 1).trimEnd()}…` : whole;
}
