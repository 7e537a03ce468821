export type {
  AssertionKind,
  AssertionOperator,
  AssertionResult,
  BodyBytes,
  Extracted,
  HeaderList,
  HttpAssertion,
  HttpDataHandler,
  Proof,
  ProofLine,
  SchemaFault,
} from './assertion.ts';
export { type EvaluationGuard, evaluateAssertions, prepareEvaluation } from './assertions/evaluate.ts';
export { compareValue, deepEquals, looselyEquals } from './compare.ts';
export { extractData } from './data-handlers.ts';
export { decodeText } from './decode-text.ts';
export { parseEventStream } from './event-stream.ts';
export { parseExactJson, stringifyExactJson } from './exact-json.ts';
export { diffJson, type JsonDifference } from './json-diff.ts';
export { jsonPathProblem, queryJson } from './json-path.ts';
export type { SchemaViolation } from './json-schema/evaluate-schema.ts';
export { type CompiledSchema, compileJsonSchema, type SchemaOptions } from './json-schema/json-schema.ts';
export { type SchemaDraft, SchemaError } from './json-schema/schema-resources.ts';
export { compileRegex, findMatch } from './linear-regex.ts';
export { findInJson, findInXml, type PathMatch } from './query-text.ts';
export { type ResponseFacts, ResponseView } from './response-view.ts';
export { joinSchemaDocuments, type SchemaDocument, splitSchemaDocuments } from './schema-documents.ts';
export { show } from './show.ts';
export {
  findXml,
  findXmlNodes,
  isXPath1,
  loadXPath,
  parseXml,
  queryXml,
  type XmlFinding,
  type XmlNode,
  xpathProblem,
} from './xpath-query.ts';
