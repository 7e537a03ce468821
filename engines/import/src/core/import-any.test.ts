import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';
import { importAny } from './import-any.ts';

test.each<[string, string | undefined, string]>([
  ['openapi', undefined, '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}'],
  ['openapi', undefined, 'swagger: "2.0"\npaths: {}'],
  ['postman', undefined, '{"info":{"name":"x"},"item":[]}'],
  ['postman', undefined, '{"id":"1","name":"x","order":[],"requests":[]}'],
  ['postmanEnvironment', undefined, '{"name":"x","values":[]}'],
  ['har', undefined, '{"log":{"entries":[]}}'],
  ['insomnia', undefined, '{"_type":"export","resources":[]}'],
  ['insomnia', undefined, 'type: collection.insomnia.rest/5.0\ncollection: []'],
  ['bruno', undefined, 'meta {\n  name: Get\n  type: http\n}\n'],
  ['bruno', undefined, '{"name":"x","items":[]}'],
  ['hoppscotch', undefined, '[{"v":2,"name":"x","folders":[],"requests":[]}]'],
  ['wsdl', undefined, '<?xml version="1.0"?><wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>'],
  ['jmeter', undefined, '<jmeterTestPlan version="1.2"/>'],
  ['curl', undefined, '# get\n$ curl -s http://h'],
  ['curl', undefined, 'C:\\Windows\\System32\\curl.exe http://h'],
  ['excel', 'a.xlsx', 'PK\u0003\u0004'],
])('detects %s', (format, name, text) => {
  expect(detectFormat(text, name).format).toBe(format);
});

test('importAny imports what it detects and says why it cannot', async () => {
  expect((await importAny('curl http://h/a')).steps.map(({ url }) => url)).toEqual(['http://h/a']);
  const unknown = await importAny('hello');
  expect(unknown.steps).toEqual([]);
  expect(unknown.problems).toHaveLength(1);
});
