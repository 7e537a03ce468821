import { readPlaywrightTarget, type Target, toLocatorText, type Locator as Way } from '@touchstone/engine-keyword/core';
import type { ElementHandle, Frame, Locator } from 'playwright-core';
import { printOf } from '../heal/page/prints.ts';
import { locatorFor } from '../locate.ts';
import { cssPath, ownSelectors, xPath } from './page/paths.ts';
import { type ElementFacts, readFacts } from './page/read-facts.ts';

/** A locator for an element, and how many elements it finds; 1 is the element itself. */
export interface FoundWay {
  way: Way;
  count: number;
}

/** An element that was pointed at. */
export interface Picked {
  /** With the locators that find only this element. */
  target: Target;
  /** All locators, including those that find several elements. */
  ways: FoundWay[];
  facts: ElementFacts;
  /** In CSS pixels of the displayed page. */
  box: ElementFacts['box'];
}

/** Selectors of an element. */
export interface Paths {
  /** The most durable first; the last one is the path through the tree. */
  css: string[];
  /** Empty in shadow trees. */
  xpath: string;
}

/** What page functions run on: an element handle or a locator. */
interface Asked {
  evaluate(body: (element: Element) => unknown): Promise<unknown>;
}

/** pathsOf returns an element's selectors. */
export async function pathsOf(element: Asked): Promise<Paths> {
  const [own, path, xpath] = await Promise.all([
    element.evaluate(ownSelectors) as Promise<string[]>,
    element.evaluate(cssPath) as Promise<string>,
    element.evaluate(xPath) as Promise<string>,
  ]);
  return { css: [...own, path], xpath };
}

const maxWays = 6;
const longestName = 80;

/** pick finds every locator for a frame's element. Text typed into fields is left out, except in `facts.value`. */
export async function pick(element: ElementHandle<Element>, frame: Frame): Promise<Picked> {
  const [facts, print, paths, frames, box] = await Promise.all([
    element.evaluate(readFacts),
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
    locators: only.slice(0, maxWays),
    frame: frames,
    fingerprint: { ...print },
  };
  const shown = facts.type === 'password' ? { ...facts, value: '' } : facts;
  return { target, ways, facts: shown, box: box ?? facts.box };
}

/** namedWay returns the locator that Playwright recommends, by role and accessible name; undefined if there is none. */
export async function namedWay(element: Locator): Promise<Way | undefined> {
  try {
    return readPlaywrightTarget(String(await element.normalize()))?.locators[0];
  } catch {
    return undefined;
  }
}

/** waysOf yields every locator for an element, from what users see to what only developers see. */
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

/**
 * Locators in their usual order, without duplicates, with the number of elements that each finds; those that miss the
 * element are left out.
 */
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

/** The frames around a frame, outermost first, each by its first unique locator. */
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

/**
 * nameOf returns what people would call an element. Text with a number in it reflects today's data, so it names the
 * element only as a last resort.
 */
export function nameOf(facts: ElementFacts, named: Way | undefined): string {
  const { label, text, placeholder, attributes, tag, options, isEditable } = facts;
  const shown = options.length > 0 || isEditable ? '' : text;
  const own = attributes['data-testid'] || attributes.id || attributes.name || '';
  const isToday = named?.name === undefined && /\d/.test(shown) && own !== '';
  const name = named?.name || label || (isToday ? own : shown) || placeholder || attributes.title || attributes.alt;
  const whole = name || own || tag;
  return whole.length > longestName ? `${whole.slice(0, longestName - 1).trimEnd()}…` : whole;
}
