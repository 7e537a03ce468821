export { type EvaluationGuard, evaluateAssertions, prepareEvaluation } from './assertions/evaluate.ts';
export { type BuiltUrl, buildUrl, type UrlParts, withProtocol } from './build-url.ts';
export { deepEquals, looselyEquals } from './compare.ts';
export { extractData } from './data-handlers.ts';
export {
  type DynamicContext,
  type DynamicValueSource,
  dynamicNames,
  dynamicValue,
} from './dynamic-values.ts';
export { parseExactJson, stringifyExactJson } from './exact-json.ts';
export { HttpError } from './http-error.ts';
export { Interpolator, type UnresolvedVariable, variableNames } from './interpolate.ts';
export { interpolateStep } from './interpolate-step.ts';
export { diffJson, type JsonDifference } from './json-diff.ts';
export { jsonPathProblem, queryJson } from './json-path.ts';
export type { SchemaViolation } from './json-schema/evaluate-schema.ts';
export { type CompiledSchema, compileJsonSchema, type SchemaOptions } from './json-schema/json-schema.ts';
export { type SchemaDraft, SchemaError } from './json-schema/schema-resources.ts';
export { compileRegex, findMatch } from './linear-regex.ts';
export type * from './plan.ts';
export { type PreparedBody, type PreparedRequest, prepareRequest } from './prepare-request.ts';
export { findInJson, findInXml, type PathMatch } from './query-text.ts';
export { decodeText, type ResponseFacts, ResponseView } from './response-view.ts';
export type * from './result.ts';
export { runSteps } from './run-steps.ts';
export { joinSchemaDocuments, type SchemaDocument, splitSchemaDocuments } from './schema-documents.ts';
export {
  fromPostmanSignature,
  type ReadPostmanValue,
  toPostmanSignature,
  withOAuth1Place,
} from './script/postman-signatures.ts';
export { joinScripts } from './script/script-parts.ts';
export { applyRequestChanges, toScriptRequest } from './script/script-request.ts';
export type * from './script/script-types.ts';
export { type ScopeState, SessionScopes, type StoredScopeName, splitScopes } from './script/session-scopes.ts';
export type * from './session.ts';
export * from './signed-authentication.ts';
export { findVariables, providedVariables } from './step-variables.ts';
export { isXPath1, loadXPath, parseXml, queryXml, xpathProblem } from './xpath-query.ts';
