import type { ImportedStep } from '../imported-collection.ts';
import { type ConsumedPlace, type ConsumedValue, consumedValues } from './consumed-values.ts';
import { endsWith, isIdentifier, resourceOf, sameWords, segmentsOf, variableName } from './names.ts';
import { type ProducedValue, producedValues } from './produced-values.ts';

/** A response value used by another request, with the confidence and reason of the link. */
export interface AutomapLink {
  /** `path` is a JSONPath of the response body. */
  from: { stepId: string; path: string };
  /** `name` is the name of a parameter or header, a JSONPath of the body, or the path segment itself (`url`). */
  to: { stepId: string; in: ConsumedPlace; name: string };
  /** Name of the variable that carries the value; unique per value. */
  variable: string;
  /** From 0 to 1. */
  confidence: number;
  /** One sentence. */
  reason: string;
}

/** Automap is a proposed workflow of requests. */
export interface Automap {
  links: AutomapLink[];
  /** Step ids in an order in which values are produced before they are used, and deletions come last. */
  order: string[];
}

/** Links below this confidence are not proposed. */
export const minConfidence = 0.55;
/** Only the best matching values are considered; the others would only serve as fallbacks against cycles. */
const maxCandidates = 10;
const maxOfOneName = 200;
const createVerbs = /^(create|add|new|register|open|start|place|submit|post|insert|make|issue|book|upload)/i;
const tokenWords = ['token', 'jwt', 'bearer'];
const signInWords = /(log-?in|sign-?in|token|auth|session)/i;

/**
 * automap finds which response values are used by which other requests: by name, owner, type and recorded values. Links
 * never form a cycle. Works on the output of importers.
 */
export function automap(steps: readonly ImportedStep[]): Automap {
  const index = new ProducedIndex(steps.filter(({ method }) => method !== 'DELETE').flatMap(producedValues));
  const consumed = steps.map(consumedValues);
  const own = new Map(steps.map((step, at) => [step, namesOf(consumed[at] ?? [])]));
  const position = new Map(steps.map((step, at) => [step, at]));
  const candidates = consumed
    .flat()
    .map((to) => ({ to, from: candidatesOf(to, index.of(to), own, position) }))
    .filter(({ from }) => from.length > 0)
    .sort((a, b) => (b.from[0]?.score ?? 0) - (a.from[0]?.score ?? 0));
  const needs = new Map<ImportedStep, Set<ImportedStep>>(steps.map((step) => [step, new Set()]));
  const chosen: { to: ConsumedValue; from: Candidate }[] = [];
  for (const { to, from } of candidates) {
    const best = from.find(({ value }) => !reaches(needs, value.step, to.step));
    if (!best) continue;
    needs.get(to.step)?.add(best.value.step);
    chosen.push({ to, from: best });
  }
  const variables = nameVariables(chosen.map(({ from }) => from.value));
  const links = chosen
    .sort((a, b) => (position.get(a.to.step) ?? 0) - (position.get(b.to.step) ?? 0))
    .map(({ to, from: { value, score, reason } }) => ({
      from: { stepId: value.step.id, path: value.path },
      to: { stepId: to.step.id, in: to.in, name: to.name },
      variable: variables.get(value) ?? '',
      confidence: Math.round(Math.min(0.99, score) * 100) / 100,
      reason,
    }));
  return { links, order: orderOf(steps, needs, chosen) };
}

/** Narrows down the values that may match, so that large documents don't need pairwise comparison. */
class ProducedIndex {
  private readonly byName = new Map<string, ProducedValue[]>();
  private readonly byOwner = new Map<string, ProducedValue[]>();
  private readonly byValue = new Map<string, ProducedValue[]>();
  private readonly tokens: ProducedValue[] = [];

  constructor(values: readonly ProducedValue[]) {
    for (const value of values) {
      const { key, owners } = value;
      for (const name of new Set([key, ...owners.map((owner) => [...owner, ...key])].map(joined)))
        add(this.byName, name, value);
      if (isIdentifier(key) && key.length === 1)
        for (const end of new Set(owners.map((owner) => owner.at(-1) ?? ''))) add(this.byOwner, end, value);
      for (const observed of new Set(value.observed)) add(this.byValue, observed, value);
      if (tokenWords.includes(key.at(-1) ?? '')) this.tokens.push(value);
    }
  }

