export * from './core/index.ts';
export { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './node/address-policy.ts';
export type { TokenCache } from './node/authentication/oauth2-tokens.ts';
export {
  type ClientCertificateFacts,
  type ClientCertificateVerdict,
  checkClientCertificate,
} from './node/check-client-certificate.ts';
export { checkedLookup, type Resolver, servernameOf, systemResolver } from './node/checked-lookup.ts';
export type { ClientCertificate } from './node/client-certificates.ts';
export type { Connections, TlsOptions } from './node/connections.ts';
export { SessionCookies } from './node/cookies.ts';
export { toHttpError } from './node/failures.ts';
export type { FileSource, OpenedFile } from './node/file-source.ts';
export { fromWire, toWire } from './node/header-wire.ts';
export {
  createConnections,
  createHttpSession,
  defaultUserAgent,
  type HttpSessionOptions,
} from './node/http-session.ts';
export type { ProxyOptions } from './node/proxy.ts';
export { findInJson, findInXml, type QueryOptions } from './node/query-text.ts';
export { contentDecoders } from './node/read-body.ts';
export { markHeaders, type RequestMark } from './node/request-mark.ts';
export { type ResponseJudge, responseJudgeOf } from './node/script/judge-response.ts';
export { createScriptRunner, type ScriptRunnerOptions, sharedScriptFigures } from './node/script/script-runner.ts';
export { timeLimit } from './node/time-limit.ts';
export { sharedWorkPool, type WorkOrder, WorkPool, WorkStopped } from './node/work/work-pool.ts';
