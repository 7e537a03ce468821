import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import type { StepDetail } from '@touchstone/contracts/api-testing';

const maxBody = 16_384;

/**
 * scriptOutcome returns the outcome of a script, whose values are already masked. As in a plain HTTP check, a status of
 * 400 or above is down unless one of the script's assertions defines the expected status.
 */
export function scriptOutcome(detail: StepDetail): CheckOutcome {
  const { exchange, assertions, durationMs } = detail;
  const timing = exchange?.timing;
  const response = exchange?.response;
  return {
    ...judge(detail),
    durationMs,
    phases: timing
      ? {
          dnsMs: timing.dnsMs,
          connectMs: timing.tcpMs,
          tlsMs: timing.tlsMs,
          firstByteMs: timing.sendMs + timing.waitMs,
          downloadMs: timing.downloadMs,
        }
      : {},
    findings: assertions.map(({ kind, path, status: ended, message: text }) => ({
      name: path ? `${kind} ${path}` : kind,
      passed: ended === 'passed',
      message: text,
    })),
    exchange: exchange && {
      request: {
        method: exchange.request.method,
        url: exchange.request.url,
        headers: exchange.request.headers,
        body: exchange.request.body?.text?.slice(0, maxBody) ?? null,
      },
      response: response
        ? {
            status: response.status,
            headers: response.headers,
            body: response.body.text?.slice(0, maxBody) ?? null,
            sizeBytes: response.body.sizeBytes,
            isCut: response.body.truncated,
          }
        : null,
    },
    certificate: null,
    values: [],
  };
}

function judge({
  status,
  exchange,
  assertions,
  message,
}: StepDetail): Pick<CheckOutcome, 'verdict' | 'code' | 'message'> {
  const answered = exchange?.response?.status ?? 0;
  if (status === 'passed') {
    const isRefused = answered >= 400 && !assertions.some(({ kind }) => kind === 'status');
    return isRefused
      ? { verdict: 'DOWN', code: 'STATUS', message: `Expected status less than 400, got ${answered}.` }
      : { verdict: 'UP', code: null, message: null };
  }
  return {
    verdict: status === 'failed' || status === 'error' ? 'DOWN' : 'UNKNOWN',
    code: status === 'failed' ? 'ASSERTION' : status.toUpperCase(),
    message: message ?? 'The script did not pass.',
  };
}
