export * from './core/index.ts';
export { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './node/address/address-policy.ts';
export {
  assertLiteralAllowed,
  checkedLookup,
  type Resolver,
  servernameOf,
  systemResolver,
} from './node/address/checked-lookup.ts';
export { markHeaders, type RequestMark } from './node/address/request-mark.ts';
export type { TokenCache } from './node/authentication/oauth2-tokens.ts';
export type { FileSource, OpenedFile } from './node/body/file-source.ts';
export { contentDecoders } from './node/body/read-body.ts';
export { SessionCookies } from './node/cookies.ts';
export {
  createConnections,
  createHttpSession,
  defaultUserAgent,
  type HttpSessionOptions,
} from './node/http-session.ts';
export { LazyCookies } from './node/lazy-cookies.ts';
export type { ProxyOptions } from './node/proxy.ts';
export {
  type ClientCertificateFacts,
  type ClientCertificateVerdict,
  checkClientCertificate,
} from './node/tls/check-client-certificate.ts';
export type { ClientCertificate } from './node/tls/client-certificates.ts';
export type { Connections, TlsOptions } from './node/transport/connections.ts';
export { toHttpError } from './node/transport/failures.ts';
export { fromWire, toWire } from './node/transport/header-wire.ts';
