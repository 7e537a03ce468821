import { type ElementPrint, findAgain, type Match, verdictLimits } from '@touchstone/engine-heal/core';
import type { Healing, Suspect, Target, Locator as Way } from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { namedWay, nameOf, pathsOf, waysOf } from '../live/find-ways.ts';
import { cssPath } from '../live/page/paths.ts';
import { readFacts } from '../live/page/read-facts.ts';
import { locatorFor, type Scope } from '../locate.ts';
import { candidateCriteriaOf } from './candidate-criteria.ts';
import { elementAt, type PlacedPrint, printsLike } from './page/prints.ts';

/** Elements that are listed, and their minimum probability. */
const shown = { most: 3, probability: 0.02 } as const;
const maxWays = 6;
/** Timeout of one query to the page, in milliseconds. */
const timeoutMs = 4000;
const time = { timeout: timeoutMs };

/** Similar elements, and the first of them on the page, with its index path there. */
export interface Similar extends Omit<Healing, 'isUsed'> {
  element: Locator | undefined;
  at: number[];
}

/** In the page: the CSS path of the element at an index path. */
const pathAt = new Function(
  'root',
  'at',
  `const element = (${elementAt})(root, at); return element && (${cssPath})(element);`,
) as (root: Element, at: number[]) => string | null;

/** In the page: whether an element is the one at an index path. */
export const isAt = new Function(
  'element',
  'at',
  `return (${elementAt})(element.ownerDocument.documentElement, at) === element;`,
) as (element: Element, at: number[]) => boolean;

/** findSimilar searches all elements that the page has now for the known one; `target` supplies its name and frames. */
export async function findSimilar(scope: Scope, known: ElementPrint, target: Target): Promise<Similar> {
  const root = locatorFor(scope, { by: 'css', value: 'html' });
  const placed = await root.evaluate(printsLike, candidateCriteriaOf(known), time);
  const finding = findAgain(
    known,
    placed.map(({ print }) => print),
  );
  const suspects: Suspect[] = [];
  let element: Locator | undefined;
  let at: number[] = [];
  for (const match of finding.matches.slice(0, shown.most)) {
    const one = placed[match.index];
    if (!one || match.probability < shown.probability) break;
    const css = await root.evaluate(pathAt, one.at, time);
    if (css === null) continue;
    const found = locatorFor(scope, { by: 'css', value: css });
    if (suspects.length === 0) {
      element = found;
      at = one.at;
      if (match.probability >= verdictLimits.gone) await found.scrollIntoViewIfNeeded(time).catch(() => undefined);
    }
    suspects.push(await suspectOf({ scope, found, placed: one, match, target }));
  }
  return { verdict: finding.verdict, suspects, element, at };
}

interface Found {
  scope: Scope;
  found: Locator;
  placed: PlacedPrint;
  match: Match;
  target: Target;
}

async function suspectOf({ scope, found, placed, match, target }: Found): Promise<Suspect> {
  const [facts, paths, named, box] = await Promise.all([
    found.evaluate(readFacts, undefined, time),
    pathsOf(found),
    namedWay(found),
    found.boundingBox(time).catch(() => null),
  ]);
  const locators: Way[] = [];
  for (const way of waysOf(facts, paths, named))
    if (locators.length < maxWays && (await finds(scope, way, placed.at))) locators.push(way);
  const print = { ...placed.print, seenAt: new Date().toISOString() };
  return {
    target: { name: nameOf(facts, named), locators, frame: target.frame, fingerprint: { ...print } },
    probability: match.probability,
    evidence: match.evidence,
    box,
  };
}

/** Whether a locator finds the element at the index path, and only that one. */
async function finds(scope: Scope, way: Way, at: number[]): Promise<boolean> {
  try {
    const locator = locatorFor(scope, way);
    return (await locator.count()) === 1 && (await locator.evaluate(isAt, at, time));
  } catch {
    return false;
  }
}
