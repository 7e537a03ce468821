import { describe, expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { RequestView } from '../request/request-view.ts';
import { describeNearMiss } from './near-miss.ts';

function engineOf(...stubs: object[]): MockEngine {
  const engine = new MockEngine();
  expect(engine.putAll(stubs.map((stub) => ({ response: {}, ...stub })))).toEqual([]);
  return engine;
}
const view = (given: Parameters<typeof mockRequest>[0]) => new RequestView(mockRequest(given));
const nearest = (engine: MockEngine, url: string, limit?: number) =>
  engine.nearMisses(view({ url }), limit).map(({ stub }) => stub.id);

describe('the nearest stubs', () => {
  test('come first, as many as requested', () => {
    const engine = engineOf(
      ...['/aaaa', '/aabb', '/abbb', '/xxxx'].map((urlPath) => ({ id: urlPath, request: { urlPath } })),
    );
    expect(nearest(engine, '/aaab', 3)).toEqual(['/aabb', '/aaaa', '/abbb']);
    expect(nearest(engine, '/aaab', 1)).toEqual(['/aabb']);
    expect(nearest(engine, '/aaab', 9)).toHaveLength(4);
  });

  test('with equal distance are ordered by the number of checks, then newest first', () => {
    const header = { 'X-A': { absent: true } };
    const engine = engineOf(
      { id: 'more', request: { urlPath: '/a', headers: header } },
      { id: 'old', request: { urlPath: '/a' } },
      { id: 'new', request: { urlPath: '/a' } },
    );
    expect(nearest(engine, '/a')).toEqual(['more', 'new', 'old']);
  });

  test('list expected and actual values, differences first', () => {
    const engine = engineOf({
      id: 's',
      request: { method: 'PUT', url: '/a?b=1', headers: { A: { equalTo: '1' }, B: { equalTo: '2' } } },
    });
    const [miss] = engine.nearMisses(view({ method: 'PUT', url: '/a?b=2', headers: { A: '1' } }));
    expect(miss?.differences.map(({ distance: _distance, ...difference }) => difference)).toEqual([
      { part: 'url', name: '', operator: 'url', expected: '/a?b=1', actual: '/a?b=2', isMatch: false },
      { part: 'headers', name: 'B', operator: 'equalTo', expected: '2', actual: undefined, isMatch: false },
      { part: 'method', name: '', operator: 'equalTo', expected: 'PUT', actual: 'PUT', isMatch: true },
      { part: 'headers', name: 'A', operator: 'equalTo', expected: '1', actual: '1', isMatch: true },
    ]);
  });

  test.each([
    [{ urlPath: '/b' }, 'urlPath', '/a'],
    [{ urlPattern: '/b.*' }, 'urlPattern', '/a?b=2'],
    [{ urlPathTemplate: '/b/{id}' }, 'urlPathTemplate', '/a'],
    [{}, 'url', '/a'],
  ])('compare the address as written: %j', (request, part, actual) => {
    const engine = engineOf({ id: 's', request: { ...request, method: 'PUT' } });
    const [miss] = engine.nearMisses(view({ url: '/a?b=2' }));
    expect(miss?.differences.find((difference) => difference.part === part)?.actual).toBe(actual);
  });

  test('include the state they are waiting for', () => {
    const engine = engineOf({
      id: 's',
      scenarioName: 'Order',
      requiredScenarioState: 'paid',
      request: { urlPath: '/a' },
    });
    const [miss] = engine.nearMisses(view({ url: '/a' }));
    expect(miss?.scenario).toEqual({ name: 'Order', required: 'paid', actual: 'Started' });
    engine.state.setScenario('', 'Order', 'paid');
    expect(engine.nearMisses(view({ url: '/b' }))[0]?.scenario).toBeUndefined();
  });
});

test('a near miss is described in lines, with long values shortened', () => {
  const difference = { operator: 'equalTo', isMatch: false, distance: 1, expected: 'a', actual: 'b' };
  const long = 'x'.repeat(121);
  expect(
    describeNearMiss({
      stub: { id: 's', request: {}, response: {} },
      distance: 0.254,
      differences: [
        { ...difference, part: 'method', name: '' },
        { ...difference, part: 'headers', name: 'A', actual: undefined },
        { ...difference, part: 'headers', name: 'B', isMatch: true },
        { ...difference, part: 'bodyPatterns', name: '0', expected: long, actual: long.slice(1) },
      ],
      scenario: { name: 'Order', required: 'paid', actual: 'Started' },
    }).split('\n'),
  ).toEqual([
    's (75 % alike)',
    '  method: expected equalTo a, got b',
    '  headers A: expected equalTo a, got nothing',
    `  bodyPatterns 0: expected equalTo ${'x'.repeat(120)}…, got ${'x'.repeat(120)}`,
    '  scenario Order: expected state paid, it is Started',
  ]);
  const named = { id: 's', name: 'Get', request: {}, response: {} };
  expect(describeNearMiss({ stub: named, distance: 0, differences: [] })).toBe('Get (100 % alike)');
});

describe('the stubs restored by a reset', () => {
  test('are the ones given last, without the invalid ones', () => {
    const engine = new MockEngine();
    const stub = (id: string, body: string) => ({ id, request: { urlPath: `/${id}` }, response: { body } });
    expect(engine.setDefaults([stub('a', '1'), stub('b', '2')])).toEqual([]);
    const problems = engine.setDefaults([
      stub('b', '3'),
      { id: 'c', request: { nothing: 1 }, response: {} },
      stub('d', '4'),
    ]);
    expect(problems.map(({ path }) => path)).toEqual(['mappings[1].request.nothing']);
    const bodies = () => engine.stubs().map(({ id, response }) => `${id}${response.body}`);
    expect(bodies()).toEqual(['d4', 'b3']);
    engine.put(stub('e', '5'));
    engine.remove('b');
    expect(bodies()).toEqual(['e5', 'd4']);
    engine.resetStubs();
    expect(bodies()).toEqual(['d4', 'b3']);
  });

  test('are restored with everything else', () => {
    const engine = engineOf({ id: 'a', request: {}, setState: { k: 1 } });
    engine.serve(mockRequest());
    expect([engine.state.value('', 'k'), engine.journal.size]).toEqual([1, 1]);
    engine.reset();
    expect([engine.state.value('', 'k'), engine.journal.size, engine.stubs()]).toEqual([undefined, 0, []]);
  });
});

test('a mock that is disabled, has no stubs or forwards requests says so in its response', () => {
  const engine = new MockEngine();
  const ask = () => {
    const { answer, by } = engine.serve(mockRequest({ url: '/a?b' }));
    return [by, answer.status, answer.proxy?.url ?? String(answer.body)];
  };
  expect(ask()).toEqual(['none', 404, 'No stub matches GET /a?b: this mock has no stubs.']);
  engine.put({ id: 'x', request: { urlPath: '/b' }, response: {} });
  expect(ask()[2]).toMatch(
    /^No stub matches GET \/a\?b\.\n\nNearest stubs:\n\nx \(\d+ % alike\)\n {2}urlPath: expected /,
  );
  engine.settings.proxyUnmatched = 'http://up.test/';
  expect(ask()).toEqual(['upstream', 200, 'http://up.test/a?b']);
  engine.settings.proxyPassThrough = false;
  expect(ask()[0]).toBe('none');
  const passed = engine.passOn(mockRequest({ url: '/b' }), 'http://other.test');
  expect([passed.by, passed.answer.proxy?.url]).toEqual(['upstream', 'http://other.test/b']);
  engine.isEnabled = false;
  expect(ask()).toEqual(['none', 503, 'This mock is switched off.']);
});
