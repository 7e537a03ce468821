import { type RandomSource, seededRandom } from '@touchstone/kernel';
import type { Question } from './generated-apis.ts';
import { answer, environmentOf, route } from './mockoon-document.ts';

type Json = Record<string, unknown>;
const pick = <Item>(random: RandomSource, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

const words = ['alpha', 'beta', 'alphabet', '12', 'a b', ''];
const targets = ['query', 'header', 'cookie', 'params', 'body', 'method'] as const;
const operators = ['equals', 'regex', 'regex_i', 'null', 'empty_array', 'array_includes'] as const;

function ruleOf(random: RandomSource): Json {
  const target = pick(random, targets);
  const operator = pick(random, operators);
  const modifiers = {
    query: ['q', 'r'],
    header: ['X-A'],
    cookie: ['c'],
    params: ['id'],
    body: ['a', 'l', 'o.b', ''],
    method: [''],
  };
  const values = operator === 'regex' || operator === 'regex_i' ? ['al', '^alpha$', 'ALPHA', '[0-9]+'] : words;
  return {
    target,
    modifier: pick(random, modifiers[target]),
    value: target === 'method' ? pick(random, ['post', 'put', 'POST']) : pick(random, values),
    invert: random() < 0.25,
    operator,
  };
}

/** generatedRules generates an environment whose routes choose their responses by rules, with `count` requests. */
export function generatedRules(count: number, seed: number, port: number): { document: object; questions: Question[] } {
  const random = seededRandom(seed);
  const perRoute = 5;
  const routes: Json[] = [];
  const questions: Question[] = [];
  for (let number = 0; number < count / perRoute; number += 1) {
    const rules = () => Array.from({ length: 1 + Math.floor(random() * 2) }, () => ruleOf(random));
    const operator = () => pick(random, ['AND', 'OR']);
    const responses = [
      answer(number * 3, { statusCode: 211, rules: rules(), rulesOperator: operator() }),
      answer(number * 3 + 1, { statusCode: 212, rules: rules(), rulesOperator: operator() }),
      answer(number * 3 + 2, { statusCode: 210, default: true }),
    ];
    routes.push(route(number, { endpoint: `r${number}/:id`, responses }));
    const kinds = responses
      .flatMap(({ rules: own }) => own as Json[])
      .map(({ target, operator: op, invert }) => `${invert ? 'not ' : ''}${target} ${op}`);
    for (let at = 0; at < perRoute; at += 1) {
      const query = random() < 0.7 ? `?q=${encodeURIComponent(pick(random, words))}` : '';
      const body = {
        a: pick(random, words),
        l: pick(random, [[], ['alpha'], ['beta', 'alpha']]),
        o: { b: pick(random, words) },
      };
      questions.push({
        kind: kinds.join(', '),
        sent: {
          method: 'POST',
          url: `/r${number}/${encodeURIComponent(pick(random, words) || 'x')}${query}`,
          headers: {
            'Content-Type': 'application/json',
            ...(random() < 0.7 ? { 'X-A': pick(random, words) || 'x' } : {}),
            ...(random() < 0.5 ? { Cookie: `c=${encodeURIComponent(pick(random, words) || 'x')}` } : {}),
          },
          body: JSON.stringify(body),
        },
        comparesBody: false,
      });
    }
  }
  return { document: environmentOf(routes, [], port), questions };
}

const records = [
  { id: 'a', name: 'Ana', age: 30, tags: ['x'] },
  { id: 'b', name: 'Bert', age: 25, tags: [] },
  { id: 'c', name: 'Cleo', age: 41, tags: ['x', 'y'] },
];

/** generatedCrud generates an environment with records, each set with a few successive calls. */
export function generatedCrud(count: number, seed: number, port: number): { document: object; questions: Question[] } {
  const random = seededRandom(seed);
  const perRoute = 6;
  const [routes, data]: [Json[], Json[]] = [[], []];
  const questions: Question[] = [];
  const queries = [
    '',
    '?name=Ana',
    '?age_gt=26',
    '?age_lte=30',
    '?name_ne=Ana',
    '?name_like=e',
    '?name_start=b',
    '?sort=age',
    '?sort=age&order=desc',
    '?limit=2',
    '?page=2&limit=2',
    '?search=Cle',
  ];
  const calls: ((at: string) => [kind: string, method: string, url: string, body?: unknown])[] = [
    (at) => {
      const query = pick(random, queries);
      return [`list ${query}`, 'GET', `${at}${query}`];
    },
    (at) => ['read', 'GET', `${at}/${pick(random, ['a', 'b', 'z'])}`],
    (at) => ['create', 'POST', at, { id: pick(random, ['d', 'e', 'f']), name: 'New', age: 1 }],
    (at) => ['replace', 'PUT', `${at}/${pick(random, ['a', 'b', 'z'])}`, { name: 'Put' }],
    (at) => ['patch', 'PATCH', `${at}/${pick(random, ['a', 'c', 'z'])}`, { age: 99 }],
    (at) => ['delete', 'DELETE', `${at}/${pick(random, ['a', 'b', 'z'])}`],
    (at) => ['replace all', 'PUT', at, [{ id: 'q', name: 'Only' }]],
    (at) => ['delete all', 'DELETE', at],
    (at) => ['create twice', 'POST', at, { id: 'a', name: 'Again' }],
  ];
  for (let number = 0; number < count / perRoute; number += 1) {
    data.push({
      uuid: `d${number}`,
      id: `d${number}`,
      name: `records ${number}`,
      documentation: '',
      value: JSON.stringify(records),
    });
    const responses = [answer(number, { bodyType: 'DATABUCKET', databucketID: `d${number}`, default: true })];
    routes.push(route(number, { type: 'crud', method: '', endpoint: `c${number}`, responses }));
    for (let at = 0; at < perRoute; at += 1) {
      const [kind, method, url, body] = pick(random, calls)(`/c${number}`);
      const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      questions.push({
        kind,
        sent: { method, url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        comparesBody: true,
        records: `c${number}`,
      });
    }
  }
  return { document: environmentOf(routes, data, port), questions };
}
