import { newId } from '@touchstone/kernel';
import { own } from '../own.ts';
import { type KeywordFunction, stepLimits } from '../step.ts';
import { type ImportedScript, ScriptBuilder } from './imported-script.ts';
import { Blocks } from './vbscript/blocks.ts';
import { storeStep } from './vbscript/conditions.ts';
import { callMethod, webAddress } from './vbscript/methods.ts';
import { classOf, type Named, nameTarget } from './vbscript/objects.ts';
import {
  callArguments,
  isSign,
  isWord,
  type Link,
  readChain,
  readStatements,
  type Statement,
  splitTokens,
  type Token,
} from './vbscript/statements.ts';
import { nameOf, readCode, readList, readValue } from './vbscript/values.ts';

/** isVbScript returns whether a text is a UFT or QTP test. */
export const isVbScript = (text: string): boolean =>
  /\b(?:Browser|SystemUtil)\s*(?:\(\s*"[^"\n]*"\s*\)\s*)?\./i.test(text) && !/\bawait\b/.test(text);

/** Stores of test data that can be set by name. */
const stores = new Set(['datatable', 'environment', 'parameter']);
/** Statements that need no step. */
const idle = new Set(['option', 'dim', 'redim', 'randomize', 'private', 'public']);

class VbScript {
  readonly #main: ScriptBuilder;
  readonly #id: () => string;
  readonly functions: KeywordFunction[] = [];
  readonly #procedures: ReadonlyMap<string, Procedure>;
  readonly #aliases = new Map<string, Token[]>();
  readonly #descriptions = new Map<string, Map<string, string>>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #with: Token[][] = [];
  #inner: { name: string; builder: ScriptBuilder; blocks: Blocks; hasResult: boolean } | undefined;
  readonly #blocks: Blocks;
  readonly #stored = { property: 0, condition: 0 };

  constructor(statements: readonly Statement[], id: () => string) {
    this.#id = id;
    this.#main = new ScriptBuilder(id);
    this.#procedures = proceduresOf(statements);
    this.#blocks = new Blocks(() => this.#context());
    for (const statement of statements) this.#statement(statement);
    const last = statements.at(-1)?.line ?? 1;
    this.#endProcedure(last);
    this.#blocks.finish(last);
  }

  get script(): ImportedScript {
    return { ...this.#main.finish(''), functions: this.functions };
  }

  get #builder(): ScriptBuilder {
    return this.#inner?.builder ?? this.#main;
  }

  #context() {
    return {
      builder: this.#builder,
      lists: this.#lists,
      with: this.#with,
      expand: this.#expand,
      name: (tokens: readonly Token[]) => this.#named(tokens)?.named,
      fresh: (what: 'property' | 'condition') => {
        this.#stored[what] += 1;
        return `${what}${this.#stored[what]}`;
      },
    };
  }

  /** Expands the leading `.` of a With, and object variables. */
  readonly #expand = (tokens: readonly Token[]): Token[] => {
    const [first] = tokens;
    if (isSign(first, '.')) return [...(this.#with.at(-1) ?? []), ...tokens];
    const alias = first?.kind === 'word' ? this.#aliases.get(first.text.toLowerCase()) : undefined;
    return alias ? [...alias, ...tokens.slice(1)] : [...tokens];
  };

  #named(tokens: readonly Token[]): { named: Named; rest: Token[] } | undefined {
    const chain = readChain(this.#expand(tokens));
    const named = chain && nameTarget(chain.links, this.#descriptions);
    return named && chain ? { named, rest: chain.rest } : undefined;
  }

  #statement(statement: Statement): void {
    const { line, tokens, text } = statement;
    const blocks = this.#inner?.blocks ?? this.#blocks;
    blocks.newLine(line);
    if (this.#procedure(statement)) return;
    const inner = blocks.read(statement);
    if (inner) this.#inline(inner, statement);
    else if (!this.#simple(tokens, line)) this.#builder.report(line, `Not understood: ${text.slice(0, 200)}`);
  }

  /** Reads what follows `Then` or `Else` on the same line. */
  #inline(tokens: readonly Token[], statement: Statement): void {
    const [then = [], ...otherwise] = splitTokens(tokens, (token) => isWord(token, 'else'));
    if (then.length > 0) this.#statement({ ...statement, tokens: then });
    if (otherwise.length > 0) {
      this.#builder.otherwise();
      const rest = otherwise.flat();
      if (rest.length > 0) this.#statement({ ...statement, tokens: rest });
    }
  }

  /** Turns a Sub or Function into a function. */
  #procedure({ tokens, line, text }: Statement): boolean {
    const [first, second, third] = isWord(tokens[0], 'public', 'private') ? tokens.slice(1) : tokens;
    if (isWord(first, 'end') && isWord(second, 'sub', 'function')) {
      this.#endProcedure(line);
      return true;
    }
    if (!isWord(first, 'sub', 'function') || second?.kind !== 'word') return false;
    this.#endProcedure(line);
    if (third && !isSign(third, '(')) this.#builder.report(line, `Not understood: ${text.slice(0, 200)}`);
    const builder = new ScriptBuilder(this.#id);
    const blocks = new Blocks(() => this.#context());
    this.#inner = { name: second.text, builder, blocks, hasResult: false };
    return true;
  }

  #endProcedure(line: number): void {
    if (!this.#inner) return;
    const { name, builder, blocks, hasResult } = this.#inner;
    blocks.finish(line);
    this.#inner = undefined;
    const { inputs } = this.#procedures.get(name.toLowerCase()) ?? { inputs: [] };
    this.functions.push({ name, inputs, outputs: hasResult ? [nameOf(name)] : [], steps: builder.steps });
    for (const { line: at, message } of builder.problems) this.#main.report(at ?? line, message);
  }

  /** Reads a statement without nested statements; false if it isn't supported. */
  #simple(tokens: readonly Token[], line: number): boolean {
    const [first, second] = tokens;
    const word = first?.kind === 'word' ? first.text.toLowerCase() : '';
    if (idle.has(word)) return true;
    if (word === 'call') return this.#simple(tokens.slice(1), line);
    if (word === 'const') return this.#assign(tokens.slice(1), line);
    if (word === 'set') return this.#set(tokens.slice(1));
    if (word === 'on' && isWord(second, 'error')) return this.#onError(tokens);
    const at = tokens.findIndex((token) => isSign(token, '='));
    const left = readChain(this.#expand(tokens));
    if (at > 0 && left && isSign(left.rest[0], '=')) return this.#assign(tokens, line);
    const found = this.#named(tokens);
    if (found) return this.#act(found, line);
    const chain = readChain(tokens);
    return chain !== undefined && this.#command(chain.links, callArguments(chain.links.at(-1), chain.rest), line);
  }

  #onError(tokens: readonly Token[]): boolean {
    this.#builder.usual = { onFailure: isWord(tokens[2], 'resume') ? 'continue' : 'stop' };
    return true;
  }

  /** `Set x = …` names an object, or starts a description. */
  #set(tokens: readonly Token[]): boolean {
    const [variable, equals, ...value] = tokens;
    if (variable?.kind !== 'word' || !isSign(equals, '=')) return false;
    const name = variable.text.toLowerCase();
    if (isWord(value[0], 'nothing')) return true;
    if (isWord(value[0], 'description')) {
      this.#descriptions.set(name, new Map());
      return true;
    }
    const object = this.#expand(value);
    if (classOf(object[0]?.text ?? '') === undefined) return false;
    this.#aliases.set(name, object);
    return true;
  }

  #assign(tokens: readonly Token[], line: number): boolean {
    const [left = [], ...others] = splitTokens(tokens, (token) => isSign(token, '='));
    const right = others.flat();
    const chain = readChain(left);
    const [first, second] = chain?.links ?? [];
    if (!first || chain?.rest.length || others.length > 1) return false;
    const described = this.#descriptions.get(first.name.toLowerCase());
    const key = (first.args ?? second?.args)?.[0];
    if (described && key) return setProperty(described, key, right);
    if (stores.has(first.name.toLowerCase()) && key) return this.#keep(nameOf(readValue(key) ?? ''), right, line);
    if (chain?.links.length !== 1 || first.args) return false;
    if (this.#inner && first.name.toLowerCase() === this.#inner.name.toLowerCase()) this.#inner.hasResult = true;
    const list = readList(right);
    if (list) this.#lists.set(first.name.toLowerCase(), list);
    return list !== undefined || this.#keep(nameOf(first.name), right, line);
  }

  /** Stores an expression's value in a variable. */
  #keep(variable: string, tokens: readonly Token[], line: number): boolean {
    const builder = this.#builder;
    const value = readValue(tokens);
    const code = value === undefined ? readCode(tokens) : undefined;
    if (variable === '') return false;
    if (value !== undefined) builder.add(builder.step('setVariable', { variable, value }));
    else if (code !== undefined) builder.add(builder.step('runJavaScript', { code, variable }));
    else return this.#keepAnswer(variable, tokens, line);
    return true;
  }

  #keepAnswer(variable: string, tokens: readonly Token[], line: number): boolean {
    const chain = readChain(tokens);
    const [only, ...more] = chain?.rest.length === 0 ? chain.links : [];
    if (only && more.length === 0 && this.#procedures.has(only.name.toLowerCase()))
      return this.#callFunction(only.name, only.args ?? [], variable, line);
    const found = this.#named(tokens);
    const [method] = found?.named.rest ?? [];
    return found !== undefined && method !== undefined && found.rest.length === 0
      ? keepProperty(this.#builder, { named: found.named, method, variable })
      : false;
  }

  #act({ named, rest }: { named: Named; rest: Token[] }, line: number): boolean {
    const method = named.rest.at(-1);
    if (!method) return false;
    if (named.rest[0]?.name.toLowerCase() === 'dialog') return this.#dialog(named.rest);
    if (named.problem) this.#builder.report(line, named.problem);
    if (named.problem || named.rest.length > 1) return named.problem !== undefined;
    const args = callArguments(method, rest);
    return callMethod(method.name, { builder: this.#builder, line, named, args });
  }

  /** `Dialog("…").WinButton("OK").Click` answers a dialog of the page. */
  #dialog(links: readonly Link[]): boolean {
    const button = links.find(({ name }) => name.toLowerCase() === 'winbutton')?.args?.[0];
    const text = button && readValue(button);
    if (text === undefined || links.at(-1)?.name.toLowerCase() !== 'click') return false;
    const action = /ok|yes/i.test(text) ? 'accept' : 'dismiss';
    this.#builder.addBeforeLast(this.#builder.step('acceptDialog', { action }));
    return true;
  }

  /** A command of the tool, or a call of one of the script's functions. */
  #command(links: readonly Link[], args: Token[][], line: number): boolean {
    const name = links.map((link) => link.name.toLowerCase()).join('.');
    if (links[0]?.name.toLowerCase() === 'dialog') return this.#dialog(links);
    if (name === 'datatable.setcurrentrow') return (this.#inner?.blocks ?? this.#blocks).isOverRows;
    const only = links.length === 1 ? links[0]?.name : undefined;
    if (only !== undefined && this.#procedures.has(only.toLowerCase()))
      return this.#callFunction(only, args, undefined, line);
    return own(commands, name)?.(this.#builder, args) ?? false;
  }

  #callFunction(name: string, args: Token[][], output: string | undefined, line: number): boolean {
    const called = this.#procedures.get(name.toLowerCase()) ?? { name, inputs: [] };
    const lines = called.inputs.map((input, at) => {
      const value = readValue(args[at] ?? []);
      if (value === undefined && (args[at]?.length ?? 0) > 0)
        this.#builder.report(line, `The argument ${input} of ${name} was not understood.`);
      return `${input}=${(value ?? '').replaceAll('\n', ' ')}`;
    });
    const given: Record<string, string> = { function: called.name };
    if (lines.length > 0) given.inputs = lines.join('\n');
    if (output !== undefined) given.outputs = `${output}=${nameOf(called.name)}`;
    this.#builder.add(this.#builder.step('callFunction', given));
    return true;
  }
}

/** A Sub or a Function. */
interface Procedure {
  /** In the spelling of its definition. */
  name: string;
  inputs: string[];
}

/** Each Sub and Function by its lower-case name. */
function proceduresOf(statements: readonly Statement[]): ReadonlyMap<string, Procedure> {
  const found = new Map<string, Procedure>();
  for (const { tokens } of statements) {
    const [first, second, ...rest] = isWord(tokens[0], 'public', 'private') ? tokens.slice(1) : tokens;
    if (!isWord(first, 'sub', 'function') || second?.kind !== 'word') continue;
    const parameters = splitTokens(rest.slice(1, -1), (token) => isSign(token, ','));
    const words = parameters.map((one) => one.findLast((token) => !isWord(token, 'byval', 'byref'))?.text ?? '');
    found.set(second.text.toLowerCase(), { name: second.text, inputs: words.filter(Boolean).map(nameOf) });
  }
  return found;
}

function setProperty(properties: Map<string, string>, key: readonly Token[], right: readonly Token[]): boolean {
  const [name, value] = [readValue(key), readValue(right)];
  if (name === undefined || value === undefined) return false;
  properties.set(name.toLowerCase(), value);
  return true;
}

/** Stores an element's state or property in a variable. */
function keepProperty(
  builder: ScriptBuilder,
  { named, method, variable }: { named: Named; method: Link; variable: string },
): boolean {
  const { target } = named;
  const word = method.name.toLowerCase();
  const args = (method.args ?? []).map((one) => readValue(one));
  if (!target) return false;
  const code = (text: string) => builder.add(builder.step('runJavaScript', { code: text, variable }, { target }));
  const [first, second] = args;
  if (word === 'getroproperty' && first !== undefined) {
    const step = storeStep(first, { named, target, variable });
    builder.add(builder.step(step.keyword, step.args, { target }));
  } else if (word === 'exist') {
    builder.open(builder.step('if', { state: 'visible' }, { target }));
    builder.add(builder.step('setVariable', { variable, value: 'True' }));
    builder.otherwise();
    builder.add(builder.step('setVariable', { variable, value: 'False' }));
    builder.close();
  } else if (word === 'getcelldata' && /^\d+$/.test(first ?? '') && /^\d+$/.test(second ?? ''))
    code(`return element.rows[${Number(first) - 1}]?.cells[${Number(second) - 1}]?.innerText ?? '';`);
  else if (word === 'rowcount') code('return String(element.rows.length);');
  else return false;
  return true;
}

type Run = (builder: ScriptBuilder, args: Token[][]) => boolean;

const says =
  (keyword: string, name: string, at: number): Run =>
  (builder, args) => {
    const parts = args.slice(at).map((one) => readValue(one));
    const text = parts.filter((part) => part !== undefined && part !== '').join(': ');
    builder.add(builder.step(keyword, { [name]: text || '-' }));
    return true;
  };

const wait: Run = (builder, [seconds = [], ms = []]) => {
  const [whole, part] = [readValue(seconds) ?? '', ms.length > 0 ? (readValue(ms) ?? '') : '0'];
  if (!/^\d+(?:\.\d+)?$/.test(whole) || !/^\d+$/.test(part)) return false;
  builder.add(builder.step('wait', { ms: String(Math.round(Number(whole) * 1000) + Number(part)) }));
  return true;
};

const openAddress: Run = (builder, args) => {
  const texts = args.map((one) => readValue(one) ?? '');
  const url = texts.findLast((text) => /^(?:https?:|www\.|\{\{)/i.test(text.trim()));
  if (url === undefined) return false;
  builder.add(builder.step('openUrl', { url: webAddress(url.trim()) }));
  return true;
};

const report: Run = (builder, args) => {
  const isFailed = isWord(args[0]?.[0], 'micfail') || args[0]?.[0]?.text === '1';
  const result = says(isFailed ? 'stop' : 'comment', isFailed ? 'reason' : 'text', 1)(builder, args);
  const step = builder.last;
  if (isFailed && step) step.args.result = 'failed';
  return result;
};

const ends: Run = (builder) => {
  builder.add(builder.step('stop'));
  return true;
};

const runAction: Run = (builder, [name = []]) => {
  const text = readValue(name);
  if (text !== undefined) builder.add(builder.step('callFunction', { function: text.replace(/\s*\[.*\]$/, '') }));
  return text !== undefined;
};

/** The tool's commands, by their full name. */
const commands: Readonly<Record<string, Run>> = {
  wait,
  print: says('comment', 'text', 0),
  msgbox: says('comment', 'text', 0),
  'reporter.reportevent': report,
  'systemutil.run': openAddress,
  invokeapplication: openAddress,
  exittest: ends,
  exitrun: ends,
  exitaction: ends,
  runaction: runAction,
};

/**
 * importVbScript reads a UFT or QTP test in VBScript. What has no counterpart is reported with its line, and the rest
 * is read.
 */
export function importVbScript(document: string, id: () => string = newId): ImportedScript[] {
  const statements = readStatements(document).slice(0, stepLimits.steps * 2);
  return [new VbScript(statements, id).script];
}
