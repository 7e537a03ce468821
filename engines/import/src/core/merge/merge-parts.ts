import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { HttpBody, KeyValue } from '@touchstone/engine-http/core';
import type { SavedExample } from '../documentation.ts';
import type { ImportedStep } from '../imported-collection.ts';

/** Parts of a request that are merged separately. */
export type RequestPart =
  | 'name'
  | 'group'
  | 'method'
  | 'url'
  | 'headers'
  | 'queryParams'
  | 'pathParams'
  | 'body'
  | 'authentication'
  | 'assertions'
  | 'dataHandlers'
  | 'settings'
  | 'preRequestScript'
  | 'testScript'
  | 'description'
  | 'documentation'
  | 'examples';

interface Three<Value> {
  previous: Value;
  current: Value;
  imported: Value;
}

/** Whose value wins if both sides changed it. */
type Side = 'user' | 'document';

/** Merged is a value with the outcome of its merge. */
export interface Merged<Value> {
  value: Value;
  /** Whether the document's change was applied. */
  isChanged: boolean;
  /** Whether both sides changed it differently; the user's value wins unless the document's was chosen. */
  isConflict: boolean;
}

/** canonical serializes a value so that equal values give equal strings; the product's ids and defaults are ignored. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value, false)) ?? '';

/** Members whose values are not the product's: a property named `id` in a schema counts. */
const foreign = new Set(['documentation', 'expected', 'schema']);

function ordered(value: unknown, isForeign: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => ordered(item, isForeign));
  const isIgnored = (key: string, item: unknown) => key === 'id' || (key === 'enabled' && item === true);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => isForeign || !isIgnored(key, item))
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, ordered(item, isForeign || foreign.has(key))]),
  );
}

const areEqual = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right);

function mergeWhole<Value>({ previous, current, imported }: Three<Value>, side: Side): Merged<Value> {
  if (areEqual(previous, imported) || areEqual(current, imported))
    return { value: current, isChanged: false, isConflict: false };
  if (areEqual(previous, current)) return { value: imported, isChanged: true, isConflict: false };
  return { value: side === 'user' ? current : imported, isChanged: false, isConflict: true };
}

/** Merges lists item by item; `keyOf` identifies items. */
function mergeList<Item extends object>(
  three: Three<Item[]>,
  keyOf: (item: Item) => string,
  side: Side,
): Merged<Item[]> {
  if (areEqual(three.previous, three.imported)) return { value: three.current, isChanged: false, isConflict: false };
  const previous = keyed(three.previous, keyOf);
  const current = keyed(three.current, keyOf);
  const imported = keyed(three.imported, keyOf);
  const value: Item[] = [];
  let isConflict = false;
  const take = (key: string) => {
    const merged = mergeWhole<Item | undefined>(
      { previous: previous.get(key), current: current.get(key), imported: imported.get(key) },
      side,
    );
    isConflict ||= merged.isConflict;
    if (merged.value === undefined) return;
    // The product's own ids of the item stay.
    const known = current.get(key);
    value.push(known && 'id' in known ? { ...merged.value, id: known.id } : merged.value);
  };
  const isOrderTheUsers = !areEqual([...previous.keys()], [...current.keys()]);
  const order = isOrderTheUsers ? [...current.keys(), ...imported.keys()] : [...imported.keys(), ...current.keys()];
  for (const key of new Set(order)) take(key);
  return { value, isChanged: !areEqual(value, three.current), isConflict };
}

function keyed<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const key = keyOf(item);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return [`${key}\n${count}`, item];
    }),
  );
}

const rowKey = ({ key }: KeyValue): string => key;
const headerKey = ({ key }: KeyValue): string => key.toLowerCase();
const assertionKey = ({ kind, path }: HttpAssertion): string => `${kind} ${path ?? ''}`;
const exampleKey = ({ name, status }: SavedExample): string => `${status} ${name}`;
const handlerKey = ({ name }: HttpDataHandler): string => name;

const fieldsOf = (body: HttpBody): { type: string; fields: KeyValue[] | undefined } => ({
  type: body.type,
  fields: 'fields' in body ? body.fields : undefined,
});

function mergeBody({ previous, current, imported }: Three<HttpBody>, side: Side): Merged<HttpBody> {
  const [before, mine, theirs] = [fieldsOf(previous), fieldsOf(current), fieldsOf(imported)];
  if (!before.fields || !mine.fields || !theirs.fields || before.type !== mine.type || mine.type !== theirs.type)
    return mergeWhole({ previous, current, imported }, side);
  const { value, ...rest } = mergeList(
    { previous: before.fields, current: mine.fields, imported: theirs.fields },
    rowKey,
    side,
  );
  return { value: { ...current, fields: value } as HttpBody, ...rest };
}

/**
 * mergeStep merges a request part by part; `id` and other members that only the product keeps stay as they are.
 * `sideOf` decides a part that both sides changed.
 */
export function mergeStep(
  three: Three<ImportedStep>,
  sideOf: (part: RequestPart) => Side,
): {
  step: ImportedStep;
  changes: RequestPart[];
  conflicts: RequestPart[];
} {
  const step = { ...three.current };
  const changes: RequestPart[] = [];
  const conflicts: RequestPart[] = [];
  const note = (part: RequestPart, { isChanged, isConflict }: Merged<unknown>) => {
    if (isChanged) changes.push(part);
    if (isConflict) conflicts.push(part);
  };
  const pick = <Part extends RequestPart>(part: Part): Three<ImportedStep[Part]> => ({
    previous: three.previous[part],
    current: three.current[part],
    imported: three.imported[part],
  });
  const put = <Part extends RequestPart>(part: Part, merged: Merged<ImportedStep[Part]>) => {
    note(part, merged);
    if (merged.value === undefined) delete step[part];
    else step[part] = merged.value;
  };
  const whole = <Part extends RequestPart>(part: Part) => put(part, mergeWhole(pick(part), sideOf(part)));
  whole('name');
  whole('group');
  whole('method');
  whole('url');
  put('headers', mergeList(pick('headers'), headerKey, sideOf('headers')));
  put('queryParams', mergeList(pick('queryParams'), rowKey, sideOf('queryParams')));
  put('pathParams', mergeList(pick('pathParams'), rowKey, sideOf('pathParams')));
  put('body', mergeBody(pick('body'), sideOf('body')));
  whole('authentication');
  put('assertions', mergeList(pick('assertions'), assertionKey, sideOf('assertions')));
  put('dataHandlers', mergeList(pick('dataHandlers'), handlerKey, sideOf('dataHandlers')));
  whole('settings');
  whole('preRequestScript');
  whole('testScript');
  whole('description');
  whole('documentation');
  const examples = pick('examples');
  const lists = {
    previous: examples.previous ?? [],
    current: examples.current ?? [],
    imported: examples.imported ?? [],
  };
  const merged = mergeList(lists, exampleKey, sideOf('examples'));
  put('examples', { ...merged, value: merged.value.length === 0 ? undefined : merged.value });
  return { step, changes, conflicts };
}
