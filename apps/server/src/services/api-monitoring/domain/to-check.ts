import type { CheckOutcome, MonitorDefinition } from '@touchstone/contracts/api-monitoring';

/** A definition that a probe checks. */
export type ProbedDefinition = Extract<
  MonitorDefinition,
  { kind: 'http' | 'soap' | 'tls' | 'tcp' | 'dns' | 'websocket' | 'domain' }
>;

/** soapRequest returns the HTTP request for a SOAP envelope (SOAP 1.1 §6, SOAP 1.2 part 2 §7). */
export function soapRequest({ soapVersion, action, envelope, ...rest }: Extract<MonitorDefinition, { kind: 'soap' }>) {
  const isOld = soapVersion === '1.1';
  const contentType = isOld
    ? 'text/xml; charset=utf-8'
    : `application/soap+xml; charset=utf-8${action ? `; action="${action}"` : ''}`;
  return {
    ...rest,
    kind: 'http' as const,
    method: 'POST',
    queryParams: [],
    headers: [
      { key: 'Content-Type', value: contentType },
      ...(isOld ? [{ key: 'SOAPAction', value: `"${action}"` }] : []),
      ...rest.headers,
    ],
    body: { type: 'xml' as const, content: envelope },
  };
}

/** slowed turns an UP outcome into DEGRADED if it took longer than allowed. */
export function slowed(
  outcome: CheckOutcome,
  limits: { degradedAboveMs: number | null; degradedFactor: number | null; baselineMs: number | null },
): CheckOutcome {
  const { verdict, durationMs } = outcome;
  if (verdict !== 'UP' || durationMs === null) return outcome;
  const { degradedAboveMs, degradedFactor, baselineMs } = limits;
  const took = `It took ${Math.round(durationMs)} ms`;
  if (degradedAboveMs !== null && durationMs > degradedAboveMs)
    return { ...outcome, verdict: 'DEGRADED', code: 'SLOW', message: `${took}; the limit is ${degradedAboveMs} ms.` };
  if (degradedFactor !== null && baselineMs !== null && durationMs > degradedFactor * baselineMs) {
    const message = `${took}, more than ${degradedFactor} times its usual ${Math.round(baselineMs)} ms (p95 of 7 days).`;
    return { ...outcome, verdict: 'DEGRADED', code: 'SLOWER_THAN_USUAL', message };
  }
  return outcome;
}

/** plainOutcome returns an outcome that consists only of a message. */
export const plainOutcome = (
  verdict: CheckOutcome['verdict'],
  code: string | null,
  message: string | null,
  durationMs: number | null = null,
): CheckOutcome => ({
  verdict,
  code,
  message,
  durationMs,
  phases: {},
  findings: [],
  exchange: null,
  certificate: null,
  values: [],
});
