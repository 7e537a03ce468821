import type { Step, Target } from '../step.ts';
import { findTarget, type Purpose } from './find-target.ts';
import { isQuoted, type Phrase, putBack } from './phrase.ts';

/** The meaning of a sentence: a keyword with its element and arguments. */
export interface Meaning {
  keyword: string;
  args?: Record<string, string>;
  target?: Target;
  steps?: Step[];
}

/** The parts of a sentence that a pattern matched. */
export interface Parts {
  /** A part as text, empty if it is missing. */
  text: (name: string) => string;
  /** A part as an element. */
  element: (name: string, purpose: Purpose) => Target;
  has: (name: string) => boolean;
  isQuoted: (name: string) => boolean;
}

/** A form of sentences; undefined means that the sentence doesn't have that form after all. */
export type Rule = [pattern: RegExp, meaning: (parts: Parts) => Meaning | undefined];

/** given returns parts of a sentence as arguments of the same names. */
export function given({ text, has }: Parts, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.filter(has).map((name) => [name, text(name)]));
}

/** Thrown if words can't be an element; the next rule is tried. */
class NoElement extends Error {}

/** applyRule returns a sentence's meaning by a rule, or undefined. */
export function applyRule([pattern, meaning]: Rule, phrase: Phrase): Meaning | undefined {
  const match = pattern.exec(phrase.text);
  if (!match) return undefined;
  const groups = match.groups ?? {};
  const parts: Parts = {
    text: (name) => putBack(groups[name] ?? '', phrase),
    has: (name) => groups[name] !== undefined,
    isQuoted: (name) => isQuoted(groups[name] ?? ''),
    element: (name, purpose) => {
      const target = findTarget(groups[name] ?? '', phrase, purpose);
      if (!target) throw new NoElement();
      return target;
    },
  };
  try {
    return meaning(parts);
  } catch (error) {
    if (error instanceof NoElement) return undefined;
    throw error;
  }
}
