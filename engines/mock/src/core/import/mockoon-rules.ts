import type { MockProblem } from '../stub.ts';

type Json = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Parts of request patterns, one of which has to match: an empty list if the rule never matches, one empty part if it
 * always does.
 */
type Alternatives = Json[];

/**
 * mockoonRules converts the rules of a response to parts of request patterns, one of which has to match. Rules that
 * cannot be converted are reported as problems, and a response that needs one of them is left out. `method` is that of
 * the route; empty for any.
 */
export function mockoonRules(response: Json, method: string, place: string, problems: MockProblem[]): Json[] {
  const rules = (Array.isArray(response.rules) ? response.rules : []) as Json[];
  const alternatives = rules.map((rule, index) => {
    const found = alternativesOf(rule, method);
    if (found === undefined)
      problems.push({
        path: `${place}, rule ${index + 1}`,
        message: `A rule on ${textOf(rule.target)} with ${textOf(rule.operator)} is not supported.`,
      });
    return found;
  });
  if (response.rulesOperator !== 'AND') return alternatives.flatMap((found) => found ?? []);
  return alternatives.reduce<Json[]>(
    (all, found) => all.flatMap((left) => (found ?? []).map((right) => merged(left, right))),
    [{}],
  );
}

/** Combines both parts; if both constrain the same value, it has to match both. */
function merged(left: Json, right: Json): Json {
  const result = { ...left };
  for (const [part, value] of Object.entries(right)) {
    const before = result[part];
    if (before === undefined) result[part] = value;
    else if (Array.isArray(before)) result[part] = [...before, ...(value as unknown[])];
    else {
      const values = { ...(before as Json) };
      for (const [name, pattern] of Object.entries(value as Json))
        values[name] = values[name] === undefined ? pattern : { and: [values[name], pattern] };
      result[part] = values;
    }
  }
  return result;
}

const partOfTarget: Record<string, string> = { query: 'queryParameters', header: 'headers', params: 'pathParameters' };

function alternativesOf(rule: Json, method: string): Alternatives | undefined {
  const modifier = textOf(rule.modifier);
  const inverted = rule.invert === true;
  if (rule.target === 'method') return ofMethod(rule, method, inverted);
  if (rule.target === 'body') return ofBody(rule, modifier, inverted);
  const part = partOfTarget[textOf(rule.target)];
  if ((part === undefined && rule.target !== 'cookie') || modifier === '') return undefined;
  const operator = operatorOf(rule);
  // A single value is never a list.
  if (operator === 'empty_array' || operator === 'array_includes') return inverted ? [{}] : [];
  const pattern = operator === 'null' ? { equalTo: '' } : patternOf(rule);
  if (pattern === undefined) return undefined;
  const filled = { matches: '(?s).+' };
  const made = operator === 'null' ? (inverted ? filled : pattern) : inverted ? { not: pattern } : pattern;
  const acceptsAbsent = (operator === 'null') !== inverted;
  if (part === undefined) {
    // A matcher on a cookie is ignored if the cookie is missing, so `absent` needs its own alternative.
    const present = { cookies: { [modifier]: made } };
    return acceptsAbsent ? [{ cookies: { [modifier]: { absent: true } } }, present] : [present];
  }
  return [{ [part]: { [modifier]: acceptsAbsent ? { or: [{ absent: true }, made] } : made } }];
}

const operatorOf = ({ operator, isRegex }: Json): string => (isRegex === true ? 'regex' : textOf(operator) || 'equals');

/** A pattern for one string; undefined if the rule cannot be converted. */
function patternOf(rule: Json): Json | undefined {
  const text = textOf(rule.value);
  switch (operatorOf(rule)) {
    case 'equals':
      return { equalTo: text };
    case 'regex':
      return { matches: `(?s).*(?:${text}).*` };
    case 'regex_i':
      return { matches: `(?is).*(?:${text}).*` };
    default:
      return undefined;
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Rules compare methods in lower case; a rule that matches the route's own method always matches. */
function ofMethod(rule: Json, method: string, inverted: boolean): Alternatives | undefined {
  const value = textOf(rule.value);
  const tests: Record<string, (name: string) => boolean> = {
    equals: (name) => name === value,
    regex: (name) => new RegExp(value).test(name),
    regex_i: (name) => new RegExp(value, 'i').test(name),
    null: () => false,
    empty_array: () => false,
    array_includes: (name) => textOf(rule.modifier) === '' && name === value,
  };
  const operator = operatorOf(rule);
  if (!Object.hasOwn(tests, operator)) return undefined;
  try {
    const holds = (name: string) => tests[operator]!(name.toLowerCase()) !== inverted;
    if (method !== '') return holds(method) ? [{}] : [];
    return methods.filter(holds).map((name) => ({ method: name }));
  } catch {
    return undefined;
  }
}

function ofBody(rule: Json, modifier: string, inverted: boolean): Alternatives | undefined {
  const pattern = bodyPattern(rule, modifier);
  if (pattern === undefined) return undefined;
  return [{ bodyPatterns: [inverted ? { not: pattern } : pattern] }];
}

function bodyPattern(rule: Json, modifier: string): Json | undefined {
  const operator = operatorOf(rule);
  const text = textOf(rule.value);
  if (modifier === '') {
    if (operator === 'null') return { or: [{ absent: true }, { equalToJson: 'null' }] };
    if (operator === 'empty_array') return { equalToJson: '[]' };
    if (operator === 'array_includes') return { matchesJsonPath: { expression: '$[0:]', equalTo: text } };
    return patternOf(rule);
  }
  if (modifier.startsWith('/')) {
    const found = patternOf(rule);
    return found && { matchesXPath: { expression: modifier, ...found } };
  }
  const path = modifier.startsWith('$') ? modifier : `$.${modifier.replace(/\.(\d+)(?=\.|$)/g, '[$1]')}`;
  const at = (expression: string, pattern: Json) => ({ matchesJsonPath: { expression, ...pattern } });
  if (operator === 'null')
    return { and: [at(path, { or: [{ absent: true }, { equalTo: '' }] }), { not: emptyAt(path) }] };
  if (operator === 'empty_array') return emptyAt(path);
  // A slice selects only from lists, while [*] also selects from objects.
  if (operator === 'array_includes') return at(`${path}[0:]`, { equalTo: text });
  const pattern = patternOf(rule);
  return pattern && at(path, pattern);
}

const emptyAt = (expression: string): Json => ({ matchesJsonPath: { expression, equalToJson: '[]' } });
