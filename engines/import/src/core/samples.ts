import { sample } from 'openapi-sampler';
import { isObject, type JsonObject } from './json-values.ts';
import type { ProblemList } from './problems.ts';
import type { References } from './references.ts';

/** Samples grow with the power of their depth; deeper objects are left empty. */
const sampleDepth = 7;

/** Samples gives example values: those that the document writes, else made from the schema. */
export class Samples {
  readonly #document: JsonObject;
  readonly #references: References;
  readonly #problems: ProblemList;

  constructor(document: JsonObject, references: References, problems: ProblemList) {
    this.#document = document;
    this.#references = references;
    this.#problems = problems;
  }

  /** The example that stands beside a schema (`example`, or the first of `examples`); undefined where there is none. */
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

  /** A value of the schema as a request would send it. */
  ofSchema(schema: unknown, place: string): unknown {
    return this.#sample(schema, place, 'json');
  }

  /** XML text of the schema. */
  xmlOfSchema(schema: unknown, place: string): string | undefined {
    // The sampler names the root element only where the schema is referred to.
    const isReference = isObject(schema) && schema.$ref !== undefined;
    const text = isReference
      ? this.#sample(schema, place, 'xml')
      : this.#sample({ $ref: '#/root' }, place, 'xml', { ...this.#document, root: schema });
    return typeof text === 'string' ? text : undefined;
  }

  #sample(schema: unknown, place: string, format: 'json' | 'xml', document = this.#document): unknown {
    if (!isObject(schema)) return undefined;
    try {
      const options = { skipReadOnly: true, quiet: true, maxSampleDepth: sampleDepth, format };
      return sample(schema as Parameters<typeof sample>[0], options, document);
    } catch {
      this.#problems.add(place, 'No sample could be made from the schema. Fill in the value by hand.');
      return undefined;
    }
  }
}
