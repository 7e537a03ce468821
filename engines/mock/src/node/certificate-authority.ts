import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';

/** An authority that signs mocks' certificates; both in PEM. */
export interface MockAuthority {
  /** Programs that call the mocks trust this certificate. */
  certificate: string;
  key: string;
}

/** The certificate that a mock presents and its authority's certificate; all in PEM. */
export interface MockCertificate {
  /** Certificate of the authority, to be trusted by programs that call the mock. */
  ca: string;
  cert: string;
  key: string;
}

const { pki } = forge;
const dayMs = 86_400_000;
const twoYears = 730;

/** createAuthority creates an authority that is valid for `days`. */
export function createAuthority(now: Date = new Date(), days = twoYears): MockAuthority {
  const own = keys();
  const made = certificate('Touchstone mock authority', now, days);
  made.publicKey = pki.publicKeyFromPem(own.publicKey);
  made.setIssuer(made.subject.attributes);
  made.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  made.sign(pki.privateKeyFromPem(own.privateKey), forge.md.sha256.create());
  return { certificate: pki.certificateToPem(made), key: own.privateKey };
}

/** issueCertificate signs a certificate for the given names and addresses, valid for two years. */
export function issueCertificate(
  authority: MockAuthority,
  names: readonly string[],
  now: Date = new Date(),
): MockCertificate {
  const ca = pki.certificateFromPem(authority.certificate);
  const own = keys();
  const leaf = certificate(names[0] ?? 'localhost', now, twoYears);
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
  leaf.sign(pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  return { ca: authority.certificate, cert: pki.certificateToPem(leaf), key: own.privateKey };
}

/** createCertificate creates an authority and a certificate for the given names and addresses, valid for two years. */
export const createCertificate = (names: readonly string[], now: Date = new Date()): MockCertificate =>
  issueCertificate(createAuthority(now), names, now);

function certificate(commonName: string, now: Date, days: number): forge.pki.Certificate {
  const made = pki.createCertificate();
  // A serial number must be positive and must not start with a redundant byte.
  made.serialNumber = `01${randomBytes(15).toString('hex')}`;
  made.validity.notBefore = new Date(now.getTime() - dayMs);
  made.validity.notAfter = new Date(now.getTime() + days * dayMs);
  made.setSubject([{ name: 'commonName', value: commonName }]);
  return made;
}

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
