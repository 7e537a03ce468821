import { expect, test } from 'vitest';
import { inferFromJson, inferFromXml } from './infer-schemas.ts';

test('a JSON text has a schema that names its fields', () => {
  expect(inferFromJson({ text: '{"id": 1, "name": "Rex"}' })).toMatchObject({
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  });
});

test('an XML text has a schema that names its elements', () => {
  expect(inferFromXml({ text: '<pet><name>Rex</name></pet>' })).toMatch(/element name="pet"[\s\S]*element name="name"/);
});

test('invalid JSON has no schema', () => {
  expect(() => inferFromJson({ text: '{' })).toThrow(SyntaxError);
});
