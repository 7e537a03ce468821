import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { applyLinks } from './apply-links.ts';
import { automap } from './automap.ts';

const text = { type: 'string' };
const step = (name: string, request: string, parts: Partial<ImportedStep> = {}): ImportedStep => {
  const [method = '', url = ''] = request.split(' ');
  return { ...newStep({ name, method, url: `https://h.test${url}` }), id: name, ...parts };
};
const returns = (schema: object): Partial<ImportedStep> => ({
  documentation: { responses: [{ status: '200', description: '', contents: [{ type: 'application/json', schema }] }] },
});
const object = (properties: object) => ({ type: 'object', properties });
const sends = (content: unknown): Partial<ImportedStep> => ({
  body: { type: 'json', content: JSON.stringify(content) },
});
const query = (...keys: string[]) => ({ queryParams: keys.map((key) => ({ key, value: '' })) });
const linesOf = (steps: ImportedStep[]) =>
  automap(steps).links.map(({ from, to, confidence }) => `${from.stepId} > ${to.stepId} ${to.name}, ${confidence}`);
const orders = (parts: Partial<ImportedStep> = {}) =>
  step('orders', 'POST /orders', { ...returns(object({ id: text })), ...parts });
const carts = (parts: Partial<ImportedStep> = {}) =>
  step('carts', 'GET /carts', { ...returns({ type: 'array', items: object({ id: text }) }), ...parts });

describe('links', () => {
  test('that would form a circle give way to the more certain one', () => {
    const steps = [orders(query('cartId')), carts(query('orderId'))];
    expect(linesOf(steps)).toEqual(['orders > carts orderId, 0.9']);
    expect(linesOf(steps.toReversed())).toEqual(['orders > carts orderId, 0.9']);
    expect(automap(steps.toReversed()).order).toEqual(['orders', 'carts']);
  });

  test('may come from a request whose body names its own id', () => {
    const add = step('add', 'POST /orders', { ...returns(object({ orderId: text })), ...sends({ orderId: 'x' }) });
    expect(linesOf([add, step('get', 'GET /orders/{id}')])).toEqual(['add > get id, 0.9']);
  });

  test('that would form a circle of three give way, too', () => {
    const items = step('items', 'POST /items', { ...returns(object({ id: text })), ...query('cartId') });
    const steps = [orders(query('itemId')), carts(query('orderId')), items];
    expect(linesOf(steps)).toEqual(['items > orders itemId, 0.9', 'orders > carts orderId, 0.9']);
    expect(automap(steps).order).toEqual(['items', 'orders', 'carts']);
  });

  test('fall back on another value instead of a circle', () => {
    const other = step('other', 'GET /orders', returns({ type: 'array', items: object({ id: text }) }));
    const steps = [
      orders(query('cartId')),
      step('carts', 'POST /carts', { ...returns(object({ id: text })), ...query('orderId') }),
      other,
    ];
    expect(linesOf(steps)).toEqual(['carts > orders cartId, 0.9', 'other > carts orderId, 0.72']);
  });

  test.each<[produced: object, taken: object, confidence: number]>([
    [{ ...text, format: 'uuid' }, { ...text, format: 'uuid' }, 0.96],
    [{ ...text, format: 'uuid' }, { ...text, format: 'email' }, 0.8],
    [{ ...text, format: 'uuid' }, text, 0.93],
    [text, { ...text, format: 'uuid' }, 0.93],
    [text, text, 0.93],
    [{ ...text, format: 'uuid' }, {}, 0.9],
    [{}, text, 0.9],
    [{ type: 'integer' }, { type: 'number' }, 0.9],
    [{ type: 'integer' }, text, 0.6],
    [{ ...text, format: 'date' }, { ...text, format: 'date' }, 0.9],
  ])('of %j to %j have the confidence %d', (produced, taken, confidence) => {
    const take = step('take', 'GET /x', {
      ...query('orderId'),
      documentation: { parameters: [{ in: 'query', name: 'orderId', schema: taken }] },
    });
    const add = step('add', 'POST /orders', returns(object({ id: produced })));
    expect(linesOf([add, take])).toEqual([`add > take orderId, ${confidence}`]);
  });
});

describe('the order', () => {
  const del = step('del', 'DELETE /orders/{id}');
  const get = step('get', 'GET /orders/{id}');

  test('puts a value before its use, and leaves other requests where they are', () => {
    const [first, last] = [step('first', 'GET /a'), step('last', 'GET /b')];
    expect(automap([first, get, last, orders()]).order).toEqual(['first', 'last', 'orders', 'get']);
    expect(automap([last, first]).order).toEqual(['last', 'first']);
    expect(automap([])).toEqual({ links: [], order: [] });
  });

  test('follows a chain of values, whatever order the requests have', () => {
    const line = step('line', 'POST /orders/{orderId}/lines', returns(object({ id: text })));
    const note = step('note', 'POST /lines/{lineId}/notes', returns(object({ id: text })));
    const read = step('read', 'GET /notes/{noteId}');
    expect(automap([read, note, line, orders()]).order).toEqual(['orders', 'line', 'note', 'read']);
    expect(automap([note, read, orders(), line]).order).toEqual(['orders', 'line', 'note', 'read']);
  });

  test('puts deletions last, even before what uses other values', () => {
    const cancel = step('cancel', 'DELETE /carts/{cartId}', query('orderId'));
    expect(automap([del, cancel, get, carts(), orders()]).order).toEqual(['carts', 'orders', 'get', 'del', 'cancel']);
  });
});

test('a schema that refers to itself in a composition ends', () => {
  const node = { allOf: [{ $ref: '#/$defs/Node' }, object({ id: text })] };
  const add = step('add', 'POST /orders', returns({ $ref: '#/$defs/Node', $defs: { Node: node } }));
  expect(linesOf([add, step('get', 'GET /orders/{orderId}')])).toEqual(['add > get orderId, 0.9']);
});

describe('a value in a body', () => {
  const linked = (content: unknown) => {
    const steps = [orders(), step('take', 'POST /x', sends(content))];
    const [, take] = applyLinks(steps, automap(steps).links);
    return take?.body.type === 'json' ? take.body.content.replaceAll(/\s/g, '') : undefined;
  };

  test('stays a text or a number', () => {
    expect(linked({ orderId: '7' })).toBe('{"orderId":"{{orderId}}"}');
    expect(linked({ orderId: 7 })).toBe('{"orderId":{{orderId}}}');
    expect(linked({ orderId: 7, parent: { orderId: '7' } })).toBe(
      '{"orderId":{{orderId}},"parent":{"orderId":"{{orderId}}"}}',
    );
    expect(linked({ orderId: '7', parent: { orderId: 7 } })).toBe(
      '{"orderId":"{{orderId}}","parent":{"orderId":{{orderId}}}}',
    );
    expect(linked({ orderId: 7, note: '{{orderId}}' })).toBe('{"orderId":{{orderId}},"note":"{{orderId}}"}');
  });
});
