import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { canonical, mergeStep, type RequestPart } from './merge-parts.ts';
import { mergeReimport } from './merge-reimport.ts';

const base: ImportedStep = {
  ...newStep({ name: 'Read', method: 'GET', url: 'https://a.test/x', group: 'G' }),
  id: 'base',
};
const step = (parts: Partial<ImportedStep> = {}): ImportedStep => ({ ...base, ...parts });
const merge = (
  previous: Partial<ImportedStep>,
  current: Partial<ImportedStep>,
  imported: Partial<ImportedStep>,
  side: 'user' | 'document' = 'user',
) => mergeStep({ previous: step(previous), current: step(current), imported: step(imported) }, () => side);

test.each<[left: unknown, right: unknown, same: boolean]>([
  [{ a: 1, b: { d: 1, c: 2 } }, { b: { c: 2, d: 1 }, a: 1 }, true],
  [{ id: 1, a: [{ id: 2 }] }, { a: [{}] }, true],
  [{ enabled: true }, {}, true],
  [{ enabled: false }, {}, false],
  [{ other: true }, {}, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [undefined, null, false],
  [{ expected: { id: 1 } }, { expected: { id: 2 } }, false],
  [{ expected: { b: 1, a: [{ id: 1 }] } }, { expected: { a: [{ id: 1 }], b: 1 } }, true],
  [{ expected: { enabled: true } }, { expected: {} }, false],
  [
    { schema: { properties: { id: { type: 'integer' } } } },
    { schema: { properties: { id: { type: 'string' } } } },
    false,
  ],
  [{ documentation: { id: 1 } }, { documentation: {} }, false],
  [{ value: { id: 1 } }, { value: {} }, true],
  [{ a: null }, {}, false],
])('%j and %j are the same: %s', (left, right, same) => {
  expect(canonical(left) === canonical(right)).toBe(same);
});

test('a changed schema of a property named id is a change of the assertion and of the documentation', () => {
  const described = (type: string): Partial<ImportedStep> => {
    const schema = { type: 'object', properties: { id: { type } } };
    return {
      assertions: [{ id: type, kind: 'jsonSchema', operator: 'equals', expected: schema }],
      documentation: {
        responses: [{ status: '200', description: '', contents: [{ type: 'application/json', schema }] }],
      },
    };
  };
  const { step: merged, changes, conflicts } = merge(described('integer'), described('integer'), described('string'));
  expect([changes, conflicts]).toEqual([['assertions', 'documentation'], []]);
  // The product's own id stays.
  expect(merged).toMatchObject({
    ...described('string'),
    assertions: [{ ...described('string').assertions?.[0], id: 'integer' }],
  });
});

describe('parts with a single value', () => {
  const parts: [part: RequestPart, one: unknown, two: unknown, three: unknown][] = [
    ['name', 'a', 'b', 'c'],
    ['group', 'a', 'b', 'c'],
    ['method', 'GET', 'PUT', 'POST'],
    ['url', '/a', '/b', '/c'],
    ['authentication', { type: 'none' }, { type: 'bearer', token: 'b' }, { type: 'bearer', token: 'c' }],
    ['settings', {}, { followRedirects: true }, { followRedirects: false }],
    ['preRequestScript', 'a', 'b', 'c'],
    ['testScript', 'a', 'b', 'c'],
    ['description', 'a', 'b', undefined],
    ['documentation', { operationId: 'a' }, undefined, { operationId: 'c' }],
    ['body', { type: 'none' }, { type: 'text', content: 'b' }, { type: 'text', content: 'c' }],
  ];
  test.each(parts)('%s', (part, one, two, three) => {
    const of = (value: unknown) => ({ [part]: value });
    const result = (...given: Parameters<typeof merge>) => {
      const { step: merged, changes, conflicts } = merge(...given);
      return [merged[part as keyof ImportedStep], changes, conflicts];
    };
    expect(result(of(one), of(one), of(two))).toEqual([two, [part], []]);
    expect(result(of(one), of(two), of(one))).toEqual([two, [], []]);
    expect(result(of(one), of(two), of(two))).toEqual([two, [], []]);
    expect(result(of(one), of(two), of(three))).toEqual([two, [], [part]]);
    expect(result(of(one), of(two), of(three), 'document')).toEqual([three, [], [part]]);
  });

  test('a part removed from the document is removed', () => {
    const { step: merged } = merge({ description: 'a' }, { description: 'a' }, {});
    expect(Object.hasOwn(merged, 'description')).toBe(false);
    expect(Object.hasOwn(merge({}, {}, {}).step, 'examples')).toBe(false);
  });
});

describe('lists are merged item by item', () => {
  const row = (key: string, value = key) => ({ key, value });
  type Rows = { key: string; value: string }[];
  const rows = (
    part: 'headers' | 'queryParams' | 'pathParams',
    previous: Rows,
    current: Rows,
    imported: Rows,
    side?: 'user' | 'document',
  ) => {
    const {
      step: merged,
      changes,
      conflicts,
    } = merge({ [part]: previous }, { [part]: current }, { [part]: imported }, side);
    return { rows: merged[part].map(({ key, value }) => `${key}=${value}`).join(' '), changes, conflicts };
  };
  const [a, b, c] = [row('a'), row('b'), row('c')];
  test.each<
    [
      name: string,
      previous: Rows,
      current: Rows,
      imported: Rows,
      found: string,
      isChanged: boolean,
      isConflict: boolean,
    ]
  >([
    ['one added there', [a], [a], [a, b], 'a=a b=b', true, false],
    ['one added here', [a], [a, b], [a], 'a=a b=b', false, false],
    ['one added on both sides', [a], [a, b], [a, c], 'a=a b=b c=c', true, false],
    ['the same one added on both sides', [], [a], [a], 'a=a', false, false],
    ['one removed there', [a, b], [a, b], [a], 'a=a', true, false],
    ['one removed here', [a, b], [a], [a, b], 'a=a', false, false],
    ['one removed here while another came', [a, b], [a], [a, b, c], 'a=a c=c', true, false],
    ['one changed there', [a], [a], [row('a', '2')], 'a=2', true, false],
    ['one changed here', [a, b], [row('a', '2'), b], [a, b, c], 'a=2 b=b c=c', true, false],
    ['one changed on both sides', [a], [row('a', '2')], [row('a', '3')], 'a=2', false, true],
    ['one changed here and removed there', [a], [row('a', '2')], [], 'a=2', false, true],
    ['one removed here and changed there', [a, b], [b], [row('a', '3'), b], 'b=b', false, true],
    ['another order there', [a, b], [a, b], [b, a], 'b=b a=a', true, false],
    ['another order here', [a, b, c], [c, a, b], [a, b, row('c', '2')], 'c=2 a=a b=b', true, false],
    ['several of a name', [a, a], [a, a], [a, a, row('a', '3')], 'a=a a=a a=3', true, false],
    ['the second of a name', [a, row('a', '2')], [a, row('a', '2')], [a, row('a', '3')], 'a=a a=3', true, false],
  ])('%s', (_name, previous, current, imported, found, isChanged, isConflict) => {
    for (const part of ['headers', 'queryParams', 'pathParams'] as const)
      expect(rows(part, previous, current, imported)).toEqual({
        rows: found,
        changes: isChanged ? [part] : [],
        conflicts: isConflict ? [part] : [],
      });
  });

  test('the side of a conflict', () => {
    expect(rows('headers', [a, b], [row('a', '2'), b], [row('a', '3'), b], 'document').rows).toBe('a=3 b=b');
  });

  test('header names are case-insensitive, parameter names are not', () => {
    expect(rows('headers', [row('X', '1')], [row('x', '1')], [row('X', '2')]).rows).toBe('x=1');
    expect(rows('queryParams', [row('X', '1')], [row('x', '1')], [row('X', '2')])).toEqual({
      rows: 'x=1',
      changes: [],
      conflicts: ['queryParams'],
    });
  });

  test("the product's own ids of an item stay", () => {
    const exists = (path: string, id: string, more: object = {}) => ({
      id,
      kind: 'jsonPath' as const,
      path,
      operator: 'exists' as const,
      ...more,
    });
    const status = (expected: string) => ({ kind: 'status' as const, operator: 'equals' as const, expected });
    const { step: merged, changes } = merge(
      { assertions: [exists('$.a', '1'), status('200')] },
      { assertions: [exists('$.a', 'own'), status('200')] },
      { assertions: [exists('$.a', '2', { expected: 'x' }), exists('$.b', '3'), status('201')] },
    );
    expect(merged.assertions).toEqual([exists('$.a', 'own', { expected: 'x' }), exists('$.b', '3'), status('201')]);
    expect(changes).toEqual(['assertions']);
  });

  test('data handlers are identified by name, examples by name and status', () => {
    const handler = (name: string, path: string) => ({ name, source: 'jsonPath' as const, path, enabled: true });
    const handlers = merge(
      { dataHandlers: [handler('a', '1')] },
      { dataHandlers: [handler('a', '1'), handler('b', '1')] },
      { dataHandlers: [handler('a', '2')] },
    );
    expect(handlers.step.dataHandlers).toEqual([handler('a', '2'), handler('b', '1')]);
    const example = (name: string, status: number, body: string) => ({ name, status, headers: [], body });
    const examples = merge(
      { examples: [example('a', 200, '1')] },
      { examples: [example('a', 200, '1'), example('a', 404, 'mine')] },
      { examples: [example('a', 200, '2')] },
    );
    expect(examples.step.examples).toEqual([example('a', 200, '2'), example('a', 404, 'mine')]);
    expect(examples.changes).toEqual(['examples']);
    expect(
      merge({ examples: [example('a', 200, '1')] }, { examples: [example('a', 200, '1')] }, {}).step,
    ).not.toHaveProperty('examples');
    expect(merge({}, {}, { examples: [example('a', 200, '1')] }).step.examples).toHaveLength(1);
  });

  test('forms are merged by field if all are of one kind', () => {
    const form = (type: 'urlencoded' | 'form', ...fields: Rows) => ({ body: { type, fields } as ImportedStep['body'] });
    const merged = merge(form('urlencoded', a), form('urlencoded', a, b), form('urlencoded', row('a', '2')));
    expect(merged).toMatchObject({ changes: ['body'], conflicts: [] });
    expect(merged.step.body).toEqual({ type: 'urlencoded', fields: [row('a', '2'), b] });
    for (const [previous, current, imported] of [
      [form('form', a), form('urlencoded', a, b), form('urlencoded', row('a', '2'))],
      [form('urlencoded', a), form('form', a, b), form('urlencoded', row('a', '2'))],
      [form('urlencoded', a), form('urlencoded', a, b), form('form', row('a', '2'))],
      [{ body: { type: 'none' as const } }, form('urlencoded', a, b), form('urlencoded', row('a', '2'))],
      [form('urlencoded', a), form('urlencoded', a, b), { body: { type: 'none' as const } }],
      [form('urlencoded', a), { body: { type: 'none' as const } }, form('urlencoded', row('a', '2'))],
    ] as const) {
      const whole = merge(previous, current, imported);
      expect([whole.step.body, whole.conflicts]).toEqual([current.body, ['body']]);
    }
  });
});

describe('the outcome for requests', () => {
  const at = (id: string, path: string, parts: Partial<ImportedStep> = {}) =>
    step({ id, name: id, url: `https://a.test${path}`, ...parts });
  const names = (steps: readonly { name: string }[]) => steps.map(({ name }) => name);

  test('each is reported with its identity', () => {
    const merged = mergeReimport(
      [at('a', '/a'), at('c', '/c')],
      [at('a', '/a'), at('c', '/c')],
      [at('a', '/a', { description: 'New' }), at('b', '/b')],
    );
    const of = (id: string) => ({ id, name: id, group: 'G', method: 'GET', url: `https://a.test/${id}` });
    expect([merged.added, merged.changed, merged.removed, merged.conflicts]).toEqual([
      [of('b')],
      [{ ...of('a'), parts: ['description'] }],
      [of('c')],
      [],
    ]);
    expect(names(merged.steps)).toEqual(['a', 'b']);
  });

  test('new ones are placed after the ones they follow', () => {
    const current = [at('b', '/b'), at('a', '/a'), at('own', '/own')];
    const merged = mergeReimport(
      [at('a', '/a'), at('b', '/b')],
      current,
      ['n0', 'n1', 'a', 'n2', 'n3', 'b', 'n4'].map((id) => at(id, `/${id}`)),
    );
    expect(names(merged.steps)).toEqual(['n0', 'n1', 'b', 'n4', 'a', 'n2', 'n3', 'own']);
    expect(merged.base.map(({ id }) => id)).toEqual(['n0', 'n1', 'a', 'n2', 'n3', 'b', 'n4']);
  });

  test('an item written here before the document described it is not added again', () => {
    const merged = mergeReimport(
      [],
      [at('mine', '/x', { description: 'Mine' })],
      [at('theirs', '/x'), at('more', '/y')],
    );
    expect([names(merged.steps), names(merged.added), merged.base.map(({ id }) => id)]).toEqual([
      ['more', 'mine'],
      ['more'],
      ['mine', 'more'],
    ]);
  });

  test('an item edited here and removed there stays, unless its removal is accepted', () => {
    const [previous, current] = [[at('a', '/a')], [at('a', '/a', { description: 'Mine' })]];
    const kept = mergeReimport(previous, current, []);
    expect([names(kept.steps), kept.conflicts.map(({ parts, imported }) => [parts, imported])]).toEqual([
      ['a'],
      [[['removed'], undefined]],
    ]);
    const asked: string[][] = [];
    const gone = mergeReimport(previous, current, [], { takesDocument: (...given) => asked.push(given) > 0 });
    expect([gone.steps, asked]).toEqual([[], [['a', 'removed']]]);
    expect(mergeReimport(previous, previous, [], { keepsRemoved: () => false }).steps).toEqual([]);
    expect(mergeReimport(previous, previous, [], { keepsRemoved: () => true }).conflicts).toEqual([]);
  });
});
