import { type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';

const server = '{{$serverUrl}}/sample/petstore';
const status = (expected: number) => ({ kind: 'status', operator: 'equals', expected }) as const;

/** exampleRequests returns requests of the sample API that run as they are; the first is self-contained. */
export const exampleRequests = (): ScriptInput[] =>
  [
    {
      scriptName: 'List available pets',
      method: 'GET',
      url: `${server}/pets`,
      headers: [{ key: 'Accept', value: 'application/json' }],
      queryParams: [
        { key: 'status', value: 'available' },
        { key: 'limit', value: '5' },
      ],
      assertions: [status(200), { kind: 'jsonPath', path: '$.pets[0].name', operator: 'exists' }],
      dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.pets[0].id' }],
    },
    {
      scriptName: 'Read the first pet',
      method: 'GET',
      url: `${server}/pets/{id}`,
      pathParams: [{ key: 'id', value: '{{petId}}' }],
      assertions: [status(200), { kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '{{petId}}' }],
    },
    {
      scriptName: 'Create a pet',
      method: 'POST',
      url: `${server}/pets`,
      body: {
        type: 'json',
        content: '{\n  "name": "Nala",\n  "kind": "cat",\n  "price": 250.5,\n  "tags": ["playful"]\n}',
      },
      assertions: [status(201), { kind: 'jsonPath', path: '$.kind', operator: 'equals', expected: 'cat' }],
    },
  ].map((request) => scriptInputSchema.parse(request));
