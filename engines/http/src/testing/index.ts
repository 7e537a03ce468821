export { encryptKey, makeCertificate, makePfx, type TestCertificate } from './certificates.ts';
export { startHttps } from './local-server.ts';
