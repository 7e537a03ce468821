import type { HttpAssertion, HttpDataHandler } from '../assertion.ts';
import type { ResponseFacts } from '../response-view.ts';
import { mayCompareXml } from './body.ts';

/** Characters that all assertions and data handlers of a step may process on the event loop. */
const maxLightWork = 512 * 1024;
const headerCharacters = 16 * 1024;
/** Names, numbers and `*`: such a path visits no value twice. */
const simplePath = /^\s*\$(\.[\w-]+|\.\*|\[\*\]|\[-?\d+\]|\['[^'\\]*'\]|\["[^"\\]*"\])*\s*$/;

/**
 * isLightWork returns whether the assertions and data handlers of a step are certainly fast enough for the event loop:
 * plain comparisons and simple paths on bodies that are not large. Anything else belongs in a worker.
 */
export function isLightWork(
  { assertions, dataHandlers }: { assertions: readonly HttpAssertion[]; dataHandlers: readonly HttpDataHandler[] },
  { body }: Pick<ResponseFacts, 'body'>,
): boolean {
  let left = maxLightWork;
  for (const assertion of assertions) {
    if (assertion.enabled !== false) left -= costOfAssertion(assertion, body.bytes.length);
    if (left < 0) return false;
  }
  for (const handler of dataHandlers) {
    if (handler.enabled !== false) left -= costOfHandler(handler, body.bytes.length);
    if (left < 0) return false;
  }
  return true;
}

function costOfAssertion(assertion: HttpAssertion, bodyLength: number): number {
  const { kind, operator, expected, path = '' } = assertion;
  if (operator === 'schema' || operator === 'each' || mayCompareXml(assertion)) return Number.POSITIVE_INFINITY;
  const length = lengthOf(expected);
  const compared = (actual: number) => (operator === 'matches' ? costOfRegex(expected, actual) : actual + length);
  switch (kind) {
    case 'status':
    case 'responseTime':
    case 'size':
    case 'certificateDays':
      return compared(10);
    case 'header':
      return compared(headerCharacters);
    case 'body':
      return compared(bodyLength);
    case 'jsonPath':
      return simplePath.test(path.trim() || '$') ? compared(bodyLength) : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function costOfHandler({ source, path }: HttpDataHandler, bodyLength: number): number {
  switch (source) {
    case 'status':
      return 10;
    case 'header':
    case 'cookie':
      return headerCharacters;
    case 'body':
      return bodyLength;
    case 'regex':
      return costOfRegex(path, bodyLength);
    case 'jsonPath':
      return simplePath.test(path) ? bodyLength : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Linear in text and pattern; a repetition makes a pattern longer than written. */
function costOfRegex(pattern: unknown, textLength: number): number {
  if (typeof pattern !== 'string') return pattern === undefined ? 0 : Number.POSITIVE_INFINITY;
  return /[{}]/.test(pattern) ? Number.POSITIVE_INFINITY : (pattern.length + 10) * (textLength + 100);
}

function lengthOf(expected: unknown): number {
  if (typeof expected === 'string') return expected.length;
  if (expected === null || typeof expected !== 'object') return 10;
  const items = Array.isArray(expected) ? expected : Object.entries(expected).flat();
  // Nested lists and objects are no longer light work.
  return items.reduce<number>(
    (sum, item) => sum + (item !== null && typeof item === 'object' ? Number.POSITIVE_INFINITY : lengthOf(item)),
    10,
  );
}
