import { fork } from 'node:child_process';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import {
  type ClientCertificate,
  ClientCertificateError,
  type ClientCertificateProblem,
  keyMaterial,
} from './client-certificates.ts';

/** The details of a client certificate. */
export interface ClientCertificateFacts {
  /** For example `CN=client, O=Example`. */
  subject: string;
  issuer: string;
  validFrom: Date;
  validTo: Date;
  /** SHA-256, in hexadecimal pairs with colons. */
  fingerprint: string;
}
/** The details of a client certificate, or why it can't be used. */
export type ClientCertificateVerdict =
  | { facts: ClientCertificateFacts }
  | { problem: ClientCertificateProblem; message: string };

/**
 * checkClientCertificate opens a certificate as a run would and describes it. It uses a separate process that is killed
 * after `limitMs`: a file may ask for billions of rounds of key derivation, which nothing else interrupts.
 */
export function checkClientCertificate(
  certificate: ClientCertificate,
  limitMs = 10_000,
): Promise<ClientCertificateVerdict> {
  return new Promise((resolve) => {
    const child = fork(new URL('./check-client-certificate-process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: { SystemRoot: process.env.SystemRoot },
    });
    const settle = (verdict: ClientCertificateVerdict) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(verdict);
    };
    const fail = (reason: string) =>
      settle({ problem: 'file', message: `The client certificate for ${certificate.domain} ${reason}` });
    const timer = setTimeout(
      () => fail(`was not open within ${limitMs} ms. Export it again with fewer iterations.`),
      limitMs,
    );
    child.once('message', (verdict) => settle(verdict as ClientCertificateVerdict));
    child.once('error', (error) => fail(`could not be checked: ${error.message}`));
    child.once('exit', () => fail('could not be checked: the process that opens it ended.'));
    child.send(certificate, (error) => {
      if (error) fail(`could not be checked: ${error.message}`);
    });
  });
}

/** describeClientCertificate opens a certificate in this process, without a time limit. It never throws. */
export async function describeClientCertificate(certificate: ClientCertificate): Promise<ClientCertificateVerdict> {
  try {
    return { facts: factsOf(createSecureContext(await keyMaterial(certificate)), certificate.domain) };
  } catch (error) {
    if (error instanceof ClientCertificateError) return { problem: error.problem, message: error.message };
    return { problem: 'file', message: error instanceof Error ? error.message : String(error) };
  }
}

function factsOf(secureContext: ReturnType<typeof createSecureContext>, domain: string): ClientCertificateFacts {
  // Node can't parse a PFX directly; a socket that never connects reveals which certificate it would present.
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const socket = new TLSSocket(nowhere, { secureContext });
  const own = socket.getX509Certificate();
  socket.destroy();
  // OpenSSL accepts a key of another kind without an error, and then presents nothing.
  if (own === undefined)
    throw new ClientCertificateError('key', `The client certificate for ${domain} does not belong to its private key.`);
  const nameOf = (name: string | undefined) => (name ?? '').split('\n').join(', ');
  return {
    subject: nameOf(own.subject),
    issuer: nameOf(own.issuer),
    validFrom: own.validFromDate,
    validTo: own.validToDate,
    fingerprint: own.fingerprint256,
  };
}
