import type { WorkBudget } from '@touchstone/kernel';
import { SchemaEvaluator, type SchemaViolation } from './evaluate-schema.ts';
import { metaSchemas } from './meta-schemas.ts';
import { draftNamed, isSchema, type SchemaDraft, SchemaError, SchemaResources } from './schema-resources.ts';

/** SchemaOptions determine how a schema is interpreted. */
export interface SchemaOptions {
  /** Used if the schema does not declare one; default 2020-12. */
  draft?: SchemaDraft;
  /** Further schemas by address that references may point to; nothing is ever fetched. */
  documents?: Record<string, unknown>;
  /** Whether `format` is checked; default true. */
  assertFormats?: boolean;
  /** Shared budget for all validations with the schema; default 1,000,000 steps each. */
  budget?: WorkBudget;
  /**
   * Promises that no part of the schema has an `$id`, an anchor or its own `$schema`, so they need not be searched;
   * default false.
   */
  isPlain?: boolean;
}

/** CompiledSchema is a JSON Schema ready to validate values. */
export interface CompiledSchema {
  /**
   * All violations; none if the value is valid. `part` validates against a subschema instead, `budget` replaces that of
   * the options. Throws SchemaError if a reference of the schema leads nowhere, BudgetError if validation exceeds the
   * budget.
   */
  validate(value: unknown, part?: unknown, budget?: WorkBudget): SchemaViolation[];
  /** The schema that a reference in the subschema `part` points to. Throws SchemaError if there is none. */
  resolve(reference: string, part: Record<string, unknown>): unknown;
}

/**
 * compileJsonSchema compiles a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12. It is interpreted, without generating
 * code, and references stay within the document. Throws SchemaError if it isn't a schema.
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

/** The given documents, then those of the standard, which are parsed on demand. */
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
