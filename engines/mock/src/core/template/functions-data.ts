import { findXml, stringifyExactJson } from '@touchstone/engine-assert/core';
import { serializeToWellFormedString } from 'slimdom';
import { isCostlyJson } from '../match/json-cost.ts';
import { isCostlyPath } from '../match/json-matchers.ts';
import { findByJsonPath, type JsonPathFinding } from '../match/json-path-dialect.ts';
import { readXml } from '../match/read-xml.ts';
import { limitedBy } from '../match/value-matcher.ts';
import { isCostlyXPath, xmlText } from '../match/xml-matchers.ts';
import type { TemplateFunction, TemplateTools } from './evaluate-template.ts';
import { indentXml } from './indent-xml.ts';
import { memberOf, plainOf, Several, textOf } from './values.ts';

function jsonOf(value: unknown, tools: TemplateTools): unknown {
  const plain = plainOf(value);
  if (typeof plain !== 'string') return plain;
  tools.budget.spend('steps', plain.length / 50);
  if (isCostlyJson(plain)) throw new Error('The JSON takes too long to read. Send less, or fewer different names.');
  return JSON.parse(plain) as unknown;
}

/** Values other than strings may be of any size, so anything potentially costly runs under the guard. */
function foundAt(path: string, json: unknown, { limits }: TemplateTools): JsonPathFinding {
  const find = () => findByJsonPath(path, json);
  return limits.guard !== undefined && isCostlyPath(path) ? limits.guard(find) : find();
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** dataFunctions read and change JSON, XML and forms. */
export const dataFunctions: Record<string, TemplateFunction> = {
  jsonPath: ([value, path], { hash, tools }) => {
    try {
      const found = foundAt(textOf(path), jsonOf(value, tools), tools);
      if (found.kind === 'none') return hash.default ?? '';
      return found.kind === 'one' ? (found.value ?? hash.default ?? '') : found.values;
    } catch (error) {
      if (hash.default !== undefined) return hash.default;
      throw error;
    }
  },
  xPath: ([value, path], { tools }) => xmlAt(textOf(value), textOf(path), tools),
  soapXPath: ([value, path], { tools }) =>
    xmlAt(textOf(value), `/*[local-name()='Envelope']/*[local-name()='Body']${textOf(path)}`, tools),
  parseJson: ([value, name], call) => {
    const isBlock = call.body !== undefined;
    const text = isBlock ? call.body!(call.context) : value;
    const variable = isBlock ? value : name;
    const json = jsonOf(text, call.tools);
    if (variable === undefined) return json;
    call.assign(textOf(variable), json);
    return '';
  },
  toJson: ([value]) => stringifyExactJson(unwrapped(value)),
  formatJson: ([value], call) => {
    const text = call.body === undefined ? value : call.body(call.context);
    const json = jsonOf(text, call.tools);
    return textOf(call.hash.format) === 'compact' ? JSON.stringify(json) : JSON.stringify(json, null, 2);
  },
  formatXml: ([value], call) => {
    const text = textOf(call.body === undefined ? value : call.body(call.context)).trim();
    call.tools.budget.spend('steps', text.length / 50);
    const document = readXml(text, call.tools.limits);
    if (textOf(call.hash.format) === 'compact') return serializeToWellFormedString(document).replace(/>\s+</g, '><');
    return indentXml(document);
  },
  jsonMerge: ([base, over], call) => {
    const second = call.body === undefined ? over : call.body(call.context);
    const removesNulls = call.hash.removeNulls === true;
    return stringifyExactJson(merged(jsonOf(base, call.tools), jsonOf(second, call.tools), removesNulls));
  },
  jsonRemove: ([value, path], { tools }) => {
    const json = structuredClone(jsonOf(value, tools));
    removeAt(json, textOf(path), tools);
    return stringifyExactJson(json);
  },
  jsonArrayAdd: ([value, item], call) => {
    const json = jsonOf(value, call.tools);
    const added = jsonOf(call.body === undefined ? item : call.body(call.context), call.tools);
    const path = call.hash.jsonPath;
    const list = path === undefined ? json : oneAt(json, textOf(path), call.tools);
    if (!Array.isArray(list)) throw new Error('The target of jsonArrayAdd is not a list.');
    list.push(...(call.hash.flatten === true && Array.isArray(added) ? added : [added]));
    const most = Number(call.hash.maxItems ?? Number.NaN);
    if (list.length > most) list.splice(0, list.length - most);
    return stringifyExactJson(json);
  },
  jsonSort: ([value, path], { hash, tools }) => {
    const json = jsonOf(value, tools);
    const { list, key } = sortPlace(json, textOf(path), tools);
    tools.budget.spend('steps', list.length);
    const keyOf = (item: unknown) => (key === '' ? item : memberOf(item, key)) as string | number;
    list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
    if (textOf(hash.order) === 'desc') list.reverse();
    return stringifyExactJson(json);
  },
  formData: ([value, name], { hash, assign }) => {
    const fields: Record<string, unknown> = Object.create(null);
    for (const pair of textOf(value).split('&')) {
      const cut = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const isDecoded = hash.urlDecode === true;
      const read = (text: string) => (isDecoded ? decodedForm(text) : text);
      const key = read(pair.slice(0, cut));
      const before = fields[key];
      const item = read(pair.slice(cut + 1));
      fields[key] = new Several([...(before instanceof Several ? before.values : []), item]);
    }
    assign(textOf(name), { ...fields });
    return '';
  },
};

function decodedForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function xmlAt(text: string, path: string, tools: TemplateTools): unknown {
  tools.budget.spend('steps', text.length / 20);
  const document = tools.documents.get(text) ?? readXml(text, tools.limits);
  tools.documents.set(text, document);
  const find = () => findXml(path, document);
  const [first] = isCostlyXPath(path) ? limitedBy(tools.limits, text.length * 2, find) : find();
  return first === undefined ? '' : xmlText(first);
}

function unwrapped(value: unknown): unknown {
  const plain = plainOf(value);
  if (Array.isArray(plain)) return plain.map(unwrapped);
  if (!isRecord(plain)) return plain;
  return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, unwrapped(item)]));
}

