import { type CompiledSchema, compileJsonSchema, SchemaError } from '@touchstone/engine-assert/core';
import { BudgetError, WorkBudget } from '@touchstone/kernel';
import type { Subject } from '../match/subject.ts';
import type { WorkLimits } from '../match/value-matcher.ts';

/** A constraint of a schema that a value violates. */
interface Unmet {
  path: string;
  message: string;
}

/** Validating within these limits takes about a millisecond, too little to be worth timing. */
const small = { steps: 1000, characters: 4000 };
/** Shorter texts are parsed in a millisecond or two. */
const largeLength = 32_000;
const tooLong = 'The value takes too long to be judged.';

/** OpenApiSchemas validates values against the schemas of a description, within the time limit of the request. */
export class OpenApiSchemas {
  readonly #compiled = new WeakMap<object, { schema: CompiledSchema; isCostly: boolean }>();

  /** The constraints of a schema that a value violates; `length` is the length of its text. */
  unmet(schema: object, value: unknown, { limits, length }: { limits: WorkLimits; length: number }): Unmet[] {
    try {
      return this.#judge(schema, value, { limits, length });
    } catch (error) {
      const message = error instanceof SchemaError ? `The schema cannot be used: ${error.message}.` : tooLong;
      return [{ path: '$', message }];
    }
  }

  /** The constraints of a schema that a JSON text violates. */
  unmetByText(schema: object, subject: Subject, limits: WorkLimits): Unmet[] {
    const text = subject.text ?? '';
    let json: Subject['json'];
    try {
      json = readJson(subject, limits);
    } catch {
      return [{ path: '$', message: tooLong }];
    }
    if (subject.isCostlyJson) return [{ path: '$', message: tooLong }];
    if (json === undefined) return [{ path: '', message: 'The body is not JSON.' }];
    return this.unmet(schema, json.value, { limits, length: text.length });
  }

  #judge(schema: object, value: unknown, { limits, length }: { limits: WorkLimits; length: number }): Unmet[] {
    const { schema: compiled, isCostly } = this.#compile(schema);
    if (!isCostly && length <= small.characters)
      try {
        const budget = new WorkBudget('Judging the value by this schema', 'Make the schema simpler.', {
          steps: small.steps,
        });
        return compiled.validate(value, schema, budget);
      } catch (error) {
        if (!(error instanceof BudgetError)) throw error;
      }
    const guard = limits.guard ?? ((work) => work());
    return guard(() => compiled.validate(value));
  }

  #compile(schema: object) {
    let known = this.#compiled.get(schema);
    if (known === undefined) {
      const isCostly = /"pattern(?:Properties)?":/.test(JSON.stringify(schema));
      known = { schema: compileJsonSchema(schema, { isPlain: true }), isCostly };
      this.#compiled.set(schema, known);
    }
    return known;
  }
}

/** Parses a text as JSON within the time limit of the request. */
function readJson(subject: Subject, { reading }: WorkLimits): Subject['json'] {
  const work = () => subject.json;
  if (reading === undefined) return work();
  const isLarge = (subject.text?.length ?? 0) > largeLength;
  return isLarge && reading.guard !== undefined ? reading.guard(work) : reading.counted(work);
}
