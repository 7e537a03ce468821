import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { createMask } from '@touchstone/report';

const maxBody = 16_384;
const hiddenHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** maskedOutcome masks secrets and truncates long values. */
export function maskedOutcome(outcome: CheckOutcome, secrets: readonly string[]): CheckOutcome {
  const mask = createMask(secrets);
  const { exchange } = outcome;
  // Masked before it is truncated: the cut may go through a secret.
  const text = (body: string | null): string | null =>
    body === null ? null : mask(body.slice(0, maxBody * 2)).slice(0, maxBody);
  const headers = (list: [string, string][]) =>
    list.map(([name, value]): [string, string] => [name, hiddenHeaders.has(name.toLowerCase()) ? '•••' : mask(value)]);
  return {
    ...outcome,
    message: outcome.message === null ? null : mask(outcome.message),
    findings: outcome.findings.map((finding) => ({ ...finding, message: finding.message && mask(finding.message) })),
    values: outcome.values.map((value) => mask(value)),
    exchange: exchange && {
      request: exchange.request && {
        ...exchange.request,
        url: mask(exchange.request.url),
        headers: headers(exchange.request.headers),
        body: text(exchange.request.body),
      },
      response: exchange.response && {
        ...exchange.response,
        headers: headers(exchange.response.headers),
        body: text(exchange.response.body),
        isCut: exchange.response.isCut || (exchange.response.body?.length ?? 0) > maxBody,
      },
    },
  };
}
