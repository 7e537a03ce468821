import type { DocumentedResponse } from '../documentation.ts';
import type { ImportedStep } from '../imported-collection.ts';
import { isObject, type JsonObject, objectOf } from '../json-values.ts';
import { memberOf, parseJson } from './json-places.ts';
import { entityOf, resourceOf, segmentsOf, wordsOf } from './names.ts';

/** A response value that other requests may use. */
export interface ProducedValue {
  step: ImportedStep;
  /** JSONPath of the body. */
  path: string;
  /** The words of its own name, such as id. */
  key: string[];
  /** Its owners, such as order; there may be several names for one. */
  owners: string[][];
  type: string | undefined;
  format: string | undefined;
  /** Whether it is one of many, represented by the first item of a list. */
  isOfList: boolean;
  /** Its values in saved responses. */
  observed: string[];
  /** Whether it is known only from recordings, because no description covers the response. */
  isRecorded: boolean;
}

/** Limits for reading schemas and recorded bodies; deeper values are seldom used by a following request. */
const deepest = 6;
const maxValues = 300;
const envelopes = new Set([
  'data',
  'item',
  'result',
  'content',
  'value',
  'payload',
  'response',
  'record',
  'entry',
  'row',
  'element',
  'embedded',
  'body',
  'object',
  'hit',
  'node',
  'edge',
]);

interface Place {
  path: string;
  owners: string[][];
  isOfList: boolean;
  depth: number;
}

/** producedValues lists the values of a request's successful responses, as described and as recorded. */
export function producedValues(step: ImportedStep): ProducedValue[] {
  const found = new Map<string, ProducedValue>();
  const schema = successSchema(step.documentation?.responses ?? []);
  const resource = resourceOf(segmentsOf(step.url));
  const root: Place = { path: '$', owners: resource.length > 0 ? [resource] : [], isOfList: false, depth: 0 };
  const add = (place: Place, name: string, given: Pick<ProducedValue, 'type' | 'format' | 'observed'>) => {
    const known = found.get(place.path);
    if (known) known.observed.push(...given.observed);
    else if (found.size < maxValues)
      found.set(place.path, {
        step,
        path: place.path,
        key: wordsOf(name),
        owners: place.owners,
        isOfList: place.isOfList,
        isRecorded: schema === undefined,
        ...given,
      });
  };
  if (schema) readSchema(schema, objectOf(schema.$defs), root, '', add);
  for (const { status, body } of step.examples ?? [])
    if (status >= 200 && status < 300) readBody(parseJson(body), root, '', add);
  return [...found.values()];
}

type Add = (place: Place, name: string, given: Pick<ProducedValue, 'type' | 'format' | 'observed'>) => void;

function successSchema(responses: readonly DocumentedResponse[]): JsonObject | undefined {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  const [response] = successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
  const content = response?.contents?.find(({ type }) => /json/i.test(type)) ?? response?.contents?.[0];
  return isObject(content?.schema) ? content.schema : undefined;
}

function readSchema(source: unknown, defs: JsonObject, place: Place, name: string, add: Add): void {
  if (!isObject(source) || place.depth > deepest) return;
  const { schema, entity } = resolve(source, defs);
  const properties = objectOf(schema.properties);
  if (Object.keys(properties).length > 0)
    for (const [key, value] of Object.entries(properties))
      readSchema(value, defs, below(inside(place, name, entity), key), key, add);
  else if (schema.items !== undefined) readSchema(schema.items, defs, firstOf(place), name, add);
  else {
    const type = [schema.type].flat().find((one) => one !== 'null');
    if (type === undefined || ['string', 'integer', 'number'].includes(String(type)))
      add(place, name, {
        type: type === undefined ? undefined : String(type),
        format: typeof schema.format === 'string' ? schema.format : undefined,
        observed: [],
      });
  }
}

/** A schema with its references and compositions resolved, and its name in the document. */
function resolve(source: JsonObject, defs: JsonObject, hops = 0): { schema: JsonObject; entity: string[] } {
  if (hops > deepest) return { schema: {}, entity: [] };
  const named = /^#\/\$defs\/(.+)$/.exec(String(source.$ref ?? ''))?.[1];
  if (named !== undefined) {
    const name = decodeURIComponent(named.replaceAll('~1', '/').replaceAll('~0', '~'));
    const { schema, entity } = resolve(objectOf(defs[name]), defs, hops + 1);
    return { schema, entity: schema.items === undefined && entity.length === 0 ? entityOf(name) : entity };
  }
  const parts = [source.allOf, source.oneOf, source.anyOf].find(Array.isArray) as unknown[] | undefined;
  if (!parts) return { schema: source, entity: [] };
  const read = parts.filter(isObject).map((part) => resolve(part, defs, hops + 1));
  const used = source.allOf ? read : read.filter(({ schema }) => schema.type !== 'null').slice(0, 1);
  const properties = Object.assign(
    {},
    ...used.map(({ schema }) => objectOf(schema.properties)),
    objectOf(source.properties),
  );
  const [first] = used;
  return {
    schema: { ...first?.schema, ...source, properties },
    entity: used.find(({ entity }) => entity.length > 0)?.entity ?? [],
  };
}

function readBody(value: unknown, place: Place, name: string, add: Add): void {
  if (place.depth > deepest) return;
  if (Array.isArray(value)) readBody(value[0], firstOf(place), name, add);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) readBody(item, below(inside(place, name), key), key, add);
  else if (typeof value === 'string' || typeof value === 'number')
    add(place, name, { type: typeof value, format: undefined, observed: [String(value)] });
}

/** Members of an object belong to the entity named by its name and its schema, unless it only wraps the response. */
function inside(place: Place, name: string, entity: string[] = []): Place {
  const words = wordsOf(name);
  const isWrapper = words.length === 0 || envelopes.has(words.at(-1) ?? '');
  const owners = isWrapper ? place.owners : [words];
  return { ...place, owners: entity.length > 0 ? [entity, ...owners] : owners };
}

const below = (place: Place, key: string): Place => ({
  ...place,
  path: memberOf(place.path, key),
  depth: place.depth + 1,
});

const firstOf = (place: Place): Place => ({
  ...place,
  path: `${place.path}[0]`,
  isOfList: true,
  depth: place.depth + 1,
});
