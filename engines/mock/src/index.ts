export * from './core/index.ts';
export type { AdminHooks } from './node/admin/admin-call.ts';
export { createCertificate, type MockCertificate } from './node/certificate-authority.ts';
export { BodyFiles } from './node/files/body-files.ts';
export { type MockSource, type MockSources, readSources } from './node/files/read-sources.ts';
export { saveStubs } from './node/files/save-stubs.ts';
export {
  type FinishedCall,
  type GivenRequest,
  MockServer,
  type MockServerOptions,
  toMockRequest,
} from './node/mock-server.ts';
export { Recorder } from './node/recording/recorder.ts';
