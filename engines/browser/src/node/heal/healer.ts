import { type ElementPrint, looksTheSame, readPrint } from '@touchstone/engine-heal/core';
import type { Healing, Target } from '@touchstone/engine-keyword/core';
import type { Located, Scope } from '../locate.ts';
import { findSimilar, isAt, type Similar } from './find-similar.ts';
import { printOf } from './page/prints.ts';

/** What a session does when no locator finds an element. */
export interface HealingOptions {
  /** Whether a step continues with the element that is certainly the same; otherwise it only reports similar ones. */
  continues: boolean;
}

/** Extra time of a step that searches for similar elements, and time to continue with one, in milliseconds. */
export const healingMs = { searching: 6000, continuing: 5000 } as const;
/** A known element is learned again after this time, in milliseconds. */
const freshMs = 24 * 60 * 60 * 1000;
const learningMs = 2000;

/**
 * Healer recognizes elements, and learns them while their locators find them: each element of a page once per session,
 * and at most once a day.
 */
export class Healer {
  readonly options: HealingOptions;
  readonly #learnt = new Set<string>();
  constructor(options: HealingOptions) {
    this.options = options;
  }

  /** Searches for a target's element; undefined if nothing is known of it, or the page doesn't respond. */
  async similar(scope: Scope, target: Target): Promise<Similar | undefined> {
    const known = readPrint(target.fingerprint);
    if (!known) return undefined;
    try {
      return await findSimilar(scope, known, target);
    } catch {
      return undefined;
    }
  }

  /**
   * The element that is certainly a target's, when one of its later locators has found another one; the first locator
   * is trusted.
   */
  async doubt(scope: Scope, target: Target, { locator, way }: Located): Promise<Similar | undefined> {
    const known = way === target.locators[0] ? undefined : readPrint(target.fingerprint);
    const now = known && (await locator.evaluate(printOf, undefined, { timeout: learningMs }).catch(() => undefined));
    if (!known || !now || looksTheSame(known, now)) return undefined;
    const similar = await this.similar(scope, target);
    if (similar?.verdict !== 'same') return undefined;
    const isSame = await locator.evaluate(isAt, similar.at, { timeout: learningMs }).catch(() => true);
    return isSame ? undefined : similar;
  }

  /**
   * Learns an element that a locator has found, unless that was done within a day. An element found by a later locator
   * is not learned if it shows something else: it may be a different one.
   */
  async learn({ locator, way }: Located, target: Target, address: string): Promise<ElementPrint | undefined> {
    const known = readPrint(target.fingerprint);
    const key = JSON.stringify([address, target.locators, target.frame]);
    if (Date.now() - Date.parse(known?.seenAt ?? '') < freshMs || this.#learnt.has(key)) return undefined;
    this.#learnt.add(key);
    try {
      const print = await locator.evaluate(printOf, undefined, { timeout: learningMs });
      if (known && way !== target.locators[0] && !looksTheSame(known, print)) return undefined;
      return { ...print, seenAt: new Date().toISOString() };
    } catch {
      return undefined;
    }
  }
}

/**
 * healingSentence reports what was found in place of an element; `isFound`: a later locator has found another one,
 * which the step acted on.
 */
export function healingSentence({ verdict, isUsed, suspects: [first] }: Healing, isFound: boolean): string {
  if (!first || verdict === 'gone') return 'Nothing like it is on the page any more.';
  const name = `"${first.target.name}" (${Math.floor(first.probability * 100)} %)`;
  if (isUsed) return `Its locators did not find it, so the step went on with ${name}, which is surely the same.`;
  if (isFound) return `Only a later locator found an element, and another one is surely the right one: ${name}.`;
  return verdict === 'same' ? `It is surely ${name} now.` : `It may be ${name} now.`;
}
