import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SimpleResponse } from './simple/simple-response.ts';

/** Assertion is one expectation in chai's vocabulary. */
export type Assertion = Record<string, unknown>;

/** Expectations judge simple scripts, with the libraries that the sandbox has. */
export interface Expectations {
  expect: (subject: unknown, note?: unknown) => Assertion;
  isFailure: (error: unknown) => boolean;
}

const require = createRequire(import.meta.url);
let loaded: Expectations | undefined;

/** expectations returns chai with Postman's additions, loaded once, when the first script needs it. */
export function expectations(): Expectations {
  loaded ??= load();
  return loaded;
}

/** A separate module, so that the libraries are loaded only if there are scripts. */
function load(): Expectations {
  const libraries = fileURLToPath(new URL('./expectation-libraries.ts', import.meta.url));
  const { chaiFor } = require(libraries) as typeof import('./expectation-libraries.ts');
  const chai = chaiFor((value) => value instanceof SimpleResponse);
  return { expect: chai.expect, isFailure: (error) => error instanceof chai.AssertionError };
}
