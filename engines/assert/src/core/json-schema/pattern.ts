import { compileRegex, LinearRegexError } from '../linear-regex.ts';
import { LruCache } from '../lru-cache.ts';
import { SchemaError } from './schema-resources.ts';

type Test = (text: string) => boolean;
const compiled = new LruCache<Test>(500);

/**
 * matchesPattern tests a pattern in linear time; one with look-around or back-references runs natively, under the
 * caller's time limit.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled.get(pattern, () => compile(pattern))(text);
}

function compile(pattern: string): Test {
  // The linear engine supports only ASCII white space.
  if (!/\\[sScbB]/.test(pattern)) {
    try {
      const regex = compileRegex(pattern);
      return (text) => regex.matcher(text).find();
    } catch (error) {
      if (!(error instanceof LinearRegexError)) throw error;
    }
  }
  for (const flags of ['u', '']) {
    try {
      const regex = new RegExp(pattern, flags);
      return (text) => regex.test(text);
    } catch {
      // Patterns with lenient escapes are interpreted as in browsers.
    }
  }
  throw new SchemaError(`the pattern ${pattern} is not a valid regular expression`);
}
