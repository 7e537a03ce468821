export { type BuiltUrl, buildUrl, type UrlParts, withProtocol } from './build-url.ts';
export {
  type DynamicContext,
  type DynamicValueSource,
  dynamicNames,
  dynamicValue,
} from './dynamic-values.ts';
export {
  type GraphqlOperation,
  type GraphqlToken,
  graphqlOperations,
  graphqlTokens,
  operationToRun,
} from './graphql/graphql-document.ts';
export { HttpError } from './http-error.ts';
export { Interpolator, type UnresolvedVariable, variableNames } from './interpolate.ts';
export { interpolateStep } from './interpolate-step.ts';
export type * from './plan.ts';
export { type PreparedBody, type PreparedRequest, prepareRequest, subscriptionTransport } from './prepare-request.ts';
export type * from './result.ts';
export { runSteps } from './run-steps.ts';
export {
  fromPostmanSignature,
  type ReadPostmanValue,
  toPostmanSignature,
  withOAuth1Place,
} from './script/postman-signatures.ts';
export { joinScripts } from './script/script-parts.ts';
export { applyRequestChanges, toScriptRequest } from './script/script-request.ts';
export { type ScopeState, SessionScopes, type StoredScopeName, splitScopes } from './script/session-scopes.ts';
export type * from './session.ts';
export * from './signed-authentication.ts';
export { findVariables, providedVariables } from './step-variables.ts';
