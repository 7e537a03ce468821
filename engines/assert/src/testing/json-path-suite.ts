import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { jsonPathProblem, locateJson } from '../core/json-path.ts';

const require = createRequire(import.meta.url);

interface SuiteCase {
  name: string;
  selector: string;
  document?: unknown;
  result?: unknown[];
  results?: unknown[][];
  result_paths?: string[];
  results_paths?: string[][];
  invalid_selector?: boolean;
}

/** runJsonPathSuite runs the RFC 9535 compliance suite published in the package `jsonpath-rfc9535`. */
export function runJsonPathSuite(): { total: number; failures: string[] } {
  const entry = require.resolve('jsonpath-rfc9535');
  const root = entry.slice(0, entry.lastIndexOf('jsonpath-rfc9535') + 'jsonpath-rfc9535'.length);
  const file = join(root, 'src/__tests__/jsonpath-compliance-test-suite/cts.json');
  const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: SuiteCase[] };
  return { total: tests.length, failures: tests.filter((item) => !passes(item)).map(({ name }) => name) };
}

function passes(item: SuiteCase): boolean {
  if (item.invalid_selector) return jsonPathProblem(item.selector) !== undefined;
  const found = locateJson(item.selector, item.document);
  const same = (wanted: unknown[] | undefined, actual: unknown[]) => JSON.stringify(wanted) === JSON.stringify(actual);
  const values = found.map(({ value }) => value);
  const paths = found.map(({ path }) => path);
  const valuesFit = item.results?.some((wanted) => same(wanted, values)) ?? same(item.result, values);
  const wantedPaths = item.results_paths ?? (item.result_paths === undefined ? undefined : [item.result_paths]);
  return valuesFit && (wantedPaths === undefined || wantedPaths.some((wanted) => same(wanted, paths)));
}
