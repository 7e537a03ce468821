import { ApiError } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { titled } from './titled-error.ts';

const title = 'Unable to transfer virtual users';

test.each([
  ['The wallet is empty.', `${title}. The wallet is empty.`],
  [`${title}. The wallet is empty.`, `${title}. The wallet is empty.`],
])('"%s" is shown once, after its title', (message, shown) => {
  expect(titled(title, new Error(message)).message).toBe(shown);
});

test.each([['r-1'], [undefined]])('a server error keeps its code, its fields and its request %s', (requestId) => {
  const details = [{ path: 'virtualUsers', message: 'Give a whole number.' }];
  const fault = { message: 'Too many.', code: 'VIRTUAL_USERS_TOO_MANY', details };
  const error = titled(title, new ApiError(409, { ...fault, ...(requestId !== undefined && { requestId }) }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: fault.code, details, message: `${title}. Too many.` });
  expect((error as ApiError).requestId).toBe(requestId);
});

test('a client-side error has no code', () => {
  expect(titled(title, new TypeError('Failed to fetch'))).not.toBeInstanceOf(ApiError);
});
