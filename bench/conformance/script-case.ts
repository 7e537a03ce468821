/** ScriptCase is a collection with one request, whose scripts test one feature of the sandbox. */
export interface ScriptCase {
  name: string;
  test?: string;
  before?: string;
  path?: string;
  environment?: Record<string, unknown>;
  globals?: Record<string, unknown>;
  data?: Record<string, unknown>[];
}

/** One test per line, named by its number: a line that throws fails alone, in both tools. */
export const each = (lines: string[], first = ''): string =>
  [first, ...lines.map((line, index) => `pm.test("${index + 1}", () => { ${line} });`)].join('\n');
