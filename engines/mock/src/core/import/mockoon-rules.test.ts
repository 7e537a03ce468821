import { expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { importMock } from './import-mock.ts';
import { mockoonRules } from './mockoon-rules.ts';

type Rule = { target: string; modifier?: string; operator: string; value?: string; invert?: boolean };

/** An engine whose route answers 211 if the rules match, and 210 otherwise. */
async function engineOf(rules: Rule[], rulesOperator = 'AND') {
  const responses = [
    { uuid: 'a', statusCode: 211, rules, rulesOperator },
    { uuid: 'b', statusCode: 210, rules: [], default: true },
  ];
  const document = {
    routes: [{ uuid: 'r', type: 'http', method: 'post', endpoint: 'r/:id', responses }],
    lastMigration: 33,
  };
  const { stubs, problems } = await importMock(JSON.stringify(document), 'e.json');
  const engine = new MockEngine();
  expect([...engine.putAll(stubs), ...problems]).toEqual([]);
  return engine;
}
const holds = (engine: MockEngine, given: GivenRequest) =>
  engine.serve(mockRequest({ method: 'POST', url: '/r/1', ...given })).answer.status === 211;
const body = (value: unknown): GivenRequest => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
const cookie = (Cookie: string): GivenRequest => ({ headers: { Cookie } });
const query = (text: string): GivenRequest => ({ url: `/r/1?${text}` });

test.each<[rule: Rule, yes: GivenRequest[], no: GivenRequest[]]>([
  [{ target: 'query', modifier: 'q', operator: 'null' }, [{}, query('q=')], [query('q=a')]],
  [{ target: 'query', modifier: 'q', operator: 'null', invert: true }, [query('q=a')], [{}, query('q=')]],
  [
    { target: 'query', modifier: 'q', operator: 'equals', value: 'a', invert: true },
    [{}, query('q=b')],
    [query('q=a')],
  ],
  [{ target: 'query', modifier: 'q', operator: 'empty_array' }, [], [{}, query('q=')]],
  [{ target: 'cookie', modifier: 'c', operator: 'null' }, [{}, cookie('c=')], [cookie('c=a')]],
  [
    { target: 'cookie', modifier: 'c', operator: 'equals', value: 'a', invert: true },
    [{}, cookie('c=b')],
    [cookie('c=a')],
  ],
  [{ target: 'query', modifier: 'q', operator: 'equals', value: 'a.c' }, [query('q=a.c')], [query('q=abc'), {}]],
  [{ target: 'query', modifier: 'q', operator: 'regex_i', value: 'B' }, [query('q=abc')], [query('q=ac')]],
  [{ target: 'query', modifier: 'q', operator: 'array_includes', invert: true }, [{}, query('q=a')], []],
  [{ target: 'header', modifier: 'X', operator: 'equals', value: 'a' }, [{ headers: { x: 'a' } }], [{}]],
  [{ target: 'params', modifier: 'id', operator: 'equals', value: '1' }, [{}], [{ url: '/r/2' }]],
  [{ target: 'method', operator: 'null' }, [], [{}]],
  [{ target: 'method', operator: 'null', invert: true }, [{}], []],
  [{ target: 'method', operator: 'array_includes', value: 'post' }, [{}], []],
  [{ target: 'method', operator: 'array_includes', modifier: 'a', value: 'post' }, [], [{}]],
  [{ target: 'body', operator: 'null' }, [{}, body(null)], [body({}), body('')]],
  [{ target: 'body', operator: 'empty_array' }, [body([])], [body([1]), body({})]],
  [{ target: 'body', operator: 'array_includes', value: 'a' }, [body(['b', 'a'])], [body(['b']), body({ x: 'a' })]],
  [{ target: 'body', operator: 'equals', value: '{}' }, [body({})], [body([])]],
  [
    { target: 'body', modifier: 'l.0.n', operator: 'equals', value: 'a' },
    [body({ l: [{ n: 'a' }] })],
    [body({ l: {} })],
  ],
  [{ target: 'body', modifier: '$.a', operator: 'regex_i', value: 'B' }, [body({ a: 'abc' })], [body({ a: 'c' })]],
  [{ target: 'method', operator: 'equals', value: 'post' }, [{}], []],
  [{ target: 'method', operator: 'equals', value: 'POST' }, [], [{}]],
  [{ target: 'method', operator: 'regex_i', value: '^PO', invert: true }, [], [{}]],
  [{ target: 'body', modifier: 'l', operator: 'empty_array' }, [body({ l: [] })], [body({ l: [1] }), body({})]],
  [
    { target: 'body', modifier: 'l', operator: 'array_includes', value: 'a' },
    [body({ l: ['b', 'a'] })],
    [body({ l: 'a' }), body({ l: { x: 'a' } })],
  ],
  [
    { target: 'body', modifier: 'l', operator: 'equals', value: 'a', invert: true },
    [body({ l: ['b'] }), body({})],
    [body({ l: ['b', 'a'] })],
  ],
  [
    { target: 'body', modifier: 'o.b', operator: 'null' },
    [body({}), body({ o: { b: null } }), body({ o: { b: '' } })],
    [body({ o: { b: 'x' } }), body({ o: { b: [] } })],
  ],
  [{ target: 'body', operator: 'regex', value: '^\\{"a"' }, [body({ a: 1 })], [body({ b: 1 })]],
])('the Mockoon rule %j', async (rule, yes, no) => {
  const engine = await engineOf([rule]);
  expect(yes.map((given) => holds(engine, given))).toEqual(yes.map(() => true));
  expect(no.map((given) => holds(engine, given))).toEqual(no.map(() => false));
});

test('several rules on one value must all match with AND, and any of them with OR', async () => {
  const rules = [
    { target: 'query', modifier: 'q', operator: 'regex', value: '^a' },
    { target: 'query', modifier: 'q', operator: 'regex', value: 'z$' },
  ];
  const [all, one] = [await engineOf(rules), await engineOf(rules, 'OR')];
  const asked = ['q=az', 'q=ab', 'q=bz', 'q=b'].map(query);
  expect(asked.map((given) => holds(all, given))).toEqual([true, false, false, false]);
  expect(asked.map((given) => holds(one, given))).toEqual([true, true, true, false]);
});

test.each<Rule>([
  { target: 'query', modifier: '', operator: 'equals', value: 'a' },
  { target: 'cookie', modifier: '', operator: 'equals', value: 'a' },
  { target: 'weather', modifier: 'a', operator: 'equals', value: 'a' },
  { target: 'query', modifier: 'q', operator: 'valid_json_schema' },
  { target: 'method', operator: 'valid_json_schema' },
  { target: 'method', operator: 'regex', value: '(' },
  { target: 'body', operator: 'valid_json_schema' },
])('the rule %j is reported as unsupported', (rule) => {
  const problems: { path: string; message: string }[] = [];
  expect(mockoonRules({ rules: [rule] }, 'post', 'POST /r', problems)).toEqual([]);
  expect(problems).toEqual([
    { path: 'POST /r, rule 1', message: `A rule on ${rule.target} with ${rule.operator} is not supported.` },
  ]);
});

test('a rule on the method of an all-methods route lists the methods it applies to', () => {
  const rules = [{ target: 'method', operator: 'regex', value: '^p' }];
  expect(mockoonRules({ rules }, '', 'ALL /r', [])).toEqual([
    { method: 'POST' },
    { method: 'PUT' },
    { method: 'PATCH' },
  ]);
});
