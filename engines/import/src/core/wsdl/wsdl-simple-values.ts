import { attributeOf, childElements, firstChild, type QualifiedName } from '../document/xml-document.ts';
import { builtInValue, type Facets } from './wsdl-builtin-values.ts';
import { schemaNamespace } from './wsdl-documents.ts';
import type { Component, SchemaSet } from './wsdl-schemas.ts';

const depthLimit = 50;
const itemLimit = 1000;
const lists: Record<string, string> = { NMTOKENS: 'NMTOKEN', IDREFS: 'IDREF', ENTITIES: 'ENTITY' };
const numbers = ['length', 'minLength', 'maxLength', 'fractionDigits', 'totalDigits'] as const;
const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

/** SimpleValues generates values of simple types. */
export class SimpleValues {
  readonly #schemas: SchemaSet;
  /** `xs:ID` must be unique within a document. */
  #ids = 0;

  constructor(schemas: SchemaSet) {
    this.#schemas = schemas;
  }

  /** A value of a named type. */
  ofName(name: QualifiedName, facets: Facets = { patterns: [] }, depth = 0): string {
    if (name.namespace === schemaNamespace) return this.#builtIn(name.local, facets, depth);
    const type = this.#schemas.find('type', name);
    // Types of the SOAP encoding have the same names as in XML Schema.
    if (!type) return this.#builtIn(name.local, facets, depth);
    return this.ofType(type, facets, depth);
  }

  /** A value of a `simpleType`, or of a complex type with simple content. */
  ofType(type: Component, facets: Facets = { patterns: [] }, depth = 0): string {
    if (depth > depthLimit) return builtInValue('string', facets);
    const content = firstChild(type.element, 'simpleContent');
    const holder = content ?? type.element;
    const derivation = firstChild(holder, 'restriction', 'extension', 'list', 'union');
    if (!derivation) return builtInValue('string', facets);
    const at = { ...type, element: derivation };
    if (derivation.localName === 'list') return this.#list(at, facets, depth);
    if (derivation.localName === 'union') return this.#union(at, facets, depth);
    const narrowed = derivation.localName === 'restriction' ? narrow(at, facets) : facets;
    const own = firstChild(derivation, 'simpleType');
    if (own) return this.ofType({ ...type, element: own }, narrowed, depth + 1);
    const base = attributeOf(derivation, 'base');
    return base ? this.ofName(this.#schemas.nameIn(base, at), narrowed, depth + 1) : builtInValue('string', narrowed);
  }

  #builtIn(type: string, facets: Facets, depth: number): string {
    const item = Object.hasOwn(lists, type) ? lists[type] : undefined;
    if (item !== undefined) return this.#repeat(() => this.#builtIn(item, { patterns: [] }, depth), facets);
    if (type === 'ID' && !facets.enumeration) {
      this.#ids += 1;
      return `id${this.#ids}`;
    }
    if (type === 'IDREF') return facets.enumeration?.[0] ?? 'id1';
    return builtInValue(type, facets);
  }

  #list(at: Component, facets: Facets, depth: number): string {
    if (facets.enumeration?.[0] !== undefined) return facets.enumeration[0];
    const own = firstChild(at.element, 'simpleType');
    const itemType = attributeOf(at.element, 'itemType');
    return this.#repeat(() => {
      if (own) return this.ofType({ ...at, element: own }, undefined, depth + 1);
      return itemType ? this.ofName(this.#schemas.nameIn(itemType, at), undefined, depth + 1) : 'string';
    }, facets);
  }

  #repeat(make: () => string, { enumeration, length, minLength, maxLength }: Facets): string {
    if (enumeration?.[0] !== undefined) return enumeration[0];
    const times = Math.min(length ?? Math.max(minLength ?? 0, Math.min(1, maxLength ?? 1)), itemLimit);
    return Array.from({ length: times }, make).join(' ');
  }

  #union(at: Component, facets: Facets, depth: number): string {
    if (facets.enumeration?.[0] !== undefined) return facets.enumeration[0];
    const first = attributeOf(at.element, 'memberTypes')?.split(/\s+/)[0];
    if (first) return this.ofName(this.#schemas.nameIn(first, at), facets, depth + 1);
    const own = firstChild(at.element, 'simpleType');
    return own ? this.ofType({ ...at, element: own }, facets, depth + 1) : builtInValue('string', facets);
  }
}

/** Facets of the derived type take precedence over those of its base. */
function narrow(restriction: Component, facets: Facets): Facets {
  const values = (name: string) =>
    childElements(restriction.element, name).map((facet) => facet.getAttribute('value') ?? '');
  const out: Facets = { ...facets };
  const enumeration = values('enumeration');
  if (enumeration.length > 0) out.enumeration ??= enumeration;
  const patterns = values('pattern');
  // The innermost comes last, so that it is tried first.
  if (patterns.length > 0) out.patterns = [patterns, ...facets.patterns];
  for (const name of numbers) {
    const number = Number(values(name)[0] ?? Number.NaN);
    if (Number.isInteger(number) && number >= 0) out[name] ??= number;
  }
  for (const name of bounds) {
    const [value] = values(name);
    if (value !== undefined) out[name] ??= value.trim();
  }
  return out;
}
