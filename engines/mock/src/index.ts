export * from './core/index.ts';
export { AdminError, type AdminHooks } from './node/admin/admin-call.ts';
export {
  createAuthority,
  createCertificate,
  issueCertificate,
  type MockAuthority,
  type MockCertificate,
} from './node/certificate-authority.ts';
export { DualServer } from './node/dual-server.ts';
export { BodyFiles } from './node/files/body-files.ts';
export { type MockSource, type MockSources, readSources } from './node/files/read-sources.ts';
export { removeSavedStubs, saveStubs } from './node/files/save-stubs.ts';
export {
  type FinishedCall,
  type GivenRequest,
  MockServer,
  type MockServerOptions,
} from './node/mock-server.ts';
export { pathOf, toMockRequest } from './node/read-request.ts';
export { decodedAnswer } from './node/recording/decoded-body.ts';
export { Recorder, type RecordingKeeper, type RecordingOrder } from './node/recording/recorder.ts';
export { type IncomingAnswer, type OutgoingRequest, sendRequest } from './node/send-request.ts';
export { listenForUpgrades, type Upgrade } from './node/web-socket/upgrades.ts';
