import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls';
import { toHttpError } from '@touchstone/engine-http';
import type { TlsCheck } from '../core/check.ts';
import { daysLeftAt, judgeDays } from '../core/days-left.ts';
import { failureOutcome, outcome, type ProbeCertificate, type ProbeOutcome } from '../core/outcome.ts';
import { openSocket, within } from './open-socket.ts';
import type { ProbeOptions } from './probe.ts';

/**
 * checkTls checks a host's certificate: how long it is valid, whether its chain is trusted, whether it is for that
 * name.
 */
export async function checkTls(check: TlsCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const { host, port, verifyChain } = check;
  const serverName = check.serverName || host;
  const where = `${host}:${port}`;
  return within(options, where, async (stop) => {
    // Even an untrusted certificate is examined: that is what users want to know.
    const { secure, phases } = await openSocket({ host, port, tls: { serverName, verify: false } }, options, stop);
    const socket = secure as TLSSocket;
    const shown = socket.getPeerCertificate(true);
    const problem = socket.authorizationError as (Error & { code?: string }) | string | null | undefined;
    if (!shown.valid_to) return failureOutcome({ code: 'TLS', message: `${where} shows no certificate.` }, { phases });
    const now = (options.session.clock ?? { now: () => new Date() }).now();
    const certificate = describeCertificate(shown, now);
    const days = judgeDays(`The certificate of ${where}`, new Date(certificate.validTo), now, check);
    const findings = [days.finding];
    const facts = { phases, certificate, findings };
    if (days.verdict === 'DOWN' && days.code === 'EXPIRED')
      return outcome('DOWN', { ...facts, code: 'CERTIFICATE_EXPIRED', message: days.message });
    if (verifyChain && problem) {
      const code = typeof problem === 'string' ? problem : (problem.code ?? '');
      const cause = Object.assign(new Error(String(problem)), { code, cert: shown });
      const { message } = toHttpError(cause, { host, port, secure: true });
      const [sentence = message] = /^.*?\.(?= Name the authority)/.exec(message) ?? [message];
      findings.push({ name: 'Chain', passed: false, message: sentence });
      return outcome('DOWN', { ...facts, code: 'CERTIFICATE_UNTRUSTED', message: sentence });
    }
    if (verifyChain) findings.push({ name: 'Chain', passed: true, message: null });
    const code = days.code === null ? null : 'CERTIFICATE_EXPIRES_SOON';
    return outcome(days.verdict, { ...facts, code, message: days.message });
  });
}

/** describeCertificate returns a certificate's details, with the chain that the server sent. */
function describeCertificate(shown: DetailedPeerCertificate, now: Date): ProbeCertificate {
  const chain: string[] = [];
  const seen = new Set<string>();
  for (
    let one: DetailedPeerCertificate | undefined = shown;
    one?.fingerprint256 && !seen.has(one.fingerprint256) && chain.length < 10;
    one = one.issuerCertificate
  ) {
    seen.add(one.fingerprint256);
    chain.push(nameOf(one.subject));
  }
  const validTo = new Date(shown.valid_to);
  return {
    subject: nameOf(shown.subject),
    issuer: nameOf(shown.issuer),
    validFrom: new Date(shown.valid_from).toISOString(),
    validTo: validTo.toISOString(),
    daysLeft: daysLeftAt(validTo, now),
    fingerprint: shown.fingerprint256,
    names: (shown.subjectaltname ?? '').split(', ').flatMap((name) => name.replace(/^(DNS|IP Address):/, '') || []),
    chain,
  };
}

const nameOf = (name: PeerCertificate['subject'] | undefined): string =>
  Object.entries(name ?? {})
    .map(([key, value]) => `${key}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .join(', ');
