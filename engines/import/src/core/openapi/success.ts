import type { HttpAssertion } from '@touchstone/engine-assert/core';
import { isObject, type JsonObject, objectOf } from '../json-values.ts';
import type { References } from './references.ts';
import { isJsonType } from './request-body.ts';
import type { SchemaBundler } from './schemas/standalone-schema.ts';

export interface Success {
  assertions: HttpAssertion[];
  /** Media types that the documented success may have. */
  accepts: string[];
  /** Whether the documented success is a redirection, which then must not be followed. */
  isRedirection: boolean;
}

/** successOf asserts the documented success: its status, and its schema if every success has a JSON body. */
export function successOf(
  operation: JsonObject,
  place: string,
  { references, bundler }: { references: References; bundler: SchemaBundler },
): Success {
  const responses = Object.entries(objectOf(operation.responses));
  const ofClass = (digit: string) => responses.filter(([code]) => new RegExp(`^${digit}(\\d\\d|XX)$`, 'i').test(code));
  const good = ofClass('2');
  const isRedirection = good.length === 0 && ofClass('3').length > 0;
  const documented =
    good.length > 0 ? good : isRedirection ? ofClass('3') : responses.filter(([code]) => code === 'default');
  const codes = documented.map(([code]) => code.toLowerCase()).filter((code) => code !== 'default');
  const assertions: HttpAssertion[] = [
    { kind: 'status', operator: 'in', expected: codes.length > 0 ? codes.join(',') : '2xx' },
  ];
  const contents = documented.map(([code, response]) =>
    objectOf(references.resolve(response, `${place}, response ${code}`)?.content),
  );
  const schema = commonSchema(contents, `${place}, response`, bundler);
  if (schema) assertions.push({ kind: 'jsonSchema', operator: 'equals', expected: schema });
  return { assertions, accepts: [...new Set(contents.flatMap((content) => Object.keys(content)))], isRedirection };
}

/** A body that may be absent or of another type can't be validated against a schema. */
function commonSchema(contents: JsonObject[], place: string, bundler: SchemaBundler): JsonObject | undefined {
  const schemas: unknown[] = [];
  for (const content of contents) {
    const types = Object.keys(content);
    const json = types.find(isJsonType);
    const schema = json === undefined ? undefined : objectOf(content[json]).schema;
    if (!isObject(schema)) return undefined;
    schemas.push(schema);
  }
  const [first] = schemas;
  if (first === undefined) return undefined;
  return bundler.bundle(schemas.length === 1 ? first : { anyOf: schemas }, place);
}
