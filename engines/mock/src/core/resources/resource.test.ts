import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { RequestView } from '../request/request-view.ts';
import { listItems } from './list-items.ts';
import { Resource, type ResourceChange, type ResourceDefinition } from './resource.ts';

const pets = [
  { id: 1, name: 'Rex', age: 10, owner: { city: 'Rome' } },
  { id: 2, name: 'Tom', age: 9, owner: { city: 'Oslo' } },
  { id: 3, name: 'kit', age: 2, owner: { city: 'Rome' } },
];
const found = (query: string) => {
  const { items, total } = listItems(pets, new RequestView(mockRequest({ url: `/pets?${query}` })));
  return [items.map(({ id }) => id), total];
};

describe('records are listed', () => {
  test.each<[query: string, ids: number[], total: number]>([
    ['', [1, 2, 3], 3],
    ['name=Tom', [2], 1],
    ['name=tom', [], 0],
    ['name=Tom&name=Rex', [1, 2], 2],
    ['owner.city=Rome', [1, 3], 2],
    ['owner.city=Rome&age_lt=5', [3], 1],
    ['key=abc', [1, 2, 3], 3],
    ['age_eq=9', [2], 1],
    ['age_ne=9', [1, 3], 2],
    ['age_gt=9', [1], 1],
    ['age_gte=9', [1, 2], 2],
    ['age_lt=9', [3], 1],
    ['age_lte=9', [2, 3], 2],
    ['name_like=O', [2], 1],
    ['name_start=r', [1], 1],
    ['name_end=X', [1], 1],
    ['name_other=1', [1, 2, 3], 3],
    ['search=oslo', [2], 1],
    ['q=OSLO', [2], 1],
    ['sort=age', [3, 2, 1], 3],
    ['sort=-age', [1, 2, 3], 3],
    ['sort=%2Bage', [3, 2, 1], 3],
    ['sort=age&order=DESC', [1, 2, 3], 3],
    ['sort=name', [1, 2, 3], 3],
    ['sort=owner.city', [2, 1, 3], 3],
    ['sort=', [1, 2, 3], 3],
    ['limit=2', [1, 2], 3],
    ['size=2&page=2', [3], 3],
    ['per_page=1&page=2', [2], 3],
    ['limit=1&offset=2', [3], 3],
    ['page=1', [1, 2, 3], 3],
    ['page=0&limit=1', [1], 3],
    ['page=2', [], 3],
    ['limit=x&offset=-1', [1, 2, 3], 3],
    ['limit=0', [], 3],
  ])('by %s', (query, ids, total) => {
    expect(found(query)).toEqual([ids, total]);
  });

  test('a page has ten by default, and no list more than a thousand', () => {
    const many = Array.from({ length: 1200 }, (_, id) => ({ id }));
    const count = (url: string) => listItems(many, new RequestView(mockRequest({ url }))).items.length;
    expect([count('/?page=2'), count('/'), count('/?limit=5000')]).toEqual([10, 1000, 1000]);
  });
});

