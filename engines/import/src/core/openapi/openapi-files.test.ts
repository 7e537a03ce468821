import { expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';
import { joinOpenApiFiles } from './openapi-files.ts';

/** Imports `api/openapi.yaml` from a few in-memory files. */
async function read(files: Record<string, string>) {
  const asked: string[] = [];
  const location = 'api/openapi.yaml';
  const joined = await joinOpenApiFiles(files[location] ?? '', {
    location,
    resolve: async (name) => {
      asked.push(name);
      if (name.startsWith('..')) throw new Error('it lies outside');
      return files[name];
    },
  });
  const api = importOpenApi(joined.text, { baseUrl: 'http://pets.test' });
  return { ...api, problems: [...joined.problems, ...api.problems], asked };
}

const head = 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\n';
const bodyOf = (schema: string) =>
  `${head}paths:\n  /pets:\n    post:\n      requestBody: { content: { application/json: { schema: { $ref: "${schema}" } } } }\n      responses: { 200: { description: ok } }\n`;
const person = '{ "type": "object", "properties": { "name": { "type": "string", "example": "Ada" } } }';

const cases: [what: string, files: Record<string, string>, body: unknown, asked: string[]][] = [
  [
    'a whole file',
    { 'api/openapi.yaml': bodyOf('person.json'), 'api/person.json': person },
    { name: 'Ada' },
    ['api/person.json'],
  ],
  [
    'a part of a file in another folder, whose own references are relative to it',
    {
      'api/openapi.yaml': bodyOf('./common/all.yaml#/schemas/Pet'),
      'api/common/all.yaml':
        'schemas:\n  Pet: { type: object, properties: { id: { $ref: "#/schemas/Id" }, owner: { $ref: "../person.json" } } }\n  Id: { type: integer, example: 7 }\n',
      'api/person.json': person,
    },
    { id: 7, owner: { name: 'Ada' } },
    ['api/common/all.yaml', 'api/person.json'],
  ],
  [
    'a file that refers back to the document',
    {
      'api/openapi.yaml': `${bodyOf('pet.yaml')}components: { schemas: { Id: { type: integer, example: 9 } } }\n`,
      'api/pet.yaml': 'type: object\nproperties: { id: { $ref: "openapi.yaml#/components/schemas/Id" } }\n',
    },
    { id: 9 },
    ['api/pet.yaml'],
  ],
  [
    'a name with a blank',
    { 'api/openapi.yaml': bodyOf('a%20b.json'), 'api/a b.json': person },
    { name: 'Ada' },
    ['api/a b.json'],
  ],
  [
    'properties that are called $ref, example and value',
    {
      'api/openapi.yaml': bodyOf('odd.yaml'),
      'api/odd.yaml':
        'type: object\nexample: { $ref: data.yaml }\nproperties: { $ref: { type: string }, value: { $ref: person.json } }\n',
      'api/person.json': person,
    },
    { $ref: 'data.yaml' },
    ['api/odd.yaml', 'api/person.json'],
  ],
];

test.each(cases)('follows a reference to %s, and reads each file once', async (_what, files, body, asked) => {
  const { steps, problems, asked: locations } = await read(files);
  expect(problems).toEqual([]);
  expect(JSON.parse((steps.map((step) => step.body as { content: string })[0] ?? { content: '' }).content)).toEqual(
    body,
  );
  expect(locations).toEqual(asked);
});

test('takes whole paths from files, and stops at cycles between files', async () => {
  const { steps, problems } = await read({
    'api/openapi.yaml': `${head}paths: { /tree: { $ref: paths/tree.yaml } }\n`,
    'api/paths/tree.yaml':
      'get:\n  summary: Read the tree\n  responses: { 200: { description: ok, content: { application/json: { schema: { $ref: ../a.yaml } } } } }\n',
    'api/a.yaml': 'type: object\nproperties: { b: { $ref: b.yaml } }\n',
    'api/b.yaml': 'type: object\nproperties: { a: { $ref: a.yaml } }\n',
  });
  expect(problems).toEqual([]);
  expect(steps.map(({ method, url, name }) => [method, url, name])).toEqual([
    ['GET', 'http://pets.test/tree', 'Read the tree'],
  ]);
  expect(JSON.stringify(steps[0]?.assertions)).toContain('$defs');
});

test.each([
  ['absent.yaml', /no such file/],
  ['../../secret.yaml', /it lies outside/],
  ['list.yaml', /neither a JSON object nor a YAML mapping/],
])('lists %s, which cannot be resolved, and imports the rest', async (file, reason) => {
  const { steps, problems } = await read({ 'api/openapi.yaml': bodyOf(file), 'api/list.yaml': '- 1' });
  expect(steps).toHaveLength(1);
  expect(problems.map((problem) => `${problem.place}: ${problem.reason}`).join('\n')).toMatch(reason);
});

test('reads at most 500 files, and none from a document that is nested too deeply', async () => {
  let count = 0;
  const { problems } = await joinOpenApiFiles(bodyOf('0.yaml'), {
    location: 'openapi.yaml',
    resolve: async () => {
      count += 1;
      return `type: object\nproperties: { a: { $ref: ${count}.yaml } }`;
    },
  });
  expect(count).toBe(499);
  expect(problems.at(-1)?.reason).toContain('too many or too large files');
  const deep = `{"openapi":"3.0.3","a":${'['.repeat(5000)}${']'.repeat(5000)},"b":{"$ref":"0.yaml"}}`;
  const { text } = await joinOpenApiFiles(deep, { location: 'openapi.json', resolve: async () => '{}' });
  expect(text).toBe(deep);
});
