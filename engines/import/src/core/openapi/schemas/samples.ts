import { compileJsonSchema } from '@touchstone/engine-assert/core';
import { sampleFromSchema } from '@touchstone/engine-data/core';
import { WorkBudget } from '@touchstone/kernel';
import { isObject, type JsonObject } from '../../json-values.ts';
import type { ProblemList } from '../../problems.ts';
import type { References } from '../references.ts';
import type { SchemaBundler } from './standalone-schema.ts';
import { xmlOf } from './xml-sample.ts';

/** Work budget for all samples of a document, in schema parts visited. */
const documentSteps = 10_000_000;

/**
 * Samples provides example values: those written in the document, or generated from the schema. Examples that violate
 * their schema are problems.
 */
export class Samples {
  readonly #references: References;
  readonly #problems: ProblemList;
  readonly #bundler: SchemaBundler;
  readonly #budget = new WorkBudget('Making the samples of this document', 'Import a part of it.', {
    steps: documentSteps,
  });

  constructor(references: References, problems: ProblemList, bundler: SchemaBundler) {
    this.#references = references;
    this.#problems = problems;
    this.#bundler = bundler;
  }

  /** The example next to a schema (`example`, or the first of `examples`); undefined if there is none. */
  written(holder: JsonObject, place: string): unknown {
    if (holder.example !== undefined) return holder.example;
    if (!isObject(holder.examples)) return undefined;
    for (const example of Object.values(holder.examples)) {
      const resolved = this.#references.resolve(example, `${place}, examples`);
      if (resolved?.value !== undefined) return resolved.value;
      if (typeof resolved?.externalValue === 'string')
        this.#problems.add(place, `The example at ${resolved.externalValue} is not read; a sample was made instead.`);
    }
    return undefined;
  }

  /**
   * The written example of a body, reported as a problem if it violates its schema; otherwise a sample of the schema.
   */
  ofBody(media: JsonObject, place: string): unknown {
    const written = this.written(media, place);
    if (written === undefined) return this.ofSchema(media.schema, place);
    this.#judge(written, media.schema, place);
    return written;
  }

  /** A value of the schema as sent in a request. */
  ofSchema(schema: unknown, place: string): unknown {
    if (!isObject(schema)) return undefined;
    const alone = this.#bundler.bundle(schema, place);
    return alone && this.#sample(alone, place);
  }

  /** XML generated from the schema. */
  xmlOfSchema(schema: unknown, place: string): string | undefined {
    const alone = isObject(schema) ? this.#bundler.bundle(schema, place) : undefined;
    if (alone === undefined || !isObject(schema)) return undefined;
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    return xmlOf(this.#sample(alone, place), alone, name ?? 'root');
  }

  #sample(schema: JsonObject, place: string): unknown {
    const { value, problem } = sampleFromSchema(schema, { ofDocument: this.#budget, isPlain: true });
    if (problem !== undefined)
      this.#problems.add(
        place,
        `No value that fits the schema could be made: at ${problem.path}, ${problem.message}. Fill in the value by hand.`,
      );
    return value;
  }

  #judge(written: unknown, schema: unknown, place: string): void {
    const alone = isObject(schema) ? this.#bundler.bundle(schema, place) : undefined;
    if (alone === undefined) return;
    const [violation] = violationsOf(written, alone);
    if (violation === undefined) return;
    this.#problems.add(
      place,
      `The example of the document does not fit its schema: at ${violation.path}, ${violation.message}. Correct the body by hand.`,
    );
  }
}

/** An example is often the text of a JSON document. */
function violationsOf(written: unknown, schema: JsonObject) {
  try {
    // The bundler keeps neither ids nor anchors.
    const compiled = compileJsonSchema(schema, { isPlain: true });
    const violations = compiled.validate(written);
    return violations.length > 0 && typeof written === 'string' ? compiled.validate(JSON.parse(written)) : violations;
  } catch (error) {
    return [{ path: '$', message: error instanceof Error ? error.message : String(error) }];
  }
}
