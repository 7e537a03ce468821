import { type GraphqlToken, graphqlOperations, graphqlTokens } from '@touchstone/engine-http/core';
import { fieldsOf, type GraphqlInput, type GraphqlSchema, namedType, typeText } from './graphql-schema.ts';

/** A completion at the caret. */
export interface GraphqlWord {
  label: string;
  detail: string;
}

/** An open brace or parenthesis before the caret, and its context. */
interface Level {
  sign: '{' | '(' | '[';
  /** In a selection: the type whose fields are selected. */
  type?: string | undefined;
  /** In arguments and input objects: the accepted inputs. */
  inputs?: readonly GraphqlInput[];
  /** The last named field. */
  field?: string | undefined;
  /** In a value: the expected type. */
  wanted?: string | undefined;
}

const keywords = ['query', 'mutation', 'subscription', 'fragment'];

/**
 * graphqlWords returns what the schema allows at a position of a document: fields, arguments, values, types, variables.
 */
export function graphqlWords(text: string, caret: number, schema: GraphqlSchema | undefined): GraphqlWord[] {
  const tokens = graphqlTokens(text.slice(0, caret));
  const typed = tokens.at(-1);
  // The word being typed says nothing about its own position.
  if (typed && typed.to === caret && (typed.kind === 'name' || typed.kind === 'variable')) tokens.pop();
  const isVariable = typed?.kind === 'variable' && typed.to === caret;
  if (isVariable) return variablesAt(text, caret);
  if (!schema) return tokens.length === 0 ? keywords.map(keyword) : [];
  const walk = new Walk(schema);
  for (const token of tokens) walk.take(token);
  return walk.words();
}

const keyword = (label: string): GraphqlWord => ({ label, detail: '' });

function variablesAt(text: string, caret: number): GraphqlWord[] {
  const operation = graphqlOperations(text).findLast(({ from }) => from <= caret);
  return (operation?.variables ?? []).map(({ name, type }) => ({ label: `$${name}`, detail: type }));
}

/** Reads tokens up to the caret and tracks the type at each level. */
class Walk {
  readonly #schema: GraphqlSchema;
  readonly #levels: Level[] = [];
  #root: string | undefined;
  #condition: 'no' | 'on' | string = 'no';
  #isFragment = false;
  /** Within the `( … )` of an operation's head. */
  #isHead = false;
  #last: GraphqlToken | undefined;

  constructor(schema: GraphqlSchema) {
    this.#schema = schema;
  }

  take(token: GraphqlToken): void {
    if (token.kind === 'sign') this.#sign(token.text);
    else if (token.kind === 'name') this.#name(token.text);
    else this.#gaveValue();
    this.#last = token;
  }

  words(): GraphqlWord[] {
    const level = this.#levels.at(-1);
    if (this.#condition === 'on') return this.#compositeTypes();
    if (!level) return keywords.map(keyword);
    if (this.#isHead) return this.#last?.text === ':' || this.#last?.text === '[' ? this.#inputTypes() : [];
    if (level.sign === '{' && level.inputs === undefined)
      return [
        ...fieldsOf(this.#schema, level.type).map(({ name, type }) => ({ label: name, detail: typeText(type) })),
        { label: '__typename', detail: 'String!' },
        ...(this.#last?.text === '...' ? [keyword('on')] : []),
      ];
    if (level.wanted !== undefined) return this.#values(level.wanted);
    return (level.inputs ?? []).map(({ name, type }) => ({ label: name, detail: typeText(type) }));
  }

  #sign(text: string): void {
    const level = this.#levels.at(-1);
    if (text === '{') this.#open(level);
    else if (text === '(') this.#arguments(level);
    else if (text === '[') this.#levels.push({ sign: '[', inputs: [], wanted: level?.wanted });
    else if (text === '}' || text === ')' || text === ']') this.#close();
    else if (text === ':' && level?.inputs) {
      const input = level.inputs.find(({ name }) => name === level.field);
      level.wanted = input ? namedType(input.type) : '';
    }
  }

  #open(level: Level | undefined): void {
    // An input object where a value is expected; otherwise a selection.
    if (level?.wanted !== undefined) {
      this.#levels.push({ sign: '{', inputs: this.#schema.types.get(level.wanted)?.inputFields ?? [] });
      return;
    }
    const condition = this.#condition !== 'no' && this.#condition !== 'on' ? this.#condition : undefined;
    const type = condition ?? (level ? this.#typeOfField(level) : (this.#root ?? this.#schema.roots.query));
    this.#condition = 'no';
    this.#isFragment = false;
    this.#levels.push({ sign: '{', type });
  }

  #arguments(level: Level | undefined): void {
    this.#isHead = level === undefined;
    const field = fieldsOf(this.#schema, level?.type).find(({ name }) => name === level?.field);
    this.#levels.push({ sign: '(', inputs: field?.args ?? [] });
  }

  #close(): void {
    this.#levels.pop();
    this.#isHead = false;
    if (this.#levels.length === 0) this.#root = undefined;
    else this.#gaveValue();
  }

  #name(text: string): void {
    const level = this.#levels.at(-1);
    if (this.#condition === 'on') {
      this.#condition = text;
      return;
    }
    if (text === 'on' && (this.#last?.text === '...' || this.#isFragment)) {
      this.#condition = 'on';
      return;
    }
    if (!level) {
      if (text === 'fragment') this.#isFragment = true;
      else if (text === 'query' || text === 'mutation' || text === 'subscription')
        this.#root = this.#schema.roots[text];
    } else if (level.wanted !== undefined) this.#gaveValue();
    else level.field = text;
  }

  /** A value is complete: the next name is another argument. Lists expect more of the same. */
  #gaveValue(): void {
    const level = this.#levels.at(-1);
    if (level && level.sign !== '[') level.wanted = undefined;
  }

  #typeOfField({ type, field }: Level): string | undefined {
    const found = fieldsOf(this.#schema, type).find(({ name }) => name === field);
    return found && namedType(found.type);
  }

  #values(typeName: string): GraphqlWord[] {
    if (typeName === 'Boolean') return ['true', 'false'].map((label) => ({ label, detail: 'Boolean' }));
    return (this.#schema.types.get(typeName)?.enumValues ?? []).map(({ name }) => ({ label: name, detail: typeName }));
  }

  #typesOf(...kinds: string[]): GraphqlWord[] {
    return [...this.#schema.types.values()]
      .filter(({ kind, name }) => kinds.includes(kind) && !name.startsWith('__'))
      .map(({ name, kind }) => ({ label: name, detail: kind.toLowerCase().replace('_', ' ') }));
  }
  #compositeTypes = () => this.#typesOf('OBJECT', 'INTERFACE', 'UNION');
  #inputTypes = () => this.#typesOf('SCALAR', 'ENUM', 'INPUT_OBJECT');
}
