import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { sampleFromSchema } from '../core/sample/sample-from-schema.ts';
import { schemaArbitrary } from './schema-arbitrary.ts';

/** Results of samples: valid ones, those with a problem, and those that are silently invalid. */
export interface SampleOutcome {
  total: number;
  fitting: number;
  problems: string[];
  invalid: string[];
}

// An independent validator, not the engine that the sampler uses.
const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true, multipleOfPrecision: 9 });
addFormats.default(ajv);

/** isValidByAjv returns whether ajv, with all formats, accepts a value for a schema. */
export function isValidByAjv(schema: Record<string, unknown>, value: unknown): boolean {
  const isValid = ajv.validate(schema, JSON.parse(JSON.stringify(value)));
  ajv.removeSchema(schema);
  return isValid;
}

/**
 * runSampleSuite makes a sample of each of `count` generated schemas and validates it with ajv. `seed` repeats a run.
 */
export function runSampleSuite(count: number, seed?: number): SampleOutcome {
  const outcome: SampleOutcome = { total: 0, fitting: 0, problems: [], invalid: [] };
  for (const schema of fc.sample(schemaArbitrary(), { numRuns: count, ...(seed !== undefined && { seed }) })) {
    const { value, problem } = sampleFromSchema(schema);
    outcome.total += 1;
    if (problem !== undefined) outcome.problems.push(`${problem.path} ${problem.message}: ${JSON.stringify(schema)}`);
    else if (isValidByAjv(schema, value)) outcome.fitting += 1;
    else outcome.invalid.push(`${JSON.stringify(value)} for ${JSON.stringify(schema)}`);
  }
  return outcome;
}
