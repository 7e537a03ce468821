import { asText } from '../compare.ts';
import { queryJson } from '../json-path.ts';
import type { SchemaViolation } from '../json-schema/evaluate-schema.ts';
import { type CompiledSchema, compileJsonSchema } from '../json-schema/json-schema.ts';
import { LruCache } from '../lru-cache.ts';
import { type AssertionCheck, absent } from './finding.ts';

const compiled = new LruCache<CompiledSchema>(100);

/** Validates the JSON body, or the value at `path`, against a JSON Schema (drafts 4, 6, 7, 2019-09, 2020-12); `notEquals` wants it invalid. */
export const checkJsonSchema: AssertionCheck = ({ operator, expected, path }, view) => {
  const written = path?.trim() || '$';
  const subject = written === '$' ? 'JSON schema' : `JSON schema of ${written}`;
  const json = view.json();
  if ('problem' in json) return { subject, passed: false, wanted: '', problem: json.problem };
  const { values } = queryJson(written, json.value);
  if (values.length === 0) return absent(subject, operator, 'the path does not exist in the response');
  const { valid, problem } = judgeBySchema(values[0], expected);
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
  };
};

/** judgeBySchema validates a value; `valid` is undefined where the schema cannot be used. */
export function judgeBySchema(value: unknown, schema: unknown): { valid: boolean | undefined; problem: string } {
  try {
    const violations = compiled.get(asText(schema), () => compile(schema)).validate(value);
    return { valid: violations.length === 0, problem: describe(violations) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { valid: undefined, problem: `the schema cannot be used: ${reason}` };
  }
}

/** isCostlySchema says whether a schema holds regular expressions, which the schema engine runs natively. */
export function isCostlySchema(expected: unknown): boolean {
  return /"(pattern|patternProperties|uniqueItems|format|contains)"/.test(asText(expected));
}

function compile(expected: unknown): CompiledSchema {
  let schema = expected;
  if (typeof expected === 'string') {
    try {
      schema = JSON.parse(expected);
    } catch {
      throw new Error('the expected value is not a JSON schema. Enter the schema as a JSON object');
    }
  }
  return compileJsonSchema(schema);
}

function describe(violations: readonly SchemaViolation[]): string {
  const shown = violations.slice(0, 3).map(({ path, message }) => `${path}: ${message}`);
  const more = violations.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
