import { readFile } from 'node:fs/promises';
import { type ClientCertificate, checkClientCertificate } from '@touchstone/engine-http';
import { CliError } from '../cli-error.ts';

/** The files of a client certificate as given by the user. */
export interface CertificateFlags {
  cert?: string | undefined;
  key?: string | undefined;
  pfx?: string | undefined;
  passphrase?: string | undefined;
}

/**
 * readClientCertificate reads and opens the certificate presented to every host that asks for one; undefined if none is
 * given.
 */
export async function readClientCertificate(flags: CertificateFlags): Promise<ClientCertificate | undefined> {
  const { cert, key, pfx, passphrase } = flags;
  if (cert !== undefined && pfx !== undefined) throw new CliError('Give either --cert or --pfx, not both.');
  if (key !== undefined && cert === undefined) throw new CliError('--key needs --cert, the certificate it belongs to.');
  const source = cert ?? pfx;
  if (source === undefined) {
    if (passphrase !== undefined) throw new CliError('--passphrase needs --cert or --pfx.');
    return undefined;
  }
  const shared = { domain: '*', ...(passphrase === undefined ? {} : { passphrase }) };
  const certificate: ClientCertificate =
    cert === undefined
      ? { ...shared, format: 'pfx', pfx: await readBytes(source, '--pfx') }
      : { ...shared, format: 'pem', ...(await readPair(cert, key)) };
  const verdict = await checkClientCertificate({ ...certificate, domain: source });
  if ('facts' in verdict) return certificate;
  if (verdict.problem === 'passphrase')
    throw new CliError(`The passphrase of ${key ?? source} is wrong or missing. Give it as TOUCHSTONE_PASSPHRASE.`);
  throw new CliError(verdict.message);
}

async function readPair(cert: string, key: string | undefined): Promise<{ certificate: string; key: string }> {
  const certificate = (await readBytes(cert, '--cert')).toString('utf8');
  if (key !== undefined) return { certificate, key: (await readBytes(key, '--key')).toString('utf8') };
  if (!certificate.includes('PRIVATE KEY-----'))
    throw new CliError(`${cert} contains no private key. Give it as --key FILE.`);
  return { certificate, key: certificate };
}

async function readBytes(path: string, option: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CliError(`${option} ${path} cannot be read: ${(error as Error).message}`);
  }
}