function serverOf(definition: Partial<ResourceDefinition>) {
  const resource = new Resource({ name: 'pets', path: '/pets/', ...definition });
  const changes: ResourceChange[] = [];
  resource.onChange = (change) => changes.push(change);
  const engine = new MockEngine();
  engine.resources.set('/pets', resource);
  const ask = (method: string, url: string, body?: unknown) => {
    const given: GivenRequest = { method, url, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { answer } = engine.serve(mockRequest(given));
    const text = String(answer.body);
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { resource, changes, ask };
}
const schema = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

describe('records are changed', () => {
  test('each change is reported with the record', () => {
    const { ask, changes } = serverOf({ items: [{ id: 4, name: 'Rex' }] });
    expect(ask('POST', '/pets', { name: 'Tom' })).toEqual({ status: 201, body: { id: 5, name: 'Tom' } });
    expect(ask('PATCH', '/pets/5', { id: 9, age: 1 })).toEqual({ status: 200, body: { id: 5, name: 'Tom', age: 1 } });
    expect(ask('PUT', '/pets/5', { age: 2 })).toEqual({ status: 200, body: { id: 5, age: 2 } });
    expect(ask('PUT', '/pets/8', { age: 3 })).toEqual({ status: 201, body: { id: 8, age: 3 } });
    expect(ask('DELETE', '/pets/4')).toEqual({ status: 204, body: undefined });
    expect(changes).toEqual([
      { kind: 'put', id: '5', item: { id: 5, name: 'Tom' } },
      { kind: 'put', id: '5', item: { id: 5, name: 'Tom', age: 1 } },
      { kind: 'put', id: '5', item: { id: 5, age: 2 } },
      { kind: 'put', id: '8', item: { id: 8, age: 3 } },
      { kind: 'delete', id: '4' },
    ]);
    expect(ask('PUT', '/pets', [{ id: 1 }])).toEqual({ status: 200, body: [{ id: 1 }] });
    expect(changes.at(-1)).toEqual({ kind: 'all' });
  });

  test.each<[method: string, url: string, body: unknown, status: number, error: string]>([
    ['POST', '/pets', [], 400, 'The body must be a JSON object.'],
    ['POST', '/pets', { id: 1, name: 'x' }, 409, 'The id 1 is taken.'],
    ['POST', '/pets', { name: 5 }, 422, 'The record does not fit its schema.'],
    ['PATCH', '/pets/1', { name: 5 }, 422, 'The record does not fit its schema.'],
    ['PUT', '/pets', [{ name: 5 }], 422, 'The records do not fit their schema.'],
    ['PUT', '/pets', {}, 400, 'The body must be a list of JSON objects.'],
    ['PUT', '/pets', [1], 400, 'The body must be a list of JSON objects.'],
    ['GET', '/pets/7', undefined, 404, 'No pets has the id 7.'],
    ['PATCH', '/pets/7', {}, 404, 'No pets has the id 7.'],
    ['DELETE', '/pets/7', undefined, 404, 'No pets has the id 7.'],
  ])('%s %s with %j is rejected', (method, url, body, status, error) => {
    const { ask, changes } = serverOf({ schema, validates: true, items: [{ id: 1, name: 'Rex' }] });
    expect(ask(method, url, body)).toMatchObject({ status, body: { error } });
    expect(changes).toEqual([]);
  });

  test('any record is accepted without validation', () => {
    const { ask } = serverOf({ schema, items: [] });
    expect(ask('POST', '/pets', { name: 5 }).status).toBe(201);
  });

  test('generated ids keep their type', () => {
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(serverOf({ items: [{ id: 'a' }] }).ask('POST', '/pets', {}).body).toEqual({ id: uuid });
    const texts = { type: 'object', properties: { id: { type: 'string' } } };
    expect(serverOf({ items: [], schema: texts }).ask('POST', '/pets', {}).body).toEqual({ id: uuid });
    expect(serverOf({ items: [], schema }).ask('PUT', '/pets/7', {}).body).toEqual({ id: 7 });
    expect(serverOf({ items: [{ id: 'a' }] }).ask('PUT', '/pets/7', {}).body).toEqual({ id: '7' });
    expect(serverOf({ items: [], idKey: 'key' }).ask('POST', '/pets', { id: 'x' }).body).toEqual({ id: 'x', key: 1 });
  });

  test('the list may be a member of the response; a reset restores the initial records', () => {
    const { ask, resource } = serverOf({ items: [{ id: 1 }], listKey: 'data' });
    expect(ask('GET', '/pets').body).toMatchObject({ data: [{ id: 1 }] });
    ask('DELETE', '/pets/1');
    expect(resource.items).toEqual([]);
    resource.reset();
    expect(resource.items).toEqual([{ id: 1 }]);
    expect(() => new Resource({ name: 'x', path: '/a/{b' })).toThrow('/a/{b');
  });
});

describe('records are generated from a schema', () => {
  const made = (properties: object, more: Partial<ResourceDefinition> = {}) => {
    const fake = (name: string) => `fake ${name}`;
    return new Resource(
      { name: 'pets', path: '/pets', schema: { type: 'object', properties }, count: 3, ...more },
      fake,
    ).items;
  };
  const text = { type: 'string' };

  test('with ids and realistic values', () => {
    const items = made({
      id: { type: 'integer' },
      email: text,
      firstName: text,
      state: { type: 'string', enum: ['on', 'off'] },
      born: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      isGood: { type: 'boolean' },
      age: { type: 'integer' },
      note: text,
    });
    expect(items.map(({ id }) => id)).toEqual([1, 2, 3]);
    for (const item of items) {
      expect(item).toMatchObject({ email: 'fake internet.email', firstName: 'fake person.firstName' });
      expect(item.state).toMatch(/^(on|off)$/);
      expect(item.born).toMatch(/^2026-\d\d-\d\d$/);
      expect(item.at).toMatch(/^2026-\d\d-\d\dT.*Z$/);
      expect(item.isGood).toBeTypeOf('boolean');
      expect(Number.isInteger(item.age)).toBe(true);
      expect(item.note).toBe(items[0]?.note);
    }
    const flags = made({ id: { type: 'integer' }, isGood: { type: 'boolean' } }, { count: 50 });
    expect(new Set(flags.map(({ isGood }) => isGood))).toEqual(new Set([true, false]));
    expect(made({ id: { type: 'integer' }, age: { type: 'integer' } })).toEqual(
      made({ id: { type: 'integer' }, age: { type: 'integer' } }),
    );
  });

  test("with string ids, and within the schema's bounds", () => {
    expect(made({ id: text }).map(({ id }) => id)).toEqual(['pets-1', 'pets-2', 'pets-3']);
    const [first] = made({ id: { type: 'string', format: 'uuid' } });
    expect(first?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    for (const { age } of made({ age: { type: 'integer', minimum: 5, maximum: 6 } })) expect([5, 6]).toContain(age);
    expect(made({}, { count: 5000 })).toHaveLength(1000);
    expect(new Resource({ name: 'x', path: '/x' }).items).toEqual([]);
  });
});
