import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

let made: Promise<{ cert: string; key: string }> | undefined;

/** ownCertificate returns a self-signed certificate in PEM, made once per process. */
export function ownCertificate(): Promise<{ cert: string; key: string }> {
  made ??= make();
  return made;
}

async function make(): Promise<{ cert: string; key: string }> {
  const { default: forge } = await import('node-forge');
  const own = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(own.publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 365 * 86_400_000);
  const subject = [{ name: 'commonName', value: 'Touchstone browser' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(forge.pki.privateKeyFromPem(own.privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: own.privateKey };
}
