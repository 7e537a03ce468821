import type { MockAnswer } from '@touchstone/engine-mock';
import type { AppError } from '@touchstone/kernel';

/** The answer to a call whose changes couldn't be stored. */
export const unstored: MockAnswer = {
  status: 503,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Retry-After', '1'],
  ],
  body: 'What this call changes could not be stored. Try again.',
  delayMs: 0,
  webhooks: [],
};

/** refusal formats a refusal for WireMock clients. */
export const refusal = ({ status, message }: AppError): MockAnswer => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ errors: [{ code: 10, title: message }] }),
  delayMs: 0,
  webhooks: [],
});
