import { describe, expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';
import { importAny } from './import-any.ts';
import {
  CollectionDraft,
  findHeader,
  importSafely,
  messageOf,
  newStep,
  row,
  shortName,
  stepName,
} from './step-parts.ts';

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

test('importAny imports the formats it detects and reports why it cannot import others', async () => {
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
])('%j is a %s document', (content, format, fileName = '') => {
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
])('reports why %s is not a document', (text, reason) => {
  expect(detectFormat(text)).toEqual({ format: undefined, reason });
});

describe('a draft', () => {
  test('has at most 20,000 requests', () => {
    const { steps, problems } = importSafely('T', (draft) => {
      const step = newStep({ method: 'GET', url: 'http://h' });
      for (let count = 0; count < 20_002; count += 1) draft.addStep(step);
    });
    expect(steps).toHaveLength(20_000);
    expect(problems.map(({ reason }) => reason)).toStrictEqual([
      'The document has more than 20000 requests; the rest was left out.',
    ]);
  });

  test('keeps the requests read before an error', () => {
    const found = importSafely('T', (draft) => {
      draft.description = 'why';
      throw new Error('first\nsecond');
    });
    expect(found).toStrictEqual({
      title: 'T',
      description: 'why',
      servers: [],
      steps: [],
      variables: [],
      environments: [],
      problems: [{ place: 'document', reason: 'The document could not be read to its end: first' }],
    });
    expect([messageOf('a\nb'), messageOf(5)]).toStrictEqual(['a', '5']);
    expect(new CollectionDraft('T').result()).not.toHaveProperty('description');
  });

  test('keeps the first description of a folder', () => {
    const draft = new CollectionDraft('T');
    draft.addFolder(['a', 'b'], undefined);
    draft.addFolder([' '], 'x');
    draft.addFolder(['c'], 'y');
    draft.addFolder(['c'], undefined);
    expect(draft.result().folders).toStrictEqual([{ path: 'a / b' }, { path: 'c', description: 'y' }]);
  });

  test('lists at most 50 servers', () => {
    const draft = new CollectionDraft('T');
    for (let count = 0; count < 52; count += 1) draft.addStep(newStep({ method: 'GET', url: `http://h${count}/a` }));
    for (const url of [' http://h51 ', 'x http://h', '{{a}} b', '://h', 'h2+x.y-z://a:5?b'])
      draft.addStep(newStep({ method: 'GET', url }));
    const { servers } = draft.result();
    expect(servers).toHaveLength(50);
    expect(servers.slice(0, 2)).toStrictEqual(['http://h51', 'http://h0']);
    const few = new CollectionDraft('T');
    for (const url of ['{{a}}b/c', 'h2+x.y-z://a:5?b', '1x://h']) few.addStep(newStep({ method: 'GET', url }));
    expect(few.result().servers).toStrictEqual(['{{a}}b', 'h2+x.y-z://a:5']);
  });

  test('fills in the missing parts of a step', () => {
    const { id, ...step } = newStep({ method: 'PUT', url: 'http://h/a ?b' });
    expect(id).not.toBe('');
    expect(step).toStrictEqual({
      name: 'PUT /a',
      group: '',
      method: 'PUT',
      url: 'http://h/a ?b',
      headers: [],
      queryParams: [],
      pathParams: [],
      body: { type: 'none' },
      authentication: { type: 'none' },
      assertions: [],
      dataHandlers: [],
      settings: {},
    });
  });
});

test.each([
  ['h2+a.b-c://h/a', 'GET /a'],
  ['/a?http://h/b', 'GET /a'],
  ['/see/http://h/b', 'GET /see/http://h/b'],
  ['a#b?c', 'GET a'],
])('the address %s names a request %s', (url, name) => {
  expect(stepName(' ', 'GET', url)).toBe(name);
});

test('a name of 60 characters is not cut', () => {
  expect(shortName('x'.repeat(60))).toBe('x'.repeat(60));
});

test('an enabled header is found by its name', () => {
  const rows = [row('A', '1', false), row(' a ', '2'), row('B', '3')];
  expect([findHeader(rows, 'A')?.value, findHeader(rows, 'b')?.value, findHeader(rows, 'C')]).toStrictEqual([
    '2',
    '3',
    undefined,
  ]);
});
