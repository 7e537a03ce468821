import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { asText } from '../compare.ts';
import { plainJson } from '../exact-json.ts';
import { queryJson } from '../json-path.ts';
import { LruCache } from '../lru-cache.ts';
import { type AssertionCheck, absent } from './finding.ts';

const compiled = new LruCache<Validator>(100);
/** Keywords that only say that something below them is wrong. */
const wrappers = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalItems',
  'patternProperties',
  'additionalProperties',
  'allOf',
  '$ref',
  '$dynamicRef',
  'then',
  'else',
  'if',
]);

/** Validates the JSON body, or the value at `path`, against a JSON Schema (drafts 4, 7, 2019-09, 2020-12); `notEquals` wants it invalid. */
export const checkJsonSchema: AssertionCheck = ({ operator, expected, path }, view) => {
  const written = path?.trim() || '$';
  const subject = written === '$' ? 'JSON schema' : `JSON schema of ${written}`;
  const json = view.json();
  if ('problem' in json) return { subject, passed: false, wanted: '', problem: json.problem };
  const { values } = queryJson(written, json.value);
  if (values.length === 0) return absent(subject, operator, 'the path does not exist in the response');
  const validator = compiled.get(asText(expected), () => compile(expected));
  let result: ReturnType<Validator['validate']>;
  try {
    result = validator.validate(plainJson(values[0]));
  } catch (error) {
    const problem = `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    return { subject, passed: false, wanted: '', problem };
  }
  const wantsInvalid = operator === 'notEquals' || operator === 'notExists';
  const wanted = wantsInvalid ? 'a value that the schema refuses' : 'a value that the schema accepts';
  const actual = result.valid ? 'valid' : describe(result.errors);
  const passed = result.valid !== wantsInvalid;
  return {
    subject,
    actual,
    passed,
    wanted,
    ...(passed ? {} : { problem: wantsInvalid ? `expected ${wanted}` : actual }),
  };
};

/** isCostlySchema says whether a schema holds regular expressions, which the schema engine runs natively. */
export function isCostlySchema(expected: unknown): boolean {
  return /"(pattern|patternProperties|uniqueItems|format|contains)"/.test(asText(expected));
}

function compile(expected: unknown): Validator {
  let schema = expected;
  if (typeof expected === 'string') {
    try {
      schema = JSON.parse(expected);
    } catch {
      throw new Error('The expected value is not a JSON schema. Enter the schema as a JSON object.');
    }
  }
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    throw new Error('The expected value is not a JSON schema. Enter the schema as a JSON object.');
  }
  return new Validator(schema as Schema | boolean, draftOf(schema), false);
}

function draftOf(schema: object | boolean): SchemaDraft {
  const declared = String((schema as { $schema?: unknown }).$schema ?? '');
  if (declared.includes('draft-04')) return '4';
  if (declared.includes('draft-06') || declared.includes('draft-07')) return '7';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

function describe(errors: { keyword: string; instanceLocation: string; error: string }[]): string {
  const causes = errors.filter((error) => !wrappers.has(error.keyword));
  const shown = (causes.length > 0 ? causes : errors).slice(0, 3);
  const more = (causes.length > 0 ? causes : errors).length - shown.length;
  const text = shown.map((item) => `${item.instanceLocation.replace(/^#/, '$').replaceAll('/', '.')}: ${item.error}`);
  return `${text.join(' ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
