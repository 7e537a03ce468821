import { createRequire } from 'node:module';
import { SimpleResponse } from './simple-response.ts';

/** Assertion is one expectation in the words of chai. */
export type Assertion = Record<string, unknown>;

/** Expectations are what simple scripts are judged with: the same libraries that the sandbox has. */
export interface Expectations {
  expect: (subject: unknown, note?: unknown) => Assertion;
  isFailure: (error: unknown) => boolean;
}

interface Chai {
  expect: Expectations['expect'];
  AssertionError: new () => Error;
  use(plugin: unknown): void;
}

const require = createRequire(import.meta.url);
let loaded: Expectations | undefined;

/** expectations loads chai with what Postman adds to it, once, when the first script needs it. */
export function expectations(): Expectations {
  loaded ??= load();
  return loaded;
}

function load(): Expectations {
  const chai = require('chai/chai.js') as Chai;
  const lodash = Object.fromEntries(
    ['forOwn', 'get', 'has', 'isEqual', 'isNumber', 'isPlainObject', 'isString'].map((name) => [
      name,
      require(`lodash/${name}`),
    ]),
  );
  const sdk = {
    Request: { isRequest: () => false },
    Response: { isResponse: (value: unknown) => value instanceof SimpleResponse },
  };
  chai.use((require('chai-postman') as (...input: unknown[]) => unknown)(sdk, lodash, undefined));
  return { expect: chai.expect, isFailure: (error) => error instanceof chai.AssertionError };
}
