import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';

/** An authority that a mock signs its own certificate with, and that certificate; all in PEM. */
export interface MockCertificate {
  /** Certificate of the authority: programs that call the mock trust this one. */
  ca: string;
  cert: string;
  key: string;
}

const { pki } = forge;

/** createCertificate makes an authority and a certificate for the given names and addresses, good for two years. */
export function createCertificate(names: readonly string[], now: Date = new Date()): MockCertificate {
  const authority = keys();
  const ca = certificate('Touchstone mock authority', now);
  ca.publicKey = pki.publicKeyFromPem(authority.publicKey);
  ca.setIssuer(ca.subject.attributes);
  ca.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  const signer = pki.privateKeyFromPem(authority.privateKey);
  ca.sign(signer, forge.md.sha256.create());
  const own = keys();
  const leaf = certificate(names[0] ?? 'localhost', now);
  leaf.publicKey = pki.publicKeyFromPem(own.publicKey);
  leaf.setIssuer(ca.subject.attributes);
  leaf.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
    },
  ]);
  leaf.sign(signer, forge.md.sha256.create());
  return { ca: pki.certificateToPem(ca), cert: pki.certificateToPem(leaf), key: own.privateKey };
}

function certificate(commonName: string, now: Date): forge.pki.Certificate {
  const made = pki.createCertificate();
  // A serial number is positive and begins with no byte that says nothing.
  made.serialNumber = `01${randomBytes(15).toString('hex')}`;
  made.validity.notBefore = new Date(now.getTime() - 86_400_000);
  made.validity.notAfter = new Date(now.getTime() + 730 * 86_400_000);
  made.setSubject([{ name: 'commonName', value: commonName }]);
  return made;
}

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
