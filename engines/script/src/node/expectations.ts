import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SimpleResponse } from './simple-response.ts';

/** Assertion is one expectation in the words of chai. */
export type Assertion = Record<string, unknown>;

/** Expectations are what simple scripts are judged with: the same libraries that the sandbox has. */
export interface Expectations {
  expect: (subject: unknown, note?: unknown) => Assertion;
  isFailure: (error: unknown) => boolean;
}

const require = createRequire(import.meta.url);
let loaded: Expectations | undefined;

/** expectations loads chai with what Postman adds to it, once, when the first script needs it. */
export function expectations(): Expectations {
  loaded ??= load();
  return loaded;
}

/** A module of its own, so that only those who have scripts load the libraries. */
function load(): Expectations {
  const libraries = fileURLToPath(new URL('./expectation-libraries.ts', import.meta.url));
  const { chaiFor } = require(libraries) as typeof import('./expectation-libraries.ts');
  const chai = chaiFor((value) => value instanceof SimpleResponse);
  return { expect: chai.expect, isFailure: (error) => error instanceof chai.AssertionError };
}
