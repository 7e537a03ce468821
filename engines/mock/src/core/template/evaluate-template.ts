import type { RandomSource, WorkBudget } from '@touchstone/kernel';
import type { XmlDocument } from '../match/read-xml.ts';
import type { WorkLimits } from '../match/value-matcher.ts';
import { dataFunctions } from './functions-data.ts';
import { dateFunctions } from './functions-date.ts';
import { listFunctions } from './functions-list.ts';
import { logicFunctions } from './functions-logic.ts';
import { randomFunctions } from './functions-random.ts';
import { textFunctions } from './functions-text.ts';
import { parseTemplate, type TemplateCall, TemplateError, type TemplateNode, type TemplateProgram } from './syntax.ts';
import { isFalsy, memberOf, RawText, textOf } from './values.ts';

/** What templates may use in addition to their data. */
export interface TemplateTools {
  random: RandomSource;
  now(): Date;
  /** A realistic value by the name of its generator, such as `person.firstName`; undefined for unknown names. */
  fake(name: string): unknown;
  /** Key-value state of the caller. */
  state: { get(key: string): unknown; set(key: string, value: unknown): void };
  hostname: string;
  /** Whether `& < > "` are escaped in `{{…}}`. */
  escapes: boolean;
  /** Counts work; throws when the template exceeds it. */
  budget: WorkBudget;
  /** Limits the time of potentially costly expressions. */
  limits: WorkLimits;
  /** Parsed documents, by their text. */
  documents: Map<string, XmlDocument>;
}

/** FunctionCall is what a template function receives besides its arguments. */
export interface FunctionCall {
  hash: Record<string, unknown>;
  context: unknown;
  tools: TemplateTools;
  /** Renders the block's content with another context; undefined if the function is not called as a block. */
  body?: (context: unknown, data?: Record<string, unknown>, items?: unknown[]) => string;
  /** Renders the content after `else`. */
  otherwise?: () => string;
  /** Sets a variable for the rest of the template. */
  assign(name: string, value: unknown): void;
}

/** TemplateFunction is a Handlebars helper. */
export type TemplateFunction = (args: unknown[], call: FunctionCall) => unknown;

const functions = new Map<string, TemplateFunction>(
  [logicFunctions, textFunctions, listFunctions, dataFunctions, dateFunctions, randomFunctions].flatMap((group) =>
    Object.entries(group),
  ),
);

/** templateFunctionNames lists the functions available in templates. */
export const templateFunctionNames: readonly string[] = [...functions.keys()].sort();

/** Characters that a function reads in the time of one step. */
const charactersOfStep = 500;

interface Frame {
  context: unknown;
  data: Record<string, unknown>;
  names: Record<string, unknown>;
  parent: Frame | undefined;
}

/**
 * evaluateTemplate evaluates a Handlebars template with WireMock's functions. The template is interpreted: no code is
 * generated, only own members of the data are accessible, and every step and character counts. Throws TemplateError or
 * BudgetError.
 */
export function evaluateTemplate(text: string, context: unknown, tools: TemplateTools): string {
  if (!text.includes('{{')) return text;
  return new Evaluation(tools, context).program(parseTemplate(text), {
    context,
    data: { root: context },
    names: {},
    parent: undefined,
  });
}

class Evaluation {
  readonly #tools: TemplateTools;
  readonly #root: unknown;
  readonly #variables: Record<string, unknown> = Object.create(null);

  constructor(tools: TemplateTools, root: unknown) {
    this.#tools = tools;
    this.#root = root;
  }

  program(program: TemplateProgram, frame: Frame): string {
    let text = '';
    for (const node of program.body) {
      this.#tools.budget.spend('steps');
      const part = this.#statement(node, frame);
      this.#tools.budget.spend('characters', part.length);
      text += part;
    }
    return text;
  }

