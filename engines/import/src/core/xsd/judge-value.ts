import { builtInProblem, compareValues, digitsOf } from './built-in-types.ts';
import type { FacetStep, SimpleModel } from './schema-model.ts';
import { linearPattern } from './xsd-pattern.ts';

/** Bounds the work per message; once `isSpent`, the rest is not validated. */
export interface Budget {
  left: number;
}

const shownLimit = 60;
const patterns = new WeakMap<FacetStep, (((text: string) => boolean) | undefined)[]>();

/** judgeValue returns a sentence about why a text is not a value of a simple type; undefined if it is. */
export function judgeValue(model: SimpleModel, given: string, budget: Budget): string | undefined {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  const text = spaced(model, given);
  if (model.kind === 'list') {
    const items = text === '' ? [] : text.split(' ');
    for (const item of items) {
      const problem = judgeValue(model.item, item, budget);
      if (problem !== undefined) return problem;
    }
    return facetProblem(model.facets, { text, type: '', size: items.length, unit: 'items' });
  }
  if (model.kind === 'union') {
    const problems = model.members.map((member) => judgeValue(member, given, budget));
    if (problems.length > 0 && !problems.includes(undefined))
      return problems.length === 1 ? problems[0] : `${shown(given)} is of none of the types that are allowed here.`;
    return facetProblem(model.facets, { text, type: '', size: undefined, unit: '' });
  }
  const noun = builtInProblem(model.base, text);
  if (noun !== undefined) return `${shown(text)} is not ${noun}.`;
  return facetProblem(model.facets, { text, type: model.base, ...sizeOf(model.base, text) });
}

/** Normalizes white space according to the type: preserved, replaced or collapsed. */
function spaced(model: SimpleModel, text: string): string {
  const given = model.facets.findLast(({ whiteSpace }) => whiteSpace !== undefined)?.whiteSpace;
  const own = model.kind === 'atomic' ? ownSpace(model.base) : 'collapse';
  const rule = given ?? own;
  if (rule === 'preserve') return text;
  const replaced = text.replace(/[\t\n\r]/g, ' ');
  return rule === 'replace' ? replaced : replaced.replace(/ {2,}/g, ' ').replace(/^ | $/g, '');
}

function ownSpace(base: string): 'preserve' | 'replace' | 'collapse' {
  if (base === 'string' || base === 'anySimpleType' || base === 'anyAtomicType') return 'preserve';
  return base === 'normalizedString' ? 'replace' : 'collapse';
}

interface Value {
  text: string;
  type: string;
  size: number | undefined;
  unit: string;
}

function sizeOf(base: string, text: string): { size: number | undefined; unit: string } {
  if (base === 'hexBinary') return { size: text.length / 2, unit: 'bytes' };
  if (base === 'base64Binary') {
    const bare = text.replaceAll(' ', '');
    return { size: (bare.length / 4) * 3 - (bare.length - bare.replace(/=+$/, '').length), unit: 'bytes' };
  }
  return { size: base === 'QName' || base === 'NOTATION' ? undefined : [...text].length, unit: 'characters' };
}

function facetProblem(steps: readonly FacetStep[], value: Value): string | undefined {
  for (const step of steps) {
    const problem = enumerationProblem(step, value) ?? patternProblem(step, value) ?? lengthProblem(step, value);
    const found = problem ?? boundProblem(step, value) ?? digitProblem(step, value);
    if (found !== undefined) return `${shown(value.text)} ${found}.`;
  }
  return undefined;
}

function enumerationProblem({ enumeration }: FacetStep, { text, type }: Value): string | undefined {
  if (enumeration === undefined) return undefined;
  const isSame = (allowed: string) =>
    allowed === text || allowed.trim() === text || (type !== '' && compareValues(type, allowed, text) === 0);
  if (enumeration.some(isSame)) return undefined;
  const more = enumeration.length > 10 ? `, … (${enumeration.length} values)` : '';
  return `is not one of ${enumeration.slice(0, 10).map(shown).join(', ')}${more}`;
}

function patternProblem(step: FacetStep, { text }: Value): string | undefined {
  if (step.patterns === undefined) return undefined;
  const tests = patterns.get(step) ?? step.patterns.map(linearPattern);
  patterns.set(step, tests);
  // A pattern that can't be tested in linear time counts as matched.
  if (tests.some((test) => test === undefined || test(text))) return undefined;
  return `does not match ${step.patterns.slice(0, 3).join(' or ')}`;
}

function lengthProblem({ length, minLength, maxLength }: FacetStep, { size, unit }: Value): string | undefined {
  if (size === undefined) return undefined;
  if (length !== undefined && size !== length) return `has ${size} ${unit}, not ${length}`;
  if (minLength !== undefined && size < minLength) return `has ${size} ${unit}, fewer than ${minLength}`;
  if (maxLength !== undefined && size > maxLength) return `has ${size} ${unit}, more than ${maxLength}`;
  return undefined;
}

function boundProblem(step: FacetStep, { text, type }: Value): string | undefined {
  const than = (bound: string | undefined): number | undefined =>
    bound === undefined || type === '' ? undefined : compareValues(type, text, bound);
  if ((than(step.minInclusive) ?? 0) < 0) return `is less than ${step.minInclusive}`;
  if ((than(step.maxInclusive) ?? 0) > 0) return `is more than ${step.maxInclusive}`;
  if ((than(step.minExclusive) ?? 1) <= 0) return `is not more than ${step.minExclusive}`;
  if ((than(step.maxExclusive) ?? -1) >= 0) return `is not less than ${step.maxExclusive}`;
  return undefined;
}

function digitProblem({ totalDigits, fractionDigits }: FacetStep, { text }: Value): string | undefined {
  if (totalDigits === undefined && fractionDigits === undefined) return undefined;
  const digits = digitsOf(text);
  if (digits === undefined) return undefined;
  if (totalDigits !== undefined && digits.total > totalDigits) return `has more than ${totalDigits} digits`;
  if (fractionDigits !== undefined && digits.fraction > fractionDigits)
    return `has more than ${fractionDigits} digits behind the point`;
  return undefined;
}

/** shown formats a value for a message, shortened if it is long. */
export const shown = (text: string): string => `“${text.length > shownLimit ? `${text.slice(0, shownLimit)}…` : text}”`;
