import { parseDocument, stringify } from 'yaml';
import { isObject, type JsonObject } from '../json-values.ts';

/** yamlOf serializes an object so that equal objects give equal texts: fields in order, long strings as blocks. */
export const yamlOf = (value: JsonObject): string => stringify(value, { lineWidth: 0, blockQuote: 'literal' });

/** readYamlObject parses text from `yamlOf` or written by hand, or returns its fault. */
export function readYamlObject(text: string): { value: JsonObject } | { fault: string } {
  if (hasConflictMarks(text))
    return { fault: 'It has conflict marks (<<<<<<<). Choose the lines to keep and delete the marks.' };
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return { fault: error.message.split('\n')[0] ?? error.code };
  try {
    // Aliases aren't needed here, and a few of them can expand beyond the available memory.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return isObject(value) ? { value } : { fault: 'It must be a mapping, such as `name: Orders`.' };
  } catch (cause) {
    return { fault: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause) };
  }
}

/** hasConflictMarks returns whether a text contains conflict markers of a merge. */
export const hasConflictMarks = (text: string): boolean => /^<{7} .*$[\s\S]*^>{7} /m.test(text);