function merged(base: unknown, over: unknown, removesNulls: boolean): unknown {
  if (!isRecord(base) || !isRecord(over)) return over === undefined ? base : over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (removesNulls && value === null) delete result[key];
    else if (key !== '__proto__')
      result[key] = Object.hasOwn(base, key) ? merged(base[key], value, removesNulls) : value;
  }
  return result;
}

function allAt(json: unknown, path: string, tools: TemplateTools): unknown[] {
  const found = foundAt(path, json, tools);
  return found.kind === 'one' ? [found.value] : found.kind === 'many' ? found.values : [];
}

function oneAt(json: unknown, path: string, tools: TemplateTools): unknown {
  return allAt(json, path, tools)[0];
}

/** Removes the members and items that a path leads to; its last segment must be a name, an index or a filter. */
function removeAt(json: unknown, path: string, tools: TemplateTools): void {
  const [, parentPath, name, quoted, index] = /^(.*?)(?:\.([\w-]+)|\['([^']*)'\]|\[(?:(\d+)|\?.*)\])$/.exec(path) ?? [];
  if (parentPath === undefined) return;
  const member = name ?? quoted;
  for (const parent of parentPath === '$' ? [json] : allAt(json, parentPath, tools)) {
    if (member !== undefined && isRecord(parent)) delete parent[member];
    if (member !== undefined || !Array.isArray(parent)) continue;
    if (index === undefined) {
      const removed = new Set(allAt(parent, `$${path.slice(parentPath.length)}`, tools));
      parent.splice(0, parent.length, ...parent.filter((item) => !removed.has(item)));
    } else parent.splice(Number(index), 1);
  }
}

function sortPlace(json: unknown, path: string, tools: TemplateTools): { list: unknown[]; key: string } {
  const [, listPath = '$', key = ''] = /^(.*?)\[\*\](?:\.(.+))?$/.exec(path) ?? [];
  const list = listPath === '$' ? json : oneAt(json, listPath, tools);
  if (!Array.isArray(list)) throw new Error('jsonSort needs a path such as $.items[*].name.');
  return { list, key };
}