  of({ words, alsoCalled = [], value, in: where, onlyObserved }: ConsumedValue): ProducedValue[] {
    const seen = this.byValue.get(value) ?? [];
    if (onlyObserved) return seen;
    if (where === 'authentication') return [...new Set([...this.tokens, ...seen])];
    const named = [words, alsoCalled].flatMap((name) => [
      ...(this.byName.get(joined(name)) ?? []),
      ...(isIdentifier(name) ? (this.byOwner.get(name.at(-2) ?? '') ?? []) : []),
    ]);
    // A name that occurs in nearly every response is no evidence.
    return [...new Set(named.length > maxOfOneName ? seen : [...named, ...seen])];
  }
}

const joined = (words: readonly string[]): string => words.join(' ');
function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Names of the values that a request takes: in its body, and anywhere else. */
interface OwnNames {
  body: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

function namesOf(values: readonly ConsumedValue[]): OwnNames {
  const names = (isOfBody: boolean) =>
    new Set(values.filter((value) => (value.in === 'body') === isOfBody).map(({ words }) => joined(words)));
  return { body: names(true), others: names(false) };
}

interface Candidate {
  value: ProducedValue;
  score: number;
  reason: string;
}

function candidatesOf(
  to: ConsumedValue,
  produced: readonly ProducedValue[],
  own: ReadonlyMap<ImportedStep, OwnNames>,
  position: ReadonlyMap<ImportedStep, number>,
): Candidate[] {
  return produced
    .filter(({ step }) => step !== to.step)
    .flatMap((value): Candidate[] => {
      const seen = to.value !== '' && isDistinctive(to.value) && value.observed.includes(to.value);
      // Recordings are in order: a later response can't provide the value.
      if (seen && value.isRecorded && (position.get(value.step) ?? 0) > (position.get(to.step) ?? 0)) return [];
      const named = to.onlyObserved ? undefined : judgeNames(to, value, own);
      if (seen)
        return [
          {
            value,
            score: 0.9 + (named?.score ?? 0) / 10,
            reason: `${value.isRecorded ? 'The recorded response' : 'An example response'} of “${value.step.name}” has the same value at ${value.path}.`,
          },
        ];
      if (!named || value.isRecorded) return [];
      const score = named.score + typeScore(to, value);
      return score < minConfidence ? [] : [{ value, score, reason: named.reason }];
    })
    .sort((a, b) => b.score - a.score || (position.get(a.value.step) ?? 0) - (position.get(b.value.step) ?? 0))
    .slice(0, maxCandidates);
}

/** Values such as true, 1 or an empty string coincide by chance. */
const isDistinctive = (value: string): boolean =>
  value.length >= 6 || /^\d{3,}$/.test(value) || /^(?=.*\d)(?=.*[a-z]).{4,}$/i.test(value);

function judgeNames(
  to: ConsumedValue,
  value: ProducedValue,
  own: ReadonlyMap<ImportedStep, OwnNames>,
): { score: number; reason: string } | undefined {
  if (to.in === 'authentication') return judgeToken(value);
  const { key, owners, step } = value;
  const kinship = [to.words, to.alsoCalled ?? []].map((words) => kinshipOf(words, value)).sort((x, y) => y - x)[0] ?? 0;
  if (kinship === 0 || (to.mustOwn && kinship < kinships.own)) return undefined;
  // A request that takes the value can't be its source; a body field that comes back under the same name is only
  // echoed.
  const asked = own.get(step);
  if (asked?.others.has(joined(to.words)) || (kinship !== kinships.own && asked?.body.has(joined(to.words))))
    return undefined;
  const thing = (owners[0] ?? key).join(' ');
  const isSame = kinship === kinships.same;
  if (isCreation(value))
    return {
      score: kinship + (isSame ? 0.15 : 0.3),
      reason: isSame
        ? `“${step.name}” returns a value of the same name at ${value.path}.`
        : `“${step.name}” creates the ${thing} that ${describe(to)} names.`,
    };
  if (value.isOfList)
    return {
      score: kinship + 0.12,
      reason: `“${step.name}” lists what ${describe(to)} names. The first one is used.`,
    };
  return {
    score: kinship + (isSame ? 0 : step.method === 'GET' ? 0.1 : 0.05),
    reason: `“${step.name}” returns this value at ${value.path}.`,
  };
}

/**
 * How closely two names are related: the id of the entity itself, a field with the same name elsewhere, the id of an
 * entity with a longer name.
 */
const kinships = { own: 0.6, same: 0.45, near: 0.46 } as const;

function kinshipOf(words: readonly string[], { key, owners }: ProducedValue): number {
  if (words.length === 0 || (words.length === 1 && isIdentifier(words))) return 0;
  const isOwn = owners.some(
    (owner) =>
      sameWords([...owner, ...key], words) ||
      (sameWords(key, words) && key.length > 1 && endsWith(owner, key.slice(0, -1))),
  );
  if (isOwn) return kinships.own;
  if (sameWords(key, words)) return kinships.same;
  const isBareId = isIdentifier(key) && key.length === 1 && isIdentifier(words);
  return isBareId && owners.some((owner) => isNearName(owner, words.slice(0, -1))) ? kinships.near : 0;
}

/** Either name may be the longer one: a purchase order is an order. */
const isNearName = (a: readonly string[], b: readonly string[]): boolean => endsWith(a, b) || endsWith(b, a);

function judgeToken({ key, step, path }: ProducedValue): { score: number; reason: string } | undefined {
  const isToken =
    ['token', 'jwt', 'bearer'].includes(key.at(-1) ?? '') && !/refresh|csrf|reset|device|push/.test(key.join(' '));
  if (!isToken || !signInWords.test(`${step.url} ${step.name}`)) return undefined;
  return { score: 0.9, reason: `“${step.name}” returns a token at ${path}, and this request needs one.` };
}

const describe = ({ in: where, name }: ConsumedValue): string =>
  ({
    path: `path parameter ${name}`,
    url: `“${name}” in the address`,
    query: `query parameter ${name}`,
    header: `header ${name}`,
    body: `${name} of the body`,
    authentication: 'the token',
  })[where];

/** A request that creates what it returns: a single object, at the address of a collection. */
function isCreation({ step, isOfList }: ProducedValue): boolean {
  if (isOfList || step.method !== 'POST') return false;
  const last = segmentsOf(step.url).at(-1) ?? '';
  return (
    createVerbs.test(step.name) ||
    createVerbs.test(step.documentation?.operationId ?? '') ||
    resourceOf([last]).length > 0
  );
}

function typeScore(to: ConsumedValue, { type, format }: ProducedValue): number {
  if (format === 'date-time' || format === 'date') return to.format === format ? 0 : -0.4;
  const isNumber = (name: string | undefined) => name === 'integer' || name === 'number';
  if (to.type !== undefined && type !== undefined && to.in !== 'body' && isNumber(to.type) !== isNumber(type))
    return -0.3;
  if (to.format !== undefined && format !== undefined) return to.format === format ? 0.06 : -0.1;
  return to.type !== undefined && to.type === type ? 0.03 : 0;
}

/** Whether `from` depends on `to`, directly or transitively. */
function reaches(
  needs: ReadonlyMap<ImportedStep, ReadonlySet<ImportedStep>>,
  from: ImportedStep,
  to: ImportedStep,
): boolean {
  const seen = new Set<ImportedStep>();
  const open = [from];
  for (let step = open.pop(); step; step = open.pop()) {
    if (step === to) return true;
    if (seen.has(step)) continue;
    seen.add(step);
    open.push(...(needs.get(step) ?? []));
  }
  return false;
}

/** Gives each value a unique variable name. */
function nameVariables(values: readonly ProducedValue[]): Map<ProducedValue, string> {
  const names = new Map<ProducedValue, string>();
  const taken = new Set<string>();
  for (const value of values) {
    if (names.has(value)) continue;
    const owner = value.owners[0] ?? [];
    const wanted =
      variableName(isIdentifier(value.key) && value.key.length === 1 ? [...owner, ...value.key] : value.key) || 'value';
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    names.set(value, name);
  }
  return names;
}

/** Deletions come after all other requests that use the same value. */
function orderOf(
  steps: readonly ImportedStep[],
  needs: Map<ImportedStep, Set<ImportedStep>>,
  chosen: readonly { to: ConsumedValue; from: Candidate }[],
): string[] {
  for (const { to, from } of chosen)
    if (to.step.method === 'DELETE')
      for (const other of chosen)
        if (
          other.from.value === from.value &&
          other.to.step.method !== 'DELETE' &&
          !reaches(needs, other.to.step, to.step)
        )
          needs.get(to.step)?.add(other.to.step);
  const order: string[] = [];
  const done = new Set<ImportedStep>();
  const open = [...steps].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  while (open.length > 0) {
    const next = open.findIndex((step) => [...(needs.get(step) ?? [])].every((need) => done.has(need)));
    const [step] = open.splice(Math.max(0, next), 1);
    if (!step) break;
    done.add(step);
    order.push(step.id);
  }
  return order;
}
