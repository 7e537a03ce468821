export {
  type ComparableResult,
  type CompareOptions,
  compareResults,
  type ResultComparison,
} from './compare-results.ts';
export { type CsvOptions, CsvParser, formatCsv, parseCsv } from './csv.ts';
export { type ExpandOptions, expandSteps, type Row } from './expand-steps.ts';
export { inferJsonSchema, type JsonSchema } from './infer-json-schema.ts';
export { inferXsd } from './infer-xsd.ts';
export { type JsonChange, jsonDiff } from './json-diff.ts';
export * from './reconcile/index.ts';
export { keepRowValues, rowValues } from './row-values.ts';
export { type SchemaSample, sampleFromSchema } from './sample/sample-from-schema.ts';
export { type RetryOptions, withRetries } from './with-retries.ts';
