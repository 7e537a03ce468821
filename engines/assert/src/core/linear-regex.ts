import { RE2JS } from 're2js';
import { LruCache } from './lru-cache.ts';

const compiled = new LruCache<RE2JS>(500);

/** LinearRegexError says in one sentence why a pattern cannot be used. */
export class LinearRegexError extends Error {}

/** compileRegex compiles a user's pattern for matching in linear time, so that no pattern can hang the process. */
export function compileRegex(pattern: string): RE2JS {
  return compiled.get(pattern, () => {
    try {
      return RE2JS.compile(RE2JS.translateRegExp(pattern));
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
      const hint = /\(\?[=!<]|\\[1-9]/.test(pattern) ? ' Look-around and back-references are not supported.' : '';
      throw new LinearRegexError(`The regular expression ${pattern} is not valid: ${reason}.${hint}`);
    }
  });
}

/** findMatch returns the first group of the first match (the whole match without a group), or undefined. */
export function findMatch(pattern: string, text: string): string | undefined {
  const matcher = compileRegex(pattern).matcher(text);
  if (!matcher.find()) return undefined;
  return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group(0)) ?? '';
}

/** matchesAnywhere returns whether the pattern occurs in the text. */
export function matchesAnywhere(pattern: string, text: string): boolean {
  return compileRegex(pattern).matcher(text).find();
}

/** matchesWhole returns whether the pattern covers the whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  return compileRegex(pattern).matcher(text).matches();
}
