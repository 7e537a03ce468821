export { encryptKey, makeCertificate, makePfx, type TestCertificate } from './certificates.ts';
export { startHttp, startHttps } from './local-server.ts';
export { serveSubscriptions } from './subscription-server.ts';
