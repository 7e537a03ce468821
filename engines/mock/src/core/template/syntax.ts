import { parse } from '@handlebars/parser';

/** A node of a Handlebars template, limited to what is evaluated here. */
export type TemplateNode =
  | { type: 'ContentStatement'; value: string }
  | { type: 'CommentStatement' }
  | ({ type: 'MustacheStatement'; escaped: boolean } & TemplateCall)
  | ({ type: 'BlockStatement'; program?: TemplateProgram; inverse?: TemplateProgram } & TemplateCall)
  | ({ type: 'SubExpression' } & TemplateCall)
  | { type: 'PathExpression'; data: boolean; this?: boolean; depth: number; parts: string[]; original: string }
  | { type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral'; value: string | number | boolean }
  | { type: 'UndefinedLiteral' | 'NullLiteral' };

/** A path or a function with arguments. */
export interface TemplateCall {
  path: TemplateNode;
  params: TemplateNode[];
  hash?: { pairs: { key: string; value: TemplateNode }[] };
}

/** A list of statements; block parameters are the names in `as |item index|`. */
export interface TemplateProgram {
  body: TemplateNode[];
  blockParams?: string[];
}

/** TemplateError says in one sentence why a template cannot be parsed or evaluated. */
export class TemplateError extends Error {}

const cacheLimit = 2000;
const parsed = new Map<string, TemplateProgram>();
const sizeLimit = 1024 * 1024;
const understood = new Set([
  'ContentStatement',
  'CommentStatement',
  'MustacheStatement',
  'BlockStatement',
  'SubExpression',
  'PathExpression',
  'StringLiteral',
  'NumberLiteral',
  'BooleanLiteral',
  'UndefinedLiteral',
  'NullLiteral',
  'Program',
]);

/** parseTemplate parses a template; results are cached by text. Throws TemplateError. */
export function parseTemplate(text: string): TemplateProgram {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (text.length > sizeLimit)
    throw new TemplateError('The template is longer than 1 MB. Use a file without templates.');
  const program = read(text);
  if (parsed.size >= cacheLimit) parsed.delete(parsed.keys().next().value!);
  parsed.set(text, program);
  return program;
}

function read(text: string): TemplateProgram {
  let program: TemplateProgram;
  try {
    program = parse(withBracketedIndexes(text)) as unknown as TemplateProgram;
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\n/g, ' ').slice(0, 300) : String(error);
    throw new TemplateError(`The template cannot be read: ${message}`);
  }
  checkNodes(program);
  return program;
}

function checkNodes(root: unknown): void {
  const waiting: [node: unknown, depth: number][] = [[root, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    if (typeof node !== 'object' || node === null) continue;
    if (depth > 300) throw new TemplateError('The template is nested too deeply.');
    const { type } = node as { type?: unknown };
    if (typeof type === 'string' && !understood.has(type) && type !== 'Hash' && type !== 'HashPair')
      throw new TemplateError(`${type.replace(/Statement$/, '')}s are not supported in templates of mocks.`);
    for (const [key, child] of Object.entries(node))
      if (key !== 'loc' && key !== 'strip') waiting.push([child, depth + 1]);
  }
}

/** WireMock's engine also accepts `parts.0`; the Handlebars grammar requires `parts.[0]`. */
const withBracketedIndexes = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (expression) =>
    expression.replace(/'[^']*'|"[^"]*"|(?<=[A-Za-z_][\w-]*|\])\.(\d+)(?![\w-])/g, (part, index?: string) =>
      index === undefined ? part : `.[${index}]`,
    ),
  );
