import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** A certificate with its key, in PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

export interface CertificateOptions {
  commonName: string;
  altNames?: ({ dns: string } | { ip: string })[];
  issuer?: TestCertificate;
  isAuthority?: boolean;
  validFrom?: Date;
  validTo?: Date;
}

let serial = 1;
const dayMs = 86_400_000;

/** makeCertificate signs a certificate for a test server, an authority or a client. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  // Node generates the key: forge alone would need seconds.
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  serial += 1;
  certificate.serialNumber = `0${serial.toString(16)}`;
  certificate.validity.notBefore = options.validFrom ?? new Date(Date.now() - dayMs);
  certificate.validity.notAfter = options.validTo ?? new Date(Date.now() + 30 * dayMs);
  const subject = [{ name: 'commonName', value: options.commonName }];
  certificate.setSubject(subject);
  const issuer = options.issuer === undefined ? undefined : forge.pki.certificateFromPem(options.issuer.cert);
  certificate.setIssuer(issuer?.subject.attributes ?? subject);
  const altNames = (options.altNames ?? []).map((name) =>
    'dns' in name ? { type: 2, value: name.dns } : { type: 7, ip: name.ip },
  );
  certificate.setExtensions([
    { name: 'basicConstraints', cA: options.isAuthority ?? false, critical: true },
    ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
  ]);
  certificate.sign(options.issuer ? forge.pki.privateKeyFromPem(options.issuer.key) : key, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: privateKey };
}

export interface PfxOptions {
  /** `3des` as in old tools, which OpenSSL 3 rejects by default. Default `aes256`. */
  algorithm?: 'aes256' | '3des';
  /** Certificates of authorities, written before the certificate itself. */
  authorities?: TestCertificate[];
  /** Rounds of key derivation for the file's integrity check; default 2048. */
  claimedRounds?: number;
}

/** makePfx packs a certificate with its key. */
export function makePfx({ cert, key }: TestCertificate, passphrase: string, options: PfxOptions = {}): Uint8Array {
  const archive = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [...(options.authorities ?? []).map((authority) => authority.cert), cert].map((pem) =>
      forge.pki.certificateFromPem(pem),
    ),
    passphrase,
    { algorithm: options.algorithm ?? 'aes256', useMac: true },
  );
  if (options.claimedRounds !== undefined) {
    // PFX ::= SEQUENCE { version, authSafe, MacData ::= SEQUENCE { mac, macSalt, iterations } } (RFC 7292 §4)
    const macData = (archive.value as forge.asn1.Asn1[])[2]!;
    (macData.value as forge.asn1.Asn1[])[2]!.value = forge.asn1.integerToDer(options.claimedRounds).getBytes();
  }
  return new Uint8Array(Buffer.from(forge.asn1.toDer(archive).getBytes(), 'latin1'));
}

/** encryptKey encrypts a private key with a passphrase. */
export const encryptKey = (key: string, passphrase: string): string =>
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
