import type { ScriptInput } from '@touchstone/contracts/api-testing';

type Draft = Partial<ScriptInput> & Pick<ScriptInput, 'scriptName' | 'method' | 'url'>;
const status = (expected: number) => ({
  kind: 'status' as const,
  operator: 'equals' as const,
  expected,
  enabled: true,
});
const json = (
  path: string,
  expected: string | number | boolean,
  operator: 'equals' | 'exists' | 'greaterThan' | 'type' | 'length' = 'equals',
) => ({ kind: 'jsonPath' as const, path, operator, expected, enabled: true });
const jsonHeader = { key: 'Content-Type', value: 'application/json', enabled: true };

/** sampleSuites are suites that test the sample API; the first is run as a first step. */
export const sampleSuites: { suiteName: string; suiteDescription: string; scripts: Draft[] }[] = [
  {
    suiteName: 'Pets',
    suiteDescription: 'Lists and reads pets: status, header, JSON path and XPath assertions.',
    scripts: [
      {
        scriptName: 'List available pets',
        method: 'GET',
        url: '{{baseUrl}}/pets',
        queryParams: [{ key: 'status', value: 'available', enabled: true }],
        assertions: [
          status(200),
          { kind: 'header', path: 'Content-Type', operator: 'contains', expected: 'application/json', enabled: true },
          json('$.total', 3),
          json("$.pets[?@.kind=='cat'].name", 'Mia'),
          { kind: 'responseTime', operator: 'lessThan', expected: 2000, enabled: true },
        ],
        dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.pets[0].id', enabled: true }],
      },
      {
        scriptName: 'Read the first pet',
        method: 'GET',
        url: '{{baseUrl}}/pets/{id}',
        pathParams: [{ key: 'id', value: '{{petId}}', enabled: true }],
        assertions: [status(200), json('$.name', 'Rex'), json('$.tags', 2, 'length')],
      },
      {
        scriptName: 'Read a pet as XML',
        method: 'GET',
        url: '{{baseUrl}}/pets/3',
        headers: [{ key: 'Accept', value: 'application/xml', enabled: true }],
        assertions: [
          status(200),
          { kind: 'xpath', path: '/pet/name', operator: 'equals', expected: 'Kiwi', enabled: true },
          { kind: 'xpath', path: 'count(/pet/tags/tag)', operator: 'equals', expected: 1, enabled: true },
        ],
      },
      {
        scriptName: 'A pet that does not exist',
        method: 'GET',
        url: '{{baseUrl}}/pets/99',
        assertions: [status(404), json('$.error', 'NOT_FOUND')],
      },
    ],
  },
  {
    suiteName: 'Create and delete a pet',
    suiteDescription: 'Each script uses the id that the first one extracts.',
    scripts: [
      {
        scriptName: 'Create a pet',
        method: 'POST',
        url: '{{baseUrl}}/pets',
        headers: [jsonHeader],
        body: {
          type: 'json',
          content: '{\n  "name": "Nala {{$randomInt}}",\n  "kind": "cat",\n  "price": 250.5,\n  "tags": ["playful"]\n}',
        },
        assertions: [
          status(201),
          json('$.kind', 'cat'),
          json('$.id', 100, 'greaterThan'),
          { kind: 'header', path: 'Location', operator: 'matches', expected: '/pets/\\d+$', enabled: true },
        ],
        dataHandlers: [{ name: 'newPetId', source: 'jsonPath', path: '$.id', enabled: true }],
      },
      {
        scriptName: 'Sell it',
        method: 'PUT',
        url: '{{baseUrl}}/pets/{{newPetId}}',
        headers: [jsonHeader],
        body: { type: 'json', content: '{ "name": "Nala", "kind": "cat", "status": "sold", "price": 199 }' },
        assertions: [status(200), json('$.status', 'sold'), json('$.price', 199)],
      },
      { scriptName: 'Delete it', method: 'DELETE', url: '{{baseUrl}}/pets/{{newPetId}}', assertions: [status(204)] },
      { scriptName: 'It is gone', method: 'GET', url: '{{baseUrl}}/pets/{{newPetId}}', assertions: [status(404)] },
    ],
  },
  {
    suiteName: 'Sign in and profile',
    suiteDescription: 'Signs in with a secret variable and uses the token.',
    scripts: [
      {
        scriptName: 'Sign in',
        method: 'POST',
        url: '{{baseUrl}}/login',
        headers: [jsonHeader],
        body: { type: 'json', content: '{ "user": "{{user}}", "password": "{{password}}" }' },
        assertions: [
          status(200),
          json('$.user.name', '{{user}}'),
          {
            kind: 'jsonPath',
            path: '$.token',
            operator: 'matches',
            expected: '^[\\w-]+\\.[0-9a-f]{32}$',
            enabled: true,
          },
        ],
        dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token', enabled: true }],
      },
      {
        scriptName: 'Read the profile',
        method: 'GET',
        url: '{{baseUrl}}/me',
        authentication: { type: 'bearer', token: '{{token}}' },
        assertions: [status(200), json('$.user.role', 'customer')],
      },
    ],
  },
  {
    suiteName: 'Fails on purpose',
    suiteDescription: 'Shows what a failed assertion and an unreachable server look like in a report.',
    scripts: [
      {
        scriptName: 'The price is wrong',
        method: 'GET',
        url: '{{baseUrl}}/pets/1',
        assertions: [status(200), json('$.price', 402), json('$.name', 'Rex')],
      },
      { scriptName: 'Connection refused', method: 'GET', url: 'http://localhost:9/', assertions: [status(200)] },
    ],
  },
];
