import { type RandomSource, seededRandom } from '@touchstone/kernel';
import type { SentRequest } from './generated-pairs.ts';

/** A question to two mocks with the same document. */
export interface Question {
  kind: string;
  sent: SentRequest;
  /** Whether bodies must be equal: if the document defines them. */
  comparesBody: boolean;
  /** Identifies the records it works on. */
  records?: string;
}

type Json = Record<string, unknown>;
const pick = <Item>(random: RandomSource, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const chance = (random: RandomSource, share: number): boolean => random() < share;

/** Schemas with valid and invalid values. */
const schemas: { schema: Json; good: unknown[]; bad: unknown[] }[] = [
  { schema: { type: 'integer' }, good: [1, 0, -3], bad: ['x', 1.5] },
  { schema: { type: 'integer', minimum: 1, maximum: 9 }, good: [1, 9], bad: [0, 10] },
  { schema: { type: 'number', exclusiveMinimum: true, minimum: 0 }, good: [0.5], bad: [0] },
  { schema: { type: 'boolean' }, good: [true, false], bad: ['yes'] },
  { schema: { type: 'string', minLength: 2, maxLength: 4 }, good: ['ab', 'abcd'], bad: ['a', 'abcde'] },
  { schema: { type: 'string', pattern: '^[a-c]+$' }, good: ['abc'], bad: ['abd'] },
  { schema: { type: 'string', enum: ['red', 'blue'] }, good: ['red'], bad: ['green'] },
  { schema: { type: 'string', format: 'date' }, good: ['2026-05-01'], bad: ['01.05.2026'] },
  { schema: { type: 'string', format: 'uuid' }, good: ['0190f3a0-0000-4000-8000-000000000001'], bad: ['no-uuid'] },
];
const objects: { schema: Json; good: unknown[]; bad: unknown[] }[] = [
  {
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    good: [{ name: 'Rex' }, { name: 'Rex', age: 3, more: true }],
    bad: [{}, { name: 3 }, { name: 'Rex', age: 'old' }, []],
  },
  {
    schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
    good: [{}, { a: 'x' }],
    bad: [{ b: 1 }, { a: 1 }],
  },
  {
    schema: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'integer' } },
    good: [[1], [1, 2]],
    bad: [[], [1, 1], ['x']],
  },
  {
    schema: {
      oneOf: [{ type: 'string' }, { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }],
    },
    good: ['text', { id: 1 }],
    bad: [1, { id: 'x' }],
  },
  {
    schema: {
      allOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', properties: { a: { type: 'integer' } } },
      ],
    },
    good: [{ a: 1 }],
    bad: [{}, { a: 'x' }],
  },
  {
    schema: { type: 'object', required: ['when'], properties: { when: { type: 'string', nullable: true } } },
    good: [{ when: null }, { when: 'now' }],
    bad: [{ when: 1 }, {}],
  },
];

interface Operation {
  path: string;
  method: 'get' | 'post' | 'put' | 'delete';
  description: Json;
  questions: Question[];
}

const answerBodies: unknown[] = [{ id: 1, name: 'Rex' }, [1, 2, 3], 'text', { nested: { list: [{ a: null }] } }, 7];

/**
 * generatedApi generates an OpenAPI 3.0 document with `count` operations, and questions about what each returns and
 * rejects.
 */
export function generatedApi(count: number, seed: number): { document: object; questions: Question[] } {
  const random = seededRandom(seed);
  const paths: Record<string, Json> = {};
  const questions: Question[] = [];
  for (let number = 0; number < count; number += 1) {
    const operation = number % 2 === 0 ? answering(number, random) : validating(number, random);
    paths[operation.path] = { [operation.method]: operation.description };
    questions.push(...operation.questions);
  }
  const described = { openapi: '3.0.3', info: { title: 'Generated', version: '1' }, paths };
  const sent = { method: 'GET', headers: {} };
  questions.push({ kind: 'unknown path', sent: { ...sent, url: '/nowhere' }, comparesBody: false });
  return { document: { ...described, servers: [{ url: 'http://localhost' }] }, questions };
}

