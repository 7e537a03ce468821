export * from './core/index.ts';
export { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './node/address-policy.ts';
export type { TokenCache } from './node/authentication/oauth2-tokens.ts';
export {
  type ClientCertificateFacts,
  type ClientCertificateVerdict,
  checkClientCertificate,
} from './node/check-client-certificate.ts';
export type { Resolver } from './node/checked-lookup.ts';
export type { ClientCertificate } from './node/client-certificates.ts';
export type { TlsOptions } from './node/connections.ts';
export type { FileSource, OpenedFile } from './node/file-source.ts';

export { createHttpSession, type HttpSessionOptions } from './node/http-session.ts';
export type { ProxyOptions } from './node/proxy.ts';
export { findInJson, findInXml } from './node/query-text.ts';
export { createScriptRunner, type ScriptRunnerOptions } from './node/script/script-runner.ts';
export { timeLimit } from './node/time-limit.ts';
