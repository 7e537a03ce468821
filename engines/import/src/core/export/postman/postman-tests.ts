import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { HttpStep } from '@touchstone/engine-http/core';
import { expectationOf, literal, prelude, readingOf } from './postman-expectations.ts';

type Checks = Pick<HttpStep, 'assertions' | 'dataHandlers'>;

const marker = '// touchstone:assertions ';
const end = '// touchstone:end';

/**
 * writePostmanTests writes assertions and data handlers as a Postman test script: `pm.test` and `pm.environment.set`.
 * Its second line contains them verbatim, so that `readPostmanTests` restores them exactly. Undefined if there are
 * none.
 */
export function writePostmanTests({ assertions, dataHandlers }: Checks): string | undefined {
  if (assertions.length + dataHandlers.length === 0) return undefined;
  const kept = { assertions: assertions.map(withoutId), dataHandlers: dataHandlers.map(withoutId) };
  return [
    '// Written by Touchstone. Imported again unchanged, these are assertions and data handlers; edited, they stay a script.',
    `${marker}${literal(kept)}`,
    '{',
    prelude,
    ...kept.dataHandlers.filter(isOn).map(handlerLine),
    ...kept.assertions.filter(isOn).map(testLine),
    '}',
    end,
  ].join('\n');
}

const isOn = ({ enabled }: { enabled?: boolean }): boolean => enabled !== false;

function withoutId<Part extends { id?: string }>({ id: _, ...part }: Part): Omit<Part, 'id'> {
  return part;
}

function handlerLine(handler: HttpDataHandler): string {
  const reading = readingOf(handler);
  const name = literal(handler.name);
  return reading === undefined
    ? `  // Postman cannot read ${literal(`${handler.source} ${handler.path}`)} for the variable ${name}.`
    : `  keep(${name}, () => ${reading});`;
}

function testLine(assertion: HttpAssertion): string {
  const name = literal(titleOf(assertion));
  const expectation = expectationOf(assertion);
  return expectation === undefined
    ? `  pm.test.skip(${name}, () => {});`
    : `  pm.test(${name}, () => { ${expectation}; });`;
}

const longestTitle = 120;

function titleOf({ kind, path, operator, expected }: HttpAssertion): string {
  const value = expected === undefined ? '' : ` ${typeof expected === 'string' ? expected : JSON.stringify(expected)}`;
  return `${kind}${path ? ` ${path}` : ''} ${operator}${value}`
    .replace(/\s+/g, ' ')
    .slice(0, longestTitle)
    .toWellFormed();
}

/**
 * readPostmanTests extracts the output of `writePostmanTests` from a script. Undefined if the script has none;
 * `isEdited` if it was changed since, in which case it stays in the script.
 */
export function readPostmanTests(script: string): (Checks & { rest: string; isEdited: boolean }) | undefined {
  const nothing = { assertions: [], dataHandlers: [], rest: script };
  const line = script.split('\n', 2)[1];
  if (!line?.startsWith(marker)) return undefined;
  try {
    const kept: unknown = JSON.parse(line.slice(marker.length));
    const written = isChecks(kept) ? writePostmanTests(kept) : undefined;
    if (!isChecks(kept) || written === undefined || !script.startsWith(written)) return { ...nothing, isEdited: true };
    const rest = script.slice(written.length);
    if (rest !== '' && !rest.startsWith('\n')) return { ...nothing, isEdited: true };
    return { assertions: kept.assertions, dataHandlers: kept.dataHandlers, rest: rest.slice(1), isEdited: false };
  } catch {
    return { ...nothing, isEdited: true };
  }
}

const isChecks = (value: unknown): value is Checks =>
  hasLists(value) &&
  value.assertions.every((item) => isText(item?.kind) && isText(item.operator)) &&
  value.dataHandlers.every((item) => isText(item?.name) && isText(item.source) && isText(item.path));

const hasLists = (
  value: unknown,
): value is { assertions: Partial<HttpAssertion>[]; dataHandlers: Partial<HttpDataHandler>[] } =>
  typeof value === 'object' &&
  value !== null &&
  'assertions' in value &&
  'dataHandlers' in value &&
  Array.isArray(value.assertions) &&
  Array.isArray(value.dataHandlers);

const isText = (value: unknown): value is string => typeof value === 'string';
