import { expect, test } from 'vitest';
import { identityFlags } from './flags.ts';

test.each([
  ['join-us', undefined],
  ['Join us', 'must be one word of small letters, digits and hyphens'],
])('the sign-up page may be named %j: %s', (value, problem) => {
  const { signUpRoute } = identityFlags({ SIGN_UP_ROUTE: 'sign-up', PUBLIC_CLOUD: false, IDLE_TIMEOUT: true });
  expect(signUpRoute?.check?.(value)).toBe(problem);
});
