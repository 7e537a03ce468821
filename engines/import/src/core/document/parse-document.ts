import { parseDocument as parseYaml } from 'yaml';
import { isObject, type JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';

/** An alias may expand to a large part of the document; more expansions than this are an attack or a mistake. */
const aliasLimit = 1000;

/** readDocument parses JSON or YAML. YAML with faults is read as far as possible. */
export function readDocument(text: string, problems: ProblemList): JsonObject | undefined {
  const content = text.replace(/^\uFEFF/, '');
  const value = /^\s*\{/.test(content)
    ? (tryJson(content) ?? readYaml(content, problems))
    : readYaml(content, problems);
  if (isObject(value)) return value;
  problems.add(
    'document',
    'The text is neither a JSON object nor a YAML mapping. Give an OpenAPI or Swagger document.',
  );
  return undefined;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readYaml(text: string, problems: ProblemList): unknown {
  const document = parseYaml(text, { uniqueKeys: false, prettyErrors: true, logLevel: 'silent' });
  for (const error of document.errors.slice(0, 20)) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    problems.add(
      `line ${line}, column ${col}`,
      error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? error.code,
    );
  }
  try {
    // The round trip expands aliases to a tree and rejects cyclic ones.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: aliasLimit })) ?? 'null');
  } catch (error) {
    problems.add(
      'document',
      `The YAML cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
    return undefined;
  }
}
