import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { petstoreDocument } from '../domain/pet.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

const base = '/sample/petstore';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) {
  const isText = typeof options.body === 'string';
  const answer = await fetch(`${server.url}${base}${path}`, {
    method,
    headers: { ...(options.body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
    ...(options.body !== undefined && { body: isText ? (options.body as string) : JSON.stringify(options.body) }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: type.includes('json') ? JSON.parse(text) : undefined,
  };
}
const nala = { name: 'Nala', kind: 'cat', price: 99.5 };
const newPet = async (): Promise<number> => (await call('POST', '/pets', { body: nala })).body.id;

test('lists the fixed pets in pages and by status', async () => {
  await newPet();
  const all = await call('GET', '/pets');
  expect(all.body).toMatchObject({
    total: 6,
    pets: [{ id: 1, name: 'Rex', price: 420, tags: ['friendly', 'trained'] }, {}, {}, {}, {}, {}],
  });
  expect(all.headers.get('x-total-count')).toBe('6');
  const page = await call('GET', '/pets?limit=2&offset=4');
  expect(page.body.pets.map((pet: { id: number }) => pet.id)).toEqual([5, 6]);
  const sold = await call('GET', '/pets?status=sold');
  expect(sold.body).toMatchObject({ total: 1, pets: [{ id: 5, status: 'sold' }] });
});

test.each([
  ['limit=0', 1],
  ['limit=-5', 1],
  ['limit=1.9', 1],
  ['limit=1e999', 6],
  ['limit=abc', 6],
  ['offset=1e300', 0],
  ['offset=-1', 6],
  ['offset=2.5', 4],
  ['status=none', 0],
  ['status=a&status=b', 0],
])('a list with %s returns %d pets', async (query, count) => {
  const answer = await call('GET', `/pets?${query}`);
  expect([answer.status, answer.body.pets.length]).toEqual([200, count]);
});

test.each([
  ['/pets/2', {}, /^application\/json/, '"name":"Mia"'],
  ['/pets/2.xml', {}, /^application\/xml/, '<pet id="2"><name>Mia</name><kind>cat</kind>'],
  ['/pets/2', { accept: 'application/xml' }, /^application\/xml/, '<price currency="EUR">180.50</price>'],
])('GET %s with %j returns the pet', async (path, headers, type, part) => {
  const answer = await call('GET', path, { headers: headers as Record<string, string> });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(type);
  expect(answer.text).toContain(part);
});

test('texts in XML are escaped', async () => {
  const { body } = await call('POST', '/pets', { body: { ...nala, name: '<b>&"Rex"</b>', tags: ['a<b'] } });
  expect((await call('GET', `/pets/${body.id}.xml`)).text).toContain(
    '<name>&lt;b&gt;&amp;&quot;Rex&quot;&lt;/b&gt;</name>',
  );
});

test.each(['/pets/99', '/pets/0', '/pets/-1', '/pets/abc', '/pets/999999999999999', '/pets/1e3', '/pets/1;drop'])(
  'GET, PUT and DELETE of %s find no pet',
  async (path) => {
    const answers = await Promise.all([call('GET', path), call('PUT', path, { body: nala }), call('DELETE', path)]);
    expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual(Array(3).fill([404, 'NOT_FOUND']));
  },
);

test('a pet is created, changed and deleted', async () => {
  const made = await call('POST', '/pets', { body: nala });
  expect(made).toMatchObject({ status: 201, body: { ...nala, status: 'available', tags: [] } });
  const { id } = made.body;
  expect(id).toBeGreaterThan(100);
  expect(made.headers.get('location')).toBe(`${base}/pets/${id}`);
  const changed = await call('PUT', `/pets/${id}`, { body: { ...nala, status: 'sold', tags: ['gone'] } });
  expect(changed).toMatchObject({ status: 200, body: { id, status: 'sold', tags: ['gone'] } });
  expect((await call('GET', `/pets/${id}`)).body).toEqual(changed.body);
  expect(await call('DELETE', `/pets/${id}`)).toMatchObject({ status: 204, text: '' });
  expect((await call('GET', `/pets/${id}`)).status).toBe(404);
});

test('the pets of the product stay as they are', async () => {
  expect((await call('PUT', '/pets/1', { body: nala })).body).toMatchObject({ id: 1, name: 'Rex' });
  expect(await call('DELETE', '/pets/1')).toMatchObject({ status: 409, body: { error: 'FIXED' } });
  expect((await call('GET', '/pets/1')).body).toMatchObject({ name: 'Rex' });
});

test.each([
  [{}, ['kind', 'name', 'price']],
  [{ ...nala, kind: 'dragon' }, ['kind']],
  [{ ...nala, price: -1 }, ['price']],
  [{ ...nala, name: '' }, ['name']],
  [{ ...nala, extra: 1 }, ['']],
  [{ ...nala, tags: ['a', 2] }, ['tags.1']],
])('%j is not a pet', async (body, fields) => {
  for (const answer of [await call('POST', '/pets', { body }), await call('PUT', '/pets/1', { body })]) {
    expect(answer).toMatchObject({ status: 422, body: { error: 'INVALID', message: 'The pet is not valid.' } });
    expect(answer.body.fields.map((field: { field: string }) => field.field).sort()).toEqual(fields);
  }
});

test.each(['ana', 'another user', 'ünïcode'])('%s signs in and is known by token and by cookie', async (user) => {
  const answer = await call('POST', '/login', { body: { user, password: 'paws-and-claws' } });
  expect(answer).toMatchObject({ status: 200, body: { user: { name: user, role: 'customer' } } });
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^petstore_session=\S+; Path=\/sample\/petstore; HttpOnly; SameSite=Lax$/);
  const bySession: Record<string, string> = { cookie: cookie.split(';')[0] ?? '' };
  const byToken: Record<string, string> = { authorization: `Bearer ${answer.body.token}` };
  for (const headers of [bySession, byToken])
    expect((await call('GET', '/me', { headers })).body).toEqual({ user: { name: user, role: 'customer' } });
});

test.each([
  [{ user: 'ana', password: 'wrong' }],
  [{ password: 'paws-and-claws' }],
  [{ user: { name: 'ana' }, password: 'paws-and-claws' }],
  [{ user: 'x'.repeat(101), password: 'paws-and-claws' }],
  ['null'],
  ['[]'],
])('a sign-in with %j is rejected', async (body) => {
  expect(await call('POST', '/login', { body })).toMatchObject({ status: 401, body: { error: 'WRONG_CREDENTIALS' } });
});

test.each([
  {},
  { authorization: 'Bearer YW5h.0000' },
  { authorization: 'Basic YW5h' },
  { cookie: 'petstore_session=' },
])('no user is known by %j', async (headers) => {
  const answer = await call('GET', '/me', { headers: headers as Record<string, string> });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test.each([
  ['/status/200', 200],
  ['/status/418', 418],
  ['/status/503', 503],
  ['/status/199', 400],
  ['/status/600', 400],
  ['/status/abc', 400],
])('%s responds with %d', async (path, status) => {
  expect((await call('GET', path)).status).toBe(status);
});

test.each([
  ['/delay/0', 0],
  ['/delay/20', 20],
  ['/delay/-5', 0],
  ['/delay/abc', 0],
])('%s waits %d ms', async (path, delayedMs) => {
  const startedAt = performance.now();
  expect((await call('GET', path)).body).toEqual({ delayedMs });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(delayedMs - 1);
});

type Schema = {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema | undefined>;
  items?: Schema;
  enum?: string[];
  const?: unknown;
  example?: unknown;
};
type Document = ReturnType<typeof petstoreDocument>;

test('the OpenAPI document’s examples respond as documented', async () => {
  const document: Document = (await call('GET', '/openapi.json')).body;
  expect(document.servers).toEqual([{ url: server.url + base }]);
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema;
    return document.components.schemas[schema.$ref.split('/').at(-1) as 'Pet'] as Schema;
  };
  const matches = (given: Schema, value: unknown, place: string): void => {
    const schema = resolve(given);
    if (schema.enum) expect(schema.enum, place).toContain(value);
    if ('const' in schema) expect(value, place).toBe(schema.const);
    if (schema.type === 'integer') expect(Number.isInteger(value), place).toBe(true);
    else if (schema.type === 'array')
      for (const [n, item] of (value as unknown[]).entries()) matches(schema.items ?? {}, item, `${place}.${n}`);
    else if (schema.type === 'object') {
      const object = value as Record<string, unknown>;
      expect(Object.keys(object), place).toEqual(expect.arrayContaining(schema.required ?? []));
      for (const [name, property] of Object.entries(schema.properties ?? {}))
        if (property && name in object) matches(property, object[name], `${place}.${name}`);
    } else if (schema.type) expect(typeof value, place).toBe(schema.type);
  };
  const exampleOf = (given: Schema): unknown => {
    const schema = resolve(given);
    const value = (name: string) => {
      const property = schema.properties?.[name] ?? {};
      return property.example ?? property.enum?.[0];
    };
    return Object.fromEntries((schema.required ?? []).map((name) => [name, value(name)]));
  };
  interface Operation {
    parameters?: { name: string; in: string; example: unknown }[];
    requestBody?: { content: { 'application/json': { schema: Schema } } };
    responses: Record<string, { content?: { 'application/json': { schema: Schema } } }>;
  }
  let operations = 0;
  for (const [path, item] of Object.entries(document.paths)) {
    const { parameters: shared = [], ...methods } = item as { parameters?: Operation['parameters'] } & Record<
      string,
      Operation
    >;
    for (const [method, operation] of Object.entries(methods) as [string, Operation][]) {
      const parameters = [...shared, ...(operation.parameters ?? [])];
      const filled = parameters.reduce(
        (text, parameter) => text.replace(`{${parameter.name}}`, String(parameter.example)),
        path,
      );
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => `${parameter.name}=${parameter.example}`);
      const schema = operation.requestBody?.content['application/json'].schema;
      const answer = await call(
        method.toUpperCase() as Method,
        filled + (query.length ? `?${query.join('&')}` : ''),
        schema ? { body: exampleOf(schema) } : {},
      );
      const response = operation.responses[answer.status];
      expect(response, `${method} ${filled} answered ${answer.status}`).toBeDefined();
      expect(answer.status).toBeLessThan(300);
      if (response?.content) matches(response.content['application/json'].schema, answer.body, `${method} ${path}`);
      operations += 1;
    }
  }
  expect(operations).toBe(5);
});
