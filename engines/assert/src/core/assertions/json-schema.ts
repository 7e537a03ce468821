import { queryJson } from '../json-path.ts';
import { type CompiledSchema, compileJsonSchema } from '../json-schema/json-schema.ts';
import { LruCache } from '../lru-cache.ts';
import { keysOf, pointerOf } from '../proof/json-lines.ts';
import { asText } from '../show.ts';
import { type AssertionCheck, absent, asSentence, type FoundFault } from './finding.ts';

/** NamedSchema is a compiled schema with its own name. */
interface NamedSchema {
  schema: CompiledSchema;
  name: string;
}

const compiled = new LruCache<NamedSchema>(100);
const longestName = 80;
const faultsInSentence = 3;

/**
 * Validates the JSON body, or the value at `path`, against a JSON Schema (drafts 4, 6, 7, 2019-09, 2020-12);
 * `notEquals` requires it to be invalid.
 */
export const checkJsonSchema: AssertionCheck = ({ operator, expected, path }, view) => {
  const written = path?.trim() || '$';
  const subject = written === '$' ? 'JSON schema' : `JSON schema of ${written}`;
  const json = view.json();
  if ('problem' in json) return { subject, passed: false, wanted: '', problem: json.problem };
  const { values } = queryJson(written, json.value);
  if (values.length === 0) return absent(subject, operator, 'the path does not exist in the response');
  const { valid, problem, faults, name } = judgeBySchema(values[0], expected);
  if (valid === undefined) return { subject, passed: false, wanted: '', problem };
  const wantsInvalid = operator === 'notEquals' || operator === 'notExists';
  const wanted = wantsInvalid ? 'a value that the schema refuses' : 'a value that the schema accepts';
  const passed = valid !== wantsInvalid;
  return {
    subject,
    actual: valid ? 'valid' : problem,
    passed,
    wanted,
    ...(passed ? {} : { problem: wantsInvalid ? `expected ${wanted}` : problem }),
    ...(wantsInvalid ? {} : { statement: matchesSchema(written === '$' ? 'Body' : `JSON ${written}`, name), faults }),
  };
};

/** matchesSchema returns the statement that something matches a schema, whose name may be empty. */
export const matchesSchema = (subject: string, name: string): string => `${subject} matches schema ${name}`.trimEnd();

/** SchemaVerdict is the result of validating a value; `valid` is undefined if the schema is unusable. */
export interface SchemaVerdict {
  valid: boolean | undefined;
  problem: string;
  faults: FoundFault[];
  name: string;
}

/** judgeBySchema validates a value. */
export function judgeBySchema(value: unknown, given: unknown): SchemaVerdict {
  try {
    const { schema, name } = compiled.get(asText(given), () => compile(given));
    const faults = schema.validate(value).map(({ path, message }) => ({ keys: keysOf(path), message }));
    const places = faults.map(({ keys, message }) => ({ place: pointerOf(keys), message }));
    return { valid: faults.length === 0, problem: describeFaults(places), faults, name };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { valid: undefined, problem: `the schema cannot be used: ${reason}`, faults: [], name: '' };
  }
}

/** describeFaults states the number of schema violations and the first ones, in sentences. */
export function describeFaults(faults: readonly { place: string; message: string }[]): string {
  const shown = faults
    .slice(0, faultsInSentence)
    .map(({ place, message }) => (place ? `${place}: ${message}` : message));
  const more = faults.length - shown.length;
  const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
  return `${count}. ${asSentence(shown.join('; '))}${more > 0 ? ` (and ${more} more)` : ''}`;
}

/** isCostlySchema returns whether a schema contains regular expressions, which the schema engine runs natively. */
export function isCostlySchema(expected: unknown): boolean {
  return /"(pattern|patternProperties|uniqueItems|format|contains)"/.test(asText(expected));
}

function compile(expected: unknown): NamedSchema {
  let schema = expected;
  if (typeof expected === 'string') {
    try {
      schema = JSON.parse(expected);
    } catch {
      throw new Error('the expected value is not a JSON schema. Enter the schema as a JSON object');
    }
  }
  return { schema: compileJsonSchema(schema), name: nameOf(schema) };
}

/** The title of a schema, or the last part of its address without a file extension. */
function nameOf(schema: unknown): string {
  const { title, $id, id } = Object(schema) as Record<string, unknown>;
  if (typeof title === 'string' && title.trim() !== '') return title.trim().slice(0, longestName).toWellFormed();
  const address = [$id, id].find((each) => typeof each === 'string') ?? '';
  const last = (address as string).split(/[/#?]/).findLast(Boolean) ?? '';
  return last.replace(/(\.schema)?\.json$/, '').slice(0, longestName);
}
