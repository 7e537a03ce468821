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

test.each<[content: unknown, format: string | undefined, fileName?: string]>([
  ['PK\u0003\u0004rest', 'excel'],
  ['anything', 'excel', 'A.XLSX'],
  ['anything', 'excel', 'a.xls'],
  ['<definitions/>', 'wsdl'],
  ['\uFEFF  <?xml version="1.0"?><!-- <x> --><w:description xmlns:w="a"/>', 'wsdl'],
  ['<!DOCTYPE a><jmeterTestPlan/>', 'jmeter'],
  ['<html/>', undefined],
  ['<!-- <definitions/>', undefined],
  ['meta {', 'bruno', 'a.bru'],
  ['get {\n  url: a\n}', 'bruno'],
  ['curl http://h', 'curl'],
  ['$ /usr/bin/curl.exe http://h', 'curl'],
  ['echo a | curl http://h', 'curl'],
  ['curling is fun', undefined],
  ['openapi: 3.1.0\ninfo:\n  description: use curl http://h', 'openapi'],
  ['"swagger" : "2.0"', 'openapi'],
  ['type: collection.insomnia.rest/5.0\nname: A', 'insomnia'],
  ['_type: export\n__export_format: 4', 'insomnia'],
  ['_type: export', undefined],
  ['a text', undefined],
  [{ openapi: '3.0.0' }, 'openapi'],
  [{ swagger: '2.0' }, 'openapi'],
  [{ paths: {}, info: {} }, 'openapi'],
  [{ paths: {} }, undefined],
  [[5, { openapi: '3.0.0' }], 'openapi'],
  [[], undefined],
  [{ log: { entries: [] } }, 'har'],
  [{ log: {} }, undefined],
  [{ log: {} }, 'har', 'a.HAR'],
  [{ entries: [] }, 'har'],
  [{ method: 'GET', url: 'http://h', httpVersion: 'HTTP/1.1' }, 'har'],
  [{ method: 'GET', url: 'http://h', headers: [] }, 'har'],
  [{ method: 'GET', url: 'http://h', queryString: [] }, 'har'],
  [{ method: 'GET', url: 'http://h', postData: {} }, 'har'],
  [{ method: 'GET', url: 'http://h' }, undefined],
  [{ method: 'GET', url: 5, headers: [] }, undefined],
  [{ request: { url: 'http://h' }, startedDateTime: 'a' }, 'har'],
  [{ request: { url: 'http://h' }, response: {} }, 'har'],
  [{ request: { url: 'http://h' } }, undefined],
  [{ request: { url: 5 }, response: {} }, undefined],
  [{ resources: [], _type: 'export' }, 'insomnia'],
  [{ resources: [], __export_format: 4 }, 'insomnia'],
  [{ items: [], _type: 'export' }, 'insomnia'],
  [{ type: 'collection.insomnia.rest/5.0' }, 'insomnia'],
  [{ resources: [] }, 'insomnia'],
  [{ items: [] }, 'bruno'],
  [{ values: [] }, 'postmanEnvironment'],
  [{ _postman_variable_scope: 'globals' }, 'postmanEnvironment'],
  [{ environment: { values: [] } }, 'postmanEnvironment'],
  [{ environment: {} }, undefined],
  [{ info: {}, item: [] }, 'postman'],
  [{ info: { _postman_id: 'a' } }, 'postman'],
  [{ info: { schema: 'https://schema.getpostman.com/x' } }, 'postman'],
  [{ info: {} }, undefined],
  [{ item: [] }, 'postman'],
  [{ requests: [], order: [] }, 'postman'],
  [{ collection: { info: {}, item: [] } }, 'postman'],
  [{ collections: [] }, 'postman'],
  [{ requests: [], folders: [] }, 'hoppscotch'],
  [{ requests: [], v: 1 }, 'hoppscotch'],
  [{ requests: [] }, undefined],
  [{ endpoint: 'http://h' }, 'hoppscotch'],
  [{ variables: [], v: 1 }, 'hoppscotch'],
  [{ variables: [], name: 'a' }, 'hoppscotch'],
  [{ variables: [] }, undefined],
  ['{"openapi": "3", }}', 'openapi'],
  ['{"_postman_id": }', 'postman'],
  ['{"_postman_variable_scope": }', 'postmanEnvironment'],
  ['{"__export_format": }', 'insomnia'],
  ['{"log": {"version": 1, "entries": [}', 'har'],
  ['{"endpoint": }', 'hoppscotch'],
  ['{broken', 'har', 'a.har'],
  ['{broken', undefined],
])('%j is a document of %s', (content, format, fileName = '') => {
  const found = detectFormat(typeof content === 'string' ? content : JSON.stringify(content), fileName);
  expect(found.format).toBe(format);
  expect(found.reason).toMatch(/^\S.*\.$/);
});

test.each([
  ['<html/>', 'An XML document with the root element html is neither WSDL nor a JMeter test plan.'],
  ['<!-- -->', 'An XML document with the root element (none) is neither WSDL nor a JMeter test plan.'],
  ['5', 'The text is of no known format.'],
  ['items: []', 'The YAML document is of no known kind.'],
  ['[5]', 'The JSON document holds no object.'],
  ['{}', 'The JSON document is of no known kind.'],
  ['{', 'The text is no valid JSON and of no known format.'],
])('why %s is no document is said', (text, reason) => {
  expect(detectFormat(text)).toEqual({ format: undefined, reason });
});
