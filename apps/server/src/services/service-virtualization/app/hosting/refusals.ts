import type { MockAnswer } from '@touchstone/engine-mock';
import type { AppError } from '@touchstone/kernel';

/** What a call gets whose changes were not stored. */
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

/** refusal writes a refusal as WireMock's clients read it. */
export const refusal = ({ status, message }: AppError): MockAnswer => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ errors: [{ code: 10, title: message }] }),
  delayMs: 0,
  webhooks: [],
});
