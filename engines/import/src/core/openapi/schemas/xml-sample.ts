import { escapeXml } from '@touchstone/kernel';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../json-values.ts';

/**
 * xmlOf serializes a value according to OpenAPI's `xml` objects (OpenAPI 3.1 §4.8.26). `schema` is self-contained: its
 * references point into its own `$defs`.
 */
export function xmlOf(value: unknown, schema: JsonObject, rootName: string): string {
  const writer = new XmlSampleWriter(objectOf(schema.$defs));
  const own = writer.annotation([schema]);
  const name = textOf(own.name) ?? rootName;
  if (!Array.isArray(value)) return writer.element(name, value, [schema], own).join('\n');
  const items = writer.below([schema], 'items');
  const inner = value.flatMap((item) => writer.element(textOf(writer.annotation(items).name) ?? 'item', item, items));
  return writer.around(name, own, inner).join('\n');
}

class XmlSampleWriter {
  readonly #definitions: JsonObject;

  constructor(definitions: JsonObject) {
    this.#definitions = definitions;
  }

  annotation(schemas: readonly unknown[]): JsonObject {
    return Object.assign({}, ...this.#parts(schemas).map(({ xml }) => objectOf(xml)));
  }

  /** The schemas under a keyword, or under a member of `properties`. */
  below(schemas: readonly unknown[], keyword: 'items' | 'additionalProperties', member?: string): unknown[] {
    return this.#parts(schemas).flatMap((part) => {
      const properties = objectOf(part.properties);
      if (member !== undefined && Object.hasOwn(properties, member)) return [properties[member]];
      return isObject(part[keyword]) ? [part[keyword]] : [];
    });
  }

  element(name: string, value: unknown, schemas: readonly unknown[], xml = this.annotation(schemas)): string[] {
    if (!isObject(value)) {
      const { open, close } = tags(name, xml);
      return [`<${open}>${escapeXml(scalar(value))}</${close}>`];
    }
    const attributes: string[] = [];
    const children: string[] = [];
    for (const [key, item] of Object.entries(value)) {
      const below = this.below(schemas, 'additionalProperties', key);
      const own = this.annotation(below);
      if (own.attribute === true) attributes.push(` ${tags(key, own).close}="${escapeXml(scalar(item))}"`);
      else children.push(...this.#member(key, item, below, own));
    }
    return this.around(name, xml, children, attributes.join(''));
  }

  around(name: string, xml: JsonObject, children: readonly string[], attributes = ''): string[] {
    const { open, close } = tags(name, xml);
    if (children.length === 0) return [`<${open}${attributes}/>`];
    return [`<${open}${attributes}>`, ...children.map((line) => `  ${line}`), `</${close}>`];
  }

  #member(key: string, value: unknown, schemas: readonly unknown[], xml: JsonObject): string[] {
    if (!Array.isArray(value)) return this.element(textOf(xml.name) ?? key, value, schemas, xml);
    const items = this.below(schemas, 'items');
    const outer = (xml.wrapped === true && textOf(xml.name)) || key;
    const inner = textOf(this.annotation(items).name) ?? outer;
    const elements = value.flatMap((item) => this.element(inner, item, items));
    return xml.wrapped === true ? this.around(outer, xml, elements) : elements;
  }

  #parts(schemas: readonly unknown[]): JsonObject[] {
    const parts = new Set<JsonObject>();
    const waiting = [...schemas];
    for (const schema of waiting) {
      if (!isObject(schema) || parts.has(schema)) continue;
      parts.add(schema);
      if (typeof schema.$ref === 'string') waiting.push(this.#definitions[schema.$ref.slice('#/$defs/'.length)]);
      for (const key of ['allOf', 'oneOf', 'anyOf']) waiting.push(...listOf(schema[key]));
    }
    return [...parts].toReversed();
  }
}

function tags(name: string, { prefix, namespace, name: written }: JsonObject): { open: string; close: string } {
  const local = (textOf(written) ?? name).replace(/[^\p{L}\p{N}_.:-]/gu, '_').replace(/^(?=[^\p{L}_])/u, '_');
  const before = textOf(prefix);
  const close = before === undefined ? local : `${before}:${local}`;
  const address = textOf(namespace);
  if (address === undefined) return { open: close, close };
  return { open: `${close} xmlns${before === undefined ? '' : `:${before}`}="${escapeXml(address)}"`, close };
}

const scalar = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
