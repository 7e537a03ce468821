export { hopHeader } from './answer/make-answer.ts';
export type { MockAnswer, PreparedWebhook, ProxyTarget } from './answer/mock-answer.ts';
export type { ContractValidator } from './engine/contract-validator.ts';
export { MockEngine, type MockEngineOptions } from './engine/mock-engine.ts';
export type { MockSettings } from './engine/settings.ts';
export { detectMockFormat, importMock, type MockFormat } from './import/import-mock.ts';
export type { OpenApiMockOptions } from './import/import-openapi-mock.ts';
export type { ImportedMock } from './import/imported-mock.ts';
export { openApiNegotiation } from './import/openapi-negotiation.ts';
export { openApiValidator } from './import/openapi-validator.ts';
export { mask, maskedHeader, maskedHeaders, maskedText, maskedUrl } from './import/recording/mask-secrets.ts';
export { parameterised } from './import/recording/parameterise.ts';
export {
  type ExchangeFacts,
  type PlannedStub,
  type PlanOptions,
  planRecording,
} from './import/recording/plan-recording.ts';
export { type RecordRules, recordRules } from './import/recording/record-rules.ts';
export {
  factsOfExchange,
  type KeptExchange,
  keepExchange,
  type RecordedExchange,
  type RecordedRequest,
  type RecordingOptions,
  responseOfAnswer,
  stubParts,
  stubsOfRecording,
  volatileHeaders,
} from './import/recording/recording.ts';
export { soapValidator } from './import/soap-validator.ts';
export {
  type ContractViolation,
  type ExpectedCount,
  Journal,
  type JournalEntry,
  judgeCount,
  type Verification,
  verifyCount,
  verifyOrder,
} from './journal/journal.ts';
export { type Difference, describeNearMiss, differencesOf, distanceOf, type NearMiss } from './journal/near-miss.ts';
export { compileRequest, type RequestMatcher } from './match/request-matcher.ts';
export type { Guard } from './match/value-matcher.ts';
export { type ParsedStub, parseStub, toWireMock } from './parse/parse-stub.ts';
export { stubSchema } from './parse/stub-schema.ts';
export { type MockRequest, RequestView } from './request/request-view.ts';
export {
  type FakeSource,
  Resource,
  type ResourceChange,
  type ResourceDefinition,
  type ResourceItem,
} from './resources/resource.ts';
export type { Scenario } from './state/scenarios.ts';
export { parseScope } from './state/scope-of.ts';
export { type ScopeSnapshot, StateStore } from './state/state-store.ts';
export type * from './stub.ts';
export type { PreparedStub } from './stub-index/compiled-stub.ts';
export { type StubChanges, StubIndex } from './stub-index/stub-index.ts';
export { templateFunctionNames } from './template/evaluate-template.ts';
