import './url-shim.ts';
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { useSchemaEngine } from './schema.ts';

/** Loading this module makes `jsonSchema`, `tv4` and `ajv` work in a script. */
useSchemaEngine((schema, value) => {
  const { errors, valid } = new Validator(schema as Schema, draftOf(schema), false).validate(value);
  if (valid) return undefined;
  return errors
    .slice(-3)
    .map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
    .join(' ');
});

function draftOf(schema: unknown): SchemaDraft {
  const declared = String((schema as { $schema?: unknown } | null)?.$schema ?? '');
  if (declared.includes('2020-12')) return '2020-12';
  if (declared.includes('2019-09')) return '2019-09';
  return declared.includes('draft-04') ? '4' : '7';
}