  #statement(node: TemplateNode, frame: Frame): string {
    switch (node.type) {
      case 'ContentStatement':
        return node.value;
      case 'MustacheStatement': {
        const value = this.#call(node, frame);
        const text = textOf(value);
        const isEscaped = node.escaped && this.#tools.escapes && !(value instanceof RawText);
        return isEscaped ? escapeText(text) : text;
      }
      case 'BlockStatement':
        return this.#block(node, frame);
      default:
        return '';
    }
  }

  #block(node: TemplateCall & { program?: TemplateProgram; inverse?: TemplateProgram }, frame: Frame): string {
    const { program, inverse } = node;
    const body = (context: unknown, data: Record<string, unknown> = {}, items: unknown[] = []) => {
      if (program === undefined) return '';
      this.#tools.budget.spend('steps');
      const names = { ...frame.names };
      for (const [index, name] of (program.blockParams ?? []).entries()) names[name] = items[index];
      const isSame = context === frame.context;
      return this.program(program, {
        context,
        data: { ...frame.data, ...data },
        names,
        parent: isSame ? frame.parent : frame,
      });
    };
    const otherwise = () => (inverse === undefined ? '' : this.program(inverse, frame));
    const name = nameOf(node.path);
    const known = name === undefined ? undefined : functions.get(name);
    if (known !== undefined) return textOf(known(...this.#argumentsOf(node, frame, { body, otherwise })));
    if (node.params.length > 0)
      throw new TemplateError(`The template uses ${name ?? 'a function'}, which is not known.`);
    const value = this.#expression(node.path, frame);
    if (isFalsy(value)) return otherwise();
    if (Array.isArray(value)) return value.map((item, index) => body(item, { index }, [item, index])).join('');
    return body(typeof value === 'object' ? value : frame.context);
  }

  #call(node: TemplateCall, frame: Frame): unknown {
    const name = nameOf(node.path);
    const isCalled = node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0;
    const known = name === undefined || (!isCalled && this.#isVariable(name, frame)) ? undefined : functions.get(name);
    if (known !== undefined) {
      this.#tools.budget.spend('steps');
      return known(...this.#argumentsOf(node, frame));
    }
    if (isCalled) throw new TemplateError(`The template uses ${name ?? 'a function'}, which is not known.`);
    return this.#expression(node.path, frame);
  }

  #isVariable(name: string, frame: Frame): boolean {
    return Object.hasOwn(frame.names, name) || name in this.#variables || memberOf(frame.context, name) !== undefined;
  }

  #argumentsOf(
    node: TemplateCall,
    frame: Frame,
    block: Pick<FunctionCall, 'body' | 'otherwise'> = {},
  ): [args: unknown[], call: FunctionCall] {
    const hash: Record<string, unknown> = Object.create(null);
    for (const { key, value } of node.hash?.pairs ?? []) hash[key] = this.#expression(value, frame);
    const args = node.params.map((param) => this.#expression(param, frame));
    // Functions may read their string arguments from end to end.
    for (const arg of args)
      if (typeof arg === 'string') this.#tools.budget.spend('steps', Math.trunc(arg.length / charactersOfStep));
    const assign = (name: string, value: unknown) => {
      this.#variables[name] = value;
    };
    return [args, { hash, context: frame.context, tools: this.#tools, assign, ...block }];
  }

  #expression(node: TemplateNode, frame: Frame): unknown {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumberLiteral':
      case 'BooleanLiteral':
        return node.value;
      case 'SubExpression':
        return this.#call(node, frame);
      case 'PathExpression':
        return this.#path(node, frame);
      default:
        return undefined;
    }
  }

  #path(node: Extract<TemplateNode, { type: 'PathExpression' }>, frame: Frame): unknown {
    const { parts } = node;
    let at: Frame | undefined = frame;
    for (let depth = 0; depth < node.depth; depth += 1) at = at?.parent;
    if (node.data) return this.#follow(frame.data, parts);
    if (parts.length === 0) return at?.context;
    const [first = ''] = parts;
    const isOwn = node.depth === 0 && node.this !== true && !node.original.startsWith('this');
    if (isOwn && Object.hasOwn(frame.names, first)) return this.#follow(frame.names, parts);
    if (isOwn && first in this.#variables) return this.#follow(this.#variables, parts);
    const found = this.#follow(at?.context, parts);
    // Without a context of its own, a block sees the context of the whole template.
    return found === undefined && isOwn && at?.context !== this.#root ? this.#follow(this.#root, parts) : found;
  }

  #follow(value: unknown, parts: readonly string[]): unknown {
    let current = value;
    for (const part of parts) {
      this.#tools.budget.spend('steps');
      current = memberOf(current, part);
    }
    return current;
  }
}

function nameOf(path: TemplateNode): string | undefined {
  if (path.type !== 'PathExpression' || path.data || path.depth > 0) return undefined;
  return path.parts.length === 1 ? path.parts[0] : path.original.includes('-') ? path.original : undefined;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};
const escapeText = (text: string): string => text.replace(/[&<>"'`=]/g, (char) => entities[char] ?? char);
