/** A word or punctuator of a GraphQL document. */
export interface GraphqlToken {
  kind: 'name' | 'variable' | 'sign' | 'value';
  text: string;
  from: number;
  to: number;
}

// Comments, commas and white space are ignored. `{{name}}` is one of our variables, anywhere in the text.
const pattern =
  /[\s,﻿]+|#[^\n\r]*|(\{\{[^{}]*\}\})|("""(?:\\"""|[^"]|"(?!""))*(?:"""|$)|"(?:\\.|[^"\\\n\r])*"?|-?\d[\w.+-]*)|(\$\w*)|([A-Za-z_]\w*)|(\.\.\.|[^\s])/gy;

/** graphqlTokens tokenizes a document, also an incomplete one, in linear time. */
export function graphqlTokens(text: string): GraphqlToken[] {
  const tokens: GraphqlToken[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [whole, ours, value, variable, name, sign] = found;
    const kind = ours || value ? 'value' : variable ? 'variable' : name ? 'name' : sign ? 'sign' : undefined;
    if (kind) tokens.push({ kind, text: whole, from: found.index, to: found.index + whole.length });
  }
  return tokens;
}

/** An operation of a document. */
export interface GraphqlOperation {
  kind: 'query' | 'mutation' | 'subscription';
  /** Empty for an anonymous operation. */
  name: string;
  /** Its variables with their types as written. */
  variables: { name: string; type: string }[];
  from: number;
  to: number;
}

const kinds: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription']);

/** graphqlOperations lists the operations of a document in order. */
export function graphqlOperations(text: string): GraphqlOperation[] {
  const tokens = graphqlTokens(text);
  const operations: GraphqlOperation[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { text: word, kind, from } = tokens[at]!;
    if (depth === 0 && isHead(tokens, at)) operations.push(readHead(tokens, at, from));
    if (kind !== 'sign') continue;
    depth = Math.max(0, depth + (depthOf[word] ?? 0));
    const last = operations.at(-1);
    if (last && word === '}' && depth === 0) last.to = tokens[at]!.to;
  }
  return operations;
}

const depthOf: Record<string, number> = { '{': 1, '(': 1, '}': -1, ')': -1 };

/** Whether an operation starts here: with its keyword, or with a `{` that doesn't belong to anything before it. */
function isHead(tokens: readonly GraphqlToken[], at: number): boolean {
  const before = tokens[at - 1];
  const isFirst = before === undefined || before.text === '}';
  const { text } = tokens[at]!;
  return isFirst && (text === '{' || kinds.has(text));
}

function readHead(tokens: readonly GraphqlToken[], at: number, from: number): GraphqlOperation {
  const { text: word, to } = tokens[at]!;
  const kind = kinds.has(word) ? (word as GraphqlOperation['kind']) : 'query';
  const next = tokens[at + 1];
  const name = word !== '{' && next?.kind === 'name' ? next.text : '';
  const variables: GraphqlOperation['variables'] = [];
  const opening = at + (name === '' ? 1 : 2);
  if (word !== '{' && tokens[opening]?.text === '(')
    for (let place = opening + 1; place < tokens.length && tokens[place]?.text !== ')'; place += 1)
      if (tokens[place]?.kind === 'variable' && tokens[place + 1]?.text === ':')
        variables.push({ name: tokens[place]!.text.slice(1), type: typeAt(tokens, place + 2) });
  return { kind, name, variables, from, to };
}

function typeAt(tokens: readonly GraphqlToken[], start: number): string {
  let type = '';
  for (let at = start; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'name' ? /\w$/.test(type) : !'[]!'.includes(text)) break;
    type += text;
  }
  return type;
}

/** operationToRun returns the operation that a request runs: the named one, or the first. */
export function operationToRun(document: string, operationName: string | undefined): GraphqlOperation | undefined {
  const operations = graphqlOperations(document);
  return operationName ? operations.find(({ name }) => name === operationName) : operations[0];
}
