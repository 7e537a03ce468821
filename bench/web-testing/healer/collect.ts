import {
  candidateCriteriaOf,
  elementAt,
  locatorFor,
  pick,
  printOf,
  printsLike,
} from '@touchstone/engine-browser/testing';
import { type ElementPrint, readPrint } from '@touchstone/engine-heal/core';
import type { ElementHandle, JSHandle, Page } from 'playwright-core';
import type { Case, PageCases } from './cases.ts';

/** An element of the first version, with the locators that a recording stores. */
export interface Known {
  print: ElementPrint;
  ways: Awaited<ReturnType<typeof pick>>['target']['locators'];
}

/** knownOf returns what a recording stores of an element. */
export async function knownOf(element: ElementHandle<Element>, page: Page): Promise<Known> {
  const print = await element.evaluate(printOf);
  const { target } = await pick(element, page.mainFrame());
  return { print: readPrint(print)!, ways: target.locators };
}

/** CaseCollector records what the other version of a page has for each known element. */
export class CaseCollector {
  readonly result: PageCases;
  readonly #page: Page;
  readonly #places = new Map<string, number>();

  constructor(page: Page, about: Pick<PageCases, 'family' | 'page' | 'change'>) {
    this.#page = page;
    this.result = { ...about, prints: [], cases: [] };
  }

  /** `truth` is the element in this version; null if there is none. */
  async add({ print, ways }: Known, truth: JSHandle<Element | null>): Promise<void> {
    const root = this.#page.locator('html');
    const found = await root.evaluate(printsLike, candidateCriteriaOf(print));
    const candidates = found.map(({ print: other, at }) => this.#indexOf(at.join('.'), other));
    const element = truth.asElement() as ElementHandle<Element> | null;
    const place =
      element &&
      (await this.#placeOf(
        element,
        found.map(({ at }) => at),
      ));
    const results: Case['ways'] = [];
    for (const way of ways) results.push(await this.#tell(way, element));
    const isFound = element !== null && place !== null && place >= 0;
    this.result.cases.push({
      known: print,
      candidates,
      truth: isFound ? candidates[place]! : element ? -1 : null,
      ways: results,
    });
  }

  #indexOf(place: string, print: ElementPrint): number {
    const known = this.#places.get(place);
    if (known !== undefined) return known;
    this.#places.set(place, this.result.prints.length);
    return this.result.prints.push(print) - 1;
  }

  async #placeOf(element: ElementHandle<Element>, places: number[][]): Promise<number> {
    const find = new Function(
      'element',
      'places',
      `const at = ${elementAt}; return places.findIndex((place) => at(document.documentElement, place) === element);`,
    ) as (element: Element, places: number[][]) => number;
    return element.evaluate(find, places);
  }

  async #tell(way: Known['ways'][number], truth: ElementHandle<Element> | null): Promise<Case['ways'][number]> {
    try {
      const found = locatorFor(this.#page, way);
      if ((await found.count()) !== 1) return 'none';
      const isSame = await found.evaluate((one, other) => one === other, truth);
      return isSame ? 'right' : 'wrong';
    } catch {
      return 'none';
    }
  }
}
