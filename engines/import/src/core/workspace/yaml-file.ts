import { parseDocument, stringify } from 'yaml';
import { isObject, type JsonObject } from '../json-values.ts';

/** yamlOf writes an object so that equal objects give equal texts: fields in their order, long texts as lines of their own. */
export const yamlOf = (value: JsonObject): string => stringify(value, { lineWidth: 0, blockQuote: 'literal' });

/** readYamlObject reads what `yamlOf` or a person wrote, or says what is wrong with it. */
export function readYamlObject(text: string): { value: JsonObject } | { fault: string } {
  if (hasConflictMarks(text))
    return { fault: 'It has conflict marks (<<<<<<<). Choose the lines to keep and delete the marks.' };
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return { fault: error.message.split('\n')[0] ?? error.code };
  try {
    // Nobody needs aliases here, and a few of them can stand for more than fits into memory.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return isObject(value) ? { value } : { fault: 'It must be a mapping, such as `name: Orders`.' };
  } catch (cause) {
    return { fault: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause) };
  }
}

/** hasConflictMarks tells whether a merge left both sides in a text. */
export const hasConflictMarks = (text: string): boolean => /^<{7} .*$[\s\S]*^>{7} /m.test(text);