/** An operation with several responses, with a question for each of them. */
function answering(number: number, random: RandomSource): Operation {
  const path = `/answers/${number}`;
  const first = pick(random, ['200', '201', '202']);
  const examples = Object.fromEntries(
    ['cat', 'dog', 'bird']
      .slice(0, 1 + Math.floor(random() * 3))
      .map((name) => [name, { value: pick(random, answerBodies) }]),
  );
  const content: Json = chance(random, 0.5)
    ? { 'application/json': { examples } }
    : {
        'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } }, example: { id: 5 } },
      };
  if (chance(random, 0.4)) content['application/xml'] = { example: '<pet><id>5</id></pet>' };
  if (chance(random, 0.3)) content['text/plain'] = { example: 'plain' };
  const responses: Json = { [first]: { description: 'ok', content } };
  if (chance(random, 0.7))
    responses['404'] = { description: 'none', content: { 'application/json': { example: { error: 'none' } } } };
  if (chance(random, 0.4)) responses['204'] = { description: 'nothing' };
  if (chance(random, 0.4))
    responses.default = { description: 'other', content: { 'application/json': { example: { other: 1 } } } };
  const ask = (kind: string, headers: Record<string, string>): Question => ({
    kind,
    sent: { method: 'GET', url: path, headers },
    comparesBody: true,
  });
  const named = [...Object.keys(examples), 'fish'];
  const questions = [
    ask('first answer', {}),
    ask('Prefer code', { Prefer: `code=${pick(random, [first, '404', '204', '500'])}` }),
    ask('Prefer example', { Prefer: `example=${pick(random, named)}` }),
    ask('Accept', { Accept: pick(random, ['application/json', 'application/xml', 'text/plain', '*/*', 'image/png']) }),
    ask('Accept with weights', { Accept: 'application/xml;q=0.5, application/json;q=0.9' }),
    ask('Prefer code and example', { Prefer: `code=${first}, example=${pick(random, named)}` }),
  ];
  return { path, method: 'get', description: { responses }, questions };
}

/** An operation with parameters and a body, with questions with valid and invalid values. */
function validating(number: number, random: RandomSource): Operation {
  const method = pick(random, ['post', 'put', 'delete'] as const);
  const [ofQuery, ofHeader, ofPath, body] = [
    pick(random, schemas),
    pick(random, schemas),
    pick(random, schemas),
    pick(random, objects),
  ];
  const hasBody = method !== 'delete';
  const parameters = [
    { name: 'q', in: 'query', required: chance(random, 0.5), schema: ofQuery.schema },
    { name: 'X-H', in: 'header', required: chance(random, 0.3), schema: ofHeader.schema },
    { name: 'id', in: 'path', required: true, schema: ofPath.schema },
  ];
  const requestBody = { required: chance(random, 0.7), content: { 'application/json': { schema: body.schema } } };
  const responses = { 200: { description: 'ok', content: { 'application/json': { example: { fine: true } } } } };
  const path = `/checks/${number}/{id}`;
  const ask = (
    kind: string,
    given: { query?: unknown; header?: unknown; id?: unknown; body?: unknown; type?: string },
  ): Question => {
    const query = given.query === undefined ? '' : `?q=${encodeURIComponent(String(given.query))}`;
    const headers: Record<string, string> = given.header === undefined ? {} : { 'X-H': String(given.header) };
    const sent: SentRequest = {
      method: method.toUpperCase(),
      url: `/checks/${number}/${encodeURIComponent(String(given.id))}${query}`,
      headers,
    };
    if (hasBody && given.body !== undefined) {
      sent.body = JSON.stringify(given.body);
      headers['Content-Type'] = given.type ?? 'application/json';
    }
    return { kind, sent, comparesBody: false };
  };
  const right = {
    query: pick(random, ofQuery.good),
    header: pick(random, ofHeader.good),
    id: pick(random, ofPath.good),
    body: pick(random, body.good),
  };
  const questions = [
    ask('all fits', right),
    ask('query value', { ...right, query: pick(random, ofQuery.bad) }),
    ask('query missing', { ...right, query: undefined }),
    ask('header value', { ...right, header: pick(random, ofHeader.bad) }),
    ask('header missing', { ...right, header: undefined }),
    ask('path value', { ...right, id: pick(random, ofPath.bad) }),
    ask('other method', right),
  ];
  questions.at(-1)!.sent.method = 'PATCH';
  if (hasBody)
    questions.push(
      ask('body value', { ...right, body: pick(random, body.bad) }),
      ask('body missing', { ...right, body: undefined }),
      ask('body of another type', { ...right, type: 'application/vnd.other' }),
    );
  return { path, method, description: { parameters, ...(hasBody ? { requestBody } : {}), responses }, questions };
}
