import { type RequestMatcher, urlWeight } from '../match/request-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import type { CompiledStub } from '../stub-index/compiled-stub.ts';

/** Difference compares what one matcher of a stub expected with the request's value. */
export interface Difference {
  /** Member of the request pattern, for example `headers`. */
  part: string;
  name: string;
  operator: string;
  expected: string;
  /** Undefined if the request has no value there. */
  actual: string | undefined;
  isMatch: boolean;
  /** From 0 (a match) to 1 (as different as possible). */
  distance: number;
}

/** NearMiss is a stub that nearly matched. */
export interface NearMiss {
  stub: Stub;
  /** Weighted mean of the matchers' distances, from 0 to 1. */
  distance: number;
  differences: Difference[];
  /** The scenario state that an otherwise matching stub waits for, if that is why it was not chosen. */
  scenario?: { name: string; required: string; actual: string };
}

/** At most this many of the stubs around an address are compared in full. */
const maxJudged = 100;

/**
 * distanceOf returns the weighted mean of the distances of all parts, weighted as in WireMock. Once it must exceed
 * `most`, the remaining parts are skipped and the result only says that it is greater.
 */
export function distanceOf(matcher: RequestMatcher, request: RequestView, most = Number.POSITIVE_INFINITY): number {
  const maxSum = most * matcher.weight;
  let sum = roughDistance(matcher, request);
  for (const check of matcher.checks) {
    if (sum > maxSum) return Number.POSITIVE_INFINITY;
    sum += check.distance(request) * check.weight;
  }
  return sum / matcher.weight;
}

/** The contribution of address and method to the distance. */
const roughDistance = ({ url, method }: RequestMatcher, request: RequestView): number =>
  url.distance(request) * urlWeight + method.distance(request) * method.weight;

interface Ranked {
  compiled: CompiledStub;
  distance: number;
}

/**
 * rankNearMisses returns the nearest stubs first, at most `limit`. The `likely` ones are compared first, so that most
 * of those `around` are abandoned early; stubs that address and method already rule out are not compared in full.
 */
export function rankNearMisses(
  { likely, around }: { likely: readonly CompiledStub[]; around: readonly CompiledStub[] },
  request: RequestView,
  limit: number,
): NearMiss[] {
  const nearest: Ranked[] = [];
  const most = () => (nearest.length < limit ? Number.POSITIVE_INFINITY : nearest.at(-1)!.distance);
  const judge = (compiled: CompiledStub): void => {
    const distance = distanceOf(compiled.matcher, request, most());
    if (distance > most()) return;
    const ranked = { compiled, distance };
    const place = nearest.findIndex((other) => compareRanked(ranked, other) < 0);
    nearest.splice(place < 0 ? nearest.length : place, 0, ranked);
    nearest.length = Math.min(nearest.length, limit);
  };
  for (const compiled of likely) judge(compiled);
  const waiting = around
    .map((compiled) => ({ compiled, atLeast: roughDistance(compiled.matcher, request) / compiled.matcher.weight }))
    .filter(({ atLeast }) => atLeast <= most())
    .sort((a, b) => a.atLeast - b.atLeast)
    .slice(0, maxJudged);
  for (const { compiled, atLeast } of waiting) if (atLeast <= most()) judge(compiled);
  return nearest.map(({ compiled, distance }) => ({
    stub: compiled.stub,
    distance,
    differences: differencesOf(compiled.matcher, request),
  }));
}

const compareRanked = (a: Ranked, b: Ranked): number =>
  a.distance - b.distance || compareByDetail(a.compiled, b.compiled);

/** Of equally near stubs, the one with more checks comes first. */
const compareByDetail = (a: CompiledStub, b: CompiledStub): number =>
  b.matcher.checks.length - a.matcher.checks.length || b.sequence - a.sequence;

/** differencesOf lists what each matcher expected and the request's value, mismatches first. */
export function differencesOf(matcher: RequestMatcher, request: RequestView): Difference[] {
  const { url } = matcher;
  const isWhole = url.kind === 'url' || url.kind === 'urlPattern';
  const urlDistance = url.distance(request);
  const differences: Difference[] = [
    {
      part: url.kind === 'any' ? 'url' : url.kind,
      name: '',
      operator: url.kind,
      expected: url.expected,
      actual: isWhole ? request.request.url : request.path,
      isMatch: urlDistance === 0,
      distance: urlDistance,
    },
  ];
  for (const check of [matcher.method, ...matcher.checks]) {
    const distance = check.distance(request);
    differences.push({
      part: check.part,
      name: check.name,
      operator: check.operator,
      expected: check.expected,
      actual: check.actual(request),
      isMatch: check.test(request),
      distance,
    });
  }
  return differences.sort((a, b) => Number(a.isMatch) - Number(b.isMatch));
}

/** describeNearMiss formats a near miss as lines of text, for plain-text responses. */
export function describeNearMiss({ stub, distance, differences, scenario }: NearMiss): string {
  const head = `${stub.name ?? stub.id} (${Math.round((1 - distance) * 100)} % alike)`;
  const lines = differences
    .filter(({ isMatch }) => !isMatch)
    .map(({ part, name, operator, expected, actual }) => {
      const place = name === '' ? part : `${part} ${name}`;
      return `  ${place}: expected ${operator} ${shortened(expected)}, got ${actual === undefined ? 'nothing' : shortened(actual)}`;
    });
  if (scenario !== undefined)
    lines.push(`  scenario ${scenario.name}: expected state ${scenario.required}, it is ${scenario.actual}`);
  return [head, ...lines].join('\n');
}

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text);
