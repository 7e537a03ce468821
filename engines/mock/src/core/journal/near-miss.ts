import { type Check, fixedWeight, type RequestMatcher, urlWeight } from '../match/request-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import type { CompiledStub } from '../stub-index/compiled-stub.ts';

/** Difference says what one matcher of a stub expected and what the request has. */
export interface Difference {
  /** Member of the request pattern, such as `headers`. */
  part: string;
  name: string;
  operator: string;
  expected: string;
  /** Undefined where the request has nothing there. */
  actual: string | undefined;
  isMatch: boolean;
  /** 0 is a match, 1 is as far away as can be. */
  distance: number;
}

/** NearMiss is a stub that nearly matched. */
export interface NearMiss {
  stub: Stub;
  /** Weighted mean of the distances of its matchers, from 0 to 1. */
  distance: number;
  differences: Difference[];
  /** The state that a matching stub is waiting for, where that is why it was not chosen. */
  scenario?: { name: string; required: string; actual: string };
}

/** Looks at the stubs that are this many places nearest by address and method only. */
const fullyJudged = 40;

/** distanceOf is the weighted mean of the distances of all parts, as WireMock weighs them. */
export function distanceOf(matcher: RequestMatcher, request: RequestView): number {
  let sum = matcher.url.distance(request) * urlWeight + matcher.method.distance(request) * matcher.method.weight;
  let weight = fixedWeight;
  for (const check of matcher.checks) {
    sum += check.distance(request) * check.weight;
    if (!isFixed(check)) weight += check.weight;
  }
  return sum / weight;
}

const isFixed = ({ part }: Check): boolean => ['scheme', 'host', 'port', 'clientIp'].includes(part);

/** rankNearMisses gives the nearest stubs first, at most `limit`. */
export function rankNearMisses(stubs: readonly CompiledStub[], request: RequestView, limit: number): NearMiss[] {
  const rough = stubs.map((compiled) => {
    const { url, method } = compiled.matcher;
    return { compiled, rough: url.distance(request) * urlWeight + method.distance(request) * method.weight };
  });
  rough.sort((a, b) => a.rough - b.rough);
  // Stubs as far away as the last one that is judged are judged too, so that ties do not decide.
  const bound = rough[fullyJudged]?.rough ?? Number.POSITIVE_INFINITY;
  const nearest = rough.filter(
    (item, index) => index < fullyJudged || (item.rough <= bound && index < fullyJudged * 10),
  );
  return nearest
    .map(({ compiled }) => ({ compiled, distance: distanceOf(compiled.matcher, request) }))
    .sort((a, b) => a.distance - b.distance || compareByDetail(a.compiled, b.compiled))
    .slice(0, limit)
    .map(({ compiled, distance }) => ({
      stub: compiled.stub,
      distance,
      differences: differencesOf(compiled.matcher, request),
    }));
}

/** Of stubs that are as near, the one that says more about the request was meant. */
const compareByDetail = (a: CompiledStub, b: CompiledStub): number =>
  b.matcher.checks.length - a.matcher.checks.length || b.sequence - a.sequence;

/** differencesOf lists what each matcher expected and what the request has, those that differ first. */
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

/** describeNearMiss writes a near miss as lines of text, for answers without a page. */
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
