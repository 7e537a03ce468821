import { compileRegex } from '@touchstone/engine-assert/core';

/** Expansions of XML Schema's character class escapes, inside a class; upper case ones are the complements. */
const shortForms: Record<string, string> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{M}\\p{N}\\p{S}',
  W: '\\p{P}\\p{Z}\\p{C}',
  s: ' \\t\\n\\r',
  i: '\\p{L}_:',
  c: '\\p{L}\\p{M}\\p{N}_:.\\-·',
};
const negatives: Record<string, string> = { S: 's', I: 'i', C: 'c' };

/**
 * linearPattern converts an XML Schema regular expression (Part 2, appendix F) to a linear-time test of a whole text;
 * undefined if it uses unsupported features: class subtraction, block names, or more than 1,000 repetitions.
 */
export function linearPattern(pattern: string): ((text: string) => boolean) | undefined {
  const translated = translate(pattern);
  if (translated === undefined) return undefined;
  try {
    const compiled = compileRegex(translated);
    return (text) => compiled.matcher(text).matches();
  } catch {
    return undefined;
  }
}

const outside: Record<string, string> = { '^': '\\^', $: '\\$', '.': '[^\\n\\r]' };

function translate(pattern: string): string | undefined {
  let out = '';
  let isClass = false;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at] ?? '';
    // Class subtraction, [a-z-[aeiou]], doesn't exist in other dialects.
    if (isClass && char === '[') return undefined;
    const escaped = char === '\\' ? escapeOf(pattern.slice(at), isClass) : plainOf(char, isClass);
    if (escaped === undefined) return undefined;
    if (char === '[') isClass = true;
    if (char === ']') isClass = false;
    out += escaped.text;
    at += escaped.length;
  }
  return out;
}

const plainOf = (char: string, isClass: boolean): { text: string; length: number } => ({
  text: isClass ? char.replace('&', '\\&') : (outside[char] ?? char),
  length: 1,
});

function escapeOf(rest: string, isClass: boolean): { text: string; length: number } | undefined {
  const char = rest[1] ?? '';
  if (char === 'p' || char === 'P') {
    const [found] = /^\\[pP]\{[A-Z][a-z]?\}/.exec(rest) ?? [];
    return found === undefined ? undefined : { text: found, length: found.length };
  }
  const inside = shortForms[char];
  if (inside !== undefined) return { text: isClass ? inside : `[${inside}]`, length: 2 };
  const opposite = negatives[char];
  if (opposite !== undefined) return isClass ? undefined : { text: `[^${shortForms[opposite]}]`, length: 2 };
  return char === '' ? undefined : { text: `\\${char}`, length: 2 };
}
