import { deepEqual } from './deep-equal.ts';
import type { Assertion } from './expect.ts';
import { inspect } from './inspect.ts';
import { Response } from './response.ts';
import { schemaProblem } from './schema.ts';

interface Extend {
  addMethod(names: readonly string[], call: (this: Assertion, ...input: never[]) => unknown): void;
  addProperty(names: readonly string[], read: (this: Assertion) => unknown): void;
  plainState(name: string): [test: (subject: unknown) => boolean, wanted: string];
}

const codes: Record<string, [from: number, to: number]> = {
  ok: [200, 200],
  info: [100, 199],
  success: [200, 299],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
  accepted: [202, 202],
  badRequest: [400, 400],
  unauthorized: [401, 401],
  unauthorised: [401, 401],
  forbidden: [403, 403],
  notFound: [404, 404],
  notAcceptable: [406, 406],
  rateLimited: [429, 429],
};

/** Teaches expectations what Postman knows about responses: `status`, `header`, `body`, `jsonBody`, `jsonSchema`, `ok` … */
export function addResponseChecks({ addMethod, addProperty, plainState }: Extend): void {
  for (const [name, [from, to]] of Object.entries(codes)) {
    const range = from === to ? String(from) : `${from} to ${to}`;
    addProperty([name], function () {
      const { subject } = this.chain;
      if (subject instanceof Response) {
        this.check(subject.code >= from && subject.code <= to, `to have status ${range}`, subject.code);
      } else if (name === 'ok') {
        const [test, wanted] = plainState('ok');
        this.check(test(subject), wanted);
      } else this.check(false, 'to be a response');
    });
  }
  addProperty(['json'], function () {
    const type = responseOf(this).headers.get('content-type') ?? '';
    this.check(/json/i.test(type), 'to have a JSON content type', type);
  });
  addProperty(['withBody'], function () {
    this.check(responseOf(this).text() !== '', 'to have a body', responseOf(this).text());
  });
  addMethod(['status'], function (wanted: number | string) {
    const response = responseOf(this);
    const actual = typeof wanted === 'number' ? response.code : response.status;
    this.check(actual === wanted, `to have status ${inspect(wanted)}`, actual);
  });
  addMethod(['header'], function (name: string, ...rest: unknown[]) {
    const { headers } = this.chain.subject as Response;
    const value = headers?.get(name);
    if (rest.length === 0) this.check(value !== undefined, `to have header ${inspect(name)}`, headers?.toObject());
    else this.check(value === String(rest[0]), `to have header ${inspect(name)} of ${inspect(rest[0])}`, value);
  });
  addMethod(['body'], function (...input: unknown[]) {
    const text = responseOf(this).text();
    const [wanted] = input;
    if (input.length === 0) this.check(text !== '', 'to have a body', text);
    else if (wanted instanceof RegExp) this.check(wanted.test(text), `to match ${wanted}`, text);
    else this.check(text === String(wanted), `to equal ${inspect(wanted)}`, text);
  });
  addMethod(['jsonBody'], function (...input: unknown[]) {
    checkJsonBody(this, input);
  });
  addMethod(['jsonSchema'], function (schema: unknown) {
    const { subject } = this.chain;
    const value = subject instanceof Response ? subject.json() : subject;
    const problem = schemaProblem(schema, value);
    this.check(problem === undefined, `to match the JSON schema${problem === undefined ? '' : `: ${problem}`}`, value);
  });
}

function checkJsonBody(assertion: Assertion, [path, ...rest]: unknown[]): void {
  const body = parsedBody(responseOf(assertion));
  if (body === undefined) assertion.check(false, 'to be a JSON body', responseOf(assertion).text());
  else if (path === undefined) assertion.check(true, 'to be a JSON body', body.value);
  else if (typeof path !== 'string') {
    assertion.check(deepEqual(body.value, path), `to equal ${inspect(path)}`, body.value);
  } else if (rest.length === 0) {
    assertion.check(valueAt(body.value, path) !== undefined, `to have ${inspect(path)}`, body.value);
  } else {
    const found = valueAt(body.value, path);
    assertion.check(deepEqual(found, rest[0]), `to have ${inspect(path)} of ${inspect(rest[0])}`, found);
  }
}

function parsedBody(response: Response): { value: unknown } | undefined {
  try {
    return { value: response.json() };
  } catch {
    return undefined;
  }
}

function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const part of path.replace(/\[(\d+)\]/g, '.$1').split('.')) {
    if (part === '') continue;
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function responseOf(assertion: Assertion): Response {
  const { subject } = assertion.chain;
  if (subject instanceof Response) return subject;
  throw new TypeError(`${inspect(subject)} is not a response`);
}
