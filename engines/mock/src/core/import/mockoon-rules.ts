import type { MockProblem } from '../stub.ts';

type Json = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * mockoonRules writes the rules of an answer as parts of request patterns: one part where all rules must hold, a part for each where one is
 * enough. Rules that cannot be written are problems, and an answer that needs one of these is left out.
 */
export function mockoonRules(response: Json, place: string, problems: MockProblem[]): Json[] {
  const rules = (Array.isArray(response.rules) ? response.rules : []) as Json[];
  const parts = rules.map((rule, index) => {
    const part = partOf(rule);
    if (part === undefined)
      problems.push({
        path: `${place}, rule ${index + 1}`,
        message: `A rule on ${textOf(rule.target)} with ${textOf(rule.operator)} is not supported.`,
      });
    return part;
  });
  if (response.rulesOperator === 'AND')
    return parts.includes(undefined) ? [] : [parts.reduce<Json>((all, part) => merged(all, part ?? {}), {})];
  return parts.filter((part) => part !== undefined);
}

function merged(left: Json, right: Json): Json {
  const result = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = result[name];
    if (Array.isArray(before) && Array.isArray(value)) result[name] = [...before, ...value];
    else if (typeof before === 'object' && before !== null) result[name] = { ...before, ...(value as Json) };
    else result[name] = value;
  }
  return result;
}

function partOf(rule: Json): Json | undefined {
  const pattern = patternOf(rule);
  if (pattern === undefined) return undefined;
  const modifier = textOf(rule.modifier);
  switch (rule.target) {
    case 'query':
      return { queryParameters: { [modifier]: pattern } };
    case 'header':
      return { headers: { [modifier]: pattern } };
    case 'cookie':
      return { cookies: { [modifier]: pattern } };
    case 'params':
      return { pathParameters: { [modifier]: pattern } };
    case 'method':
      return pattern.equalTo === undefined ? undefined : { method: String(pattern.equalTo).toUpperCase() };
    case 'body':
      return { bodyPatterns: [modifier === '' ? pattern : bodyPattern(modifier, pattern)] };
    default:
      return undefined;
  }
}

function bodyPattern(modifier: string, pattern: Json): Json {
  if (modifier.startsWith('/')) return { matchesXPath: { expression: modifier, ...pattern } };
  const path = modifier.startsWith('$') ? modifier : `$.${modifier.replace(/\.(\d+)(?=\.|$)/g, '[$1]')}`;
  return { matchesJsonPath: { expression: path, ...pattern } };
}

function patternOf({ operator, value, invert, isRegex }: Json): Json | undefined {
  const text = textOf(value);
  const pattern = (): Json | undefined => {
    switch (isRegex === true ? 'regex' : (operator ?? 'equals')) {
      case 'equals':
        return { equalTo: text };
      case 'regex':
        return { matches: `(?s).*(?:${text}).*` };
      case 'regex_i':
        return { matches: `(?is).*(?:${text}).*` };
      case 'null':
        return { absent: true };
      case 'empty_array':
        return { equalToJson: '[]' };
      case 'array_includes':
        return { contains: text };
      default:
        return undefined;
    }
  };
  const made = pattern();
  return made !== undefined && invert === true ? { not: made } : made;
}
