import { Validator } from '@cfworker/json-schema';
import { expect } from 'vitest';
import { importOpenApi } from '../core/openapi/import-openapi.ts';

/** A document with one operation, for testing a detail. */
export const withOperation = (operation: object, rest: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'One' },
  paths: { '/things/{id}': { get: { responses: { 200: { description: 'ok' } }, ...operation } } },
  ...rest,
});
/** The step and the problems of a document with one operation. */
export const importOne = (document: object) => {
  const api = importOpenApi(JSON.stringify(document));
  expect(api.steps).toHaveLength(1);
  return { step: api.steps[0]!, problems: api.problems };
};
/** The schema that a step asserts. */
export const schemaOf = (step: { assertions: { kind: string; expected?: unknown }[] }) =>
  step.assertions.find(({ kind }) => kind === 'jsonSchema')?.expected as object;
/** Whether a schema accepts a value, according to an independent validator. */
export const accepts = (schema: object, value: unknown) => new Validator(schema, '2020-12').validate(value).valid;
