import { queryJson, type XmlNode } from '@touchstone/engine-assert/core';
import { type Cell, MappingProblem } from './plan.ts';

/** ReadValue returns the value of a row at a path; undefined if it has none. */
export type ReadValue<Row> = (row: Row) => Cell;

const plain = /^([\p{L}_@$][\p{L}\p{N}_$-]*|\[\d+\])((?:\.[\p{L}_@$][\p{L}\p{N}_$-]*|\[\d+\])*)$/u;
const step = /\[(\d+)\]|[\p{L}_@$][\p{L}\p{N}_$-]*/gu;

/**
 * jsonValue returns a reader of a JSON row's value by a path such as `id`, `customer.name`, `lines[0].price`, or by a
 * JSONPath relative to the row. Several matches are returned as a list. Throws a MappingProblem if the path is invalid.
 */
export function jsonValue(path: string): ReadValue<unknown> {
  const trimmed = path.trim();
  if (trimmed === '$' || trimmed === '') return (row) => row;
  const inner = trimmed.replace(/^\$(?:\.|(?=\[))/, '');
  if (plain.test(inner)) return byKeys(keysOf(inner));
  const query = trimmed.startsWith('$') ? trimmed : `$.${trimmed}`;
  try {
    queryJson(query, null);
  } catch (error) {
    throw new MappingProblem((error as Error).message);
  }
  return (row) => {
    const { values, singular } = queryJson(query, row);
    return values.length === 0 ? undefined : singular ? values[0] : values;
  };
}

function keysOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(step), ([text, index]) => (index === undefined ? text : Number(index)));
}

function byKeys(keys: readonly (string | number)[]): ReadValue<unknown> {
  return (row) => {
    let value: unknown = row;
    for (const key of keys) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string | number, unknown>)[key];
    }
    return value;
  };
}

const elementType = 1;
const xmlStep = /^(?:@?[\p{L}_][\p{L}\p{N}_.:-]*(?:\[\d+\])?|\.|text\(\))$/u;

/**
 * xmlValue returns a reader of an XML row's text by a path of names, such as `id`, `@id`, `customer/name` or
 * `line[2]/price`. Throws a MappingProblem.
 */
export function xmlValue(path: string): ReadValue<XmlNode> {
  const steps = path.trim().replace(/^\.\//, '').split('/');
  if (steps.some((one) => !xmlStep.test(one)))
    throw new MappingProblem(
      `The path ${path} can't be read. Write names from the row on, such as customer/name or @id.`,
    );
  return (row) => {
    let node: XmlNode | undefined = row;
    for (const one of steps) {
      if (node === undefined) return undefined;
      if (one === '.' || one === 'text()') continue;
      if (one.startsWith('@')) return attributeOf(node, one.slice(1));
      node = childOf(node, one);
    }
    return node?.textContent ?? undefined;
  };
}

function childOf(node: XmlNode, written: string): XmlNode | undefined {
  const [, name = written, position = '1'] = /^(.+)\[(\d+)\]$/.exec(written) ?? [];
  return elementsOf(node).filter((child) => isNamed(child, name))[Number(position) - 1];
}

/** elementsOf returns the child elements of a node. */
export const elementsOf = (node: XmlNode): XmlNode[] =>
  (node.childNodes ?? []).filter((child) => child.nodeType === elementType);

/** A name without a prefix matches elements in every namespace. */
const isNamed = ({ nodeName }: XmlNode, name: string): boolean =>
  nodeName === name || (!name.includes(':') && nodeName.slice(nodeName.indexOf(':') + 1) === name);

function attributeOf(node: XmlNode, name: string): string | undefined {
  const { attributes = [] } = node as XmlNode & { attributes?: Iterable<{ name: string; value: string }> };
  for (const attribute of attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}
