import type { WorkBudget } from '@touchstone/kernel';
import { SchemaEvaluator, type SchemaViolation } from './evaluate-schema.ts';
import { metaSchemas } from './meta-schemas.ts';
import { draftNamed, isSchema, type SchemaDraft, SchemaError, SchemaResources } from './schema-resources.ts';

/** SchemaOptions choose how a schema is read. */
export interface SchemaOptions {
  /** Where the schema does not say it; default 2020-12. */
  draft?: SchemaDraft;
  /** Further schemas by address that references may point to; nothing is ever fetched. */
  documents?: Record<string, unknown>;
  /** Whether `format` is checked; default true. */
  assertFormats?: boolean;
  /** What all judgements by the schema may cost together; default 1,000,000 steps each. */
  budget?: WorkBudget;
  /** No part of the schema has an `$id`, an anchor or a `$schema` of its own, so nothing is searched for them; default false. */
  isPlain?: boolean;
}

/** CompiledSchema is a JSON Schema that is ready to judge values. */
export interface CompiledSchema {
  /**
   * All violations; none where the value is valid. `part` judges by a schema inside this one instead, `budget` in place of that of the
   * options. Throws SchemaError where a reference of the schema leads nowhere, BudgetError where judging costs more than the budget.
   */
  validate(value: unknown, part?: unknown, budget?: WorkBudget): SchemaViolation[];
  /** The schema that a reference written in `part`, a schema inside this one, points to. Throws SchemaError where there is none. */
  resolve(reference: string, part: Record<string, unknown>): unknown;
}

/**
 * compileJsonSchema reads a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12. It is interpreted, so that no code is made of it, and
 * references stay within the document. Throws SchemaError where it is no schema.
 */
export function compileJsonSchema(schema: unknown, options: SchemaOptions = {}): CompiledSchema {
  if (typeof schema !== 'boolean' && !isSchema(schema)) {
    throw new SchemaError('a schema is a JSON object, or true or false');
  }
  const resources = new SchemaResources(new Documents(options.documents ?? {}));
  const declared = isSchema(schema) ? draftNamed(String(schema.$schema ?? '')) : undefined;
  const draft = declared ?? options.draft ?? '2020-12';
  if (options.isPlain) resources.addPlain(schema, draft);
  else resources.add(schema, undefined, draft);
  const evaluator = new SchemaEvaluator(resources, { assertFormats: options.assertFormats ?? true });
  return {
    validate: (value, part = schema, budget = options.budget) => evaluator.run(part, value, budget),
    resolve(reference, part) {
      options.budget?.spend('steps');
      return resources.resolve(reference, resources.placeOf(part));
    },
  };
}

/** The documents that were given, then those of the standard, which are parsed only when they are asked for. */
class Documents extends Map<string, unknown> {
  constructor(given: Record<string, unknown>) {
    super(Object.entries(given));
  }

  override get(address: string): unknown {
    const known = super.get(address);
    if (known !== undefined) return known;
    const text = metaSchemas.get(address);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }
}
