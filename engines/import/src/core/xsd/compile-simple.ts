import {
  attributeOf,
  childElements,
  firstChild,
  type QualifiedName,
  type XmlElement,
} from '../document/xml-document.ts';
import { schemaNamespace } from '../wsdl/wsdl-documents.ts';
import type { Component, SchemaSet } from '../wsdl/wsdl-schemas.ts';
import type { FacetStep, SimpleModel } from './schema-model.ts';

const lists: Record<string, string> = { NMTOKENS: 'NMTOKEN', IDREFS: 'IDREF', ENTITIES: 'ENTITY' };
const counts = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

/** A simple type that allows every text; also used for unknown types. */
export const anyText: SimpleModel = { kind: 'atomic', base: 'anySimpleType', facets: [] };

/** builtInModel returns the model of a built-in simple type. */
export function builtInModel(name: string): SimpleModel {
  const item = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (item === undefined) return { kind: 'atomic', base: name, facets: [] };
  return { kind: 'list', item: { kind: 'atomic', base: item, facets: [] }, facets: [{ minLength: 1 }] };
}

/** SimpleCompiler compiles simple types. Each is compiled once, so types with many references are shared. */
export class SimpleCompiler {
  readonly #schemas: SchemaSet;
  readonly #known = new Map<XmlElement, SimpleModel>();

  constructor(schemas: SchemaSet) {
    this.#schemas = schemas;
  }

  /** The type with a name; `anyText` if it isn't a known simple type. */
  ofName(name: QualifiedName): SimpleModel {
    if (name.namespace === schemaNamespace) return builtInModel(name.local);
    const type = this.#schemas.find('type', name);
    return type === undefined ? anyText : this.ofType(type);
  }

  /** A `simpleType`, or the text of a complex type with simple content. */
  ofType(type: Component): SimpleModel {
    const known = this.#known.get(type.element);
    if (known !== undefined) return known;
    // A recursive type is invalid; within itself it allows everything.
    this.#known.set(type.element, anyText);
    const model = this.#read(type);
    this.#known.set(type.element, model);
    return model;
  }

  #read(type: Component): SimpleModel {
    const holder = firstChild(type.element, 'simpleContent') ?? type.element;
    const derivation = firstChild(holder, 'restriction', 'extension', 'list', 'union');
    if (!derivation) return anyText;
    const at = { ...type, element: derivation };
    const inner = childElements(derivation, 'simpleType').map((element) => this.ofType({ ...type, element }));
    const named = (attribute: string) =>
      (attributeOf(derivation, attribute)?.split(/\s+/) ?? [])
        .filter(Boolean)
        .map((written) => this.ofName(this.#schemas.nameIn(written, at)));
    if (derivation.localName === 'list')
      return { kind: 'list', item: inner[0] ?? named('itemType')[0] ?? anyText, facets: [] };
    if (derivation.localName === 'union')
      return { kind: 'union', members: [...named('memberTypes'), ...inner], facets: [] };
    const base = inner[0] ?? named('base')[0] ?? anyText;
    if (derivation.localName === 'extension') return base;
    return { ...base, facets: [...base.facets, facetsOf(derivation)] };
  }
}

function facetsOf(restriction: XmlElement): FacetStep {
  const values = (name: string) => childElements(restriction, name).map((facet) => facet.getAttribute('value') ?? '');
  const step: FacetStep = {};
  const [enumeration, patterns] = [values('enumeration'), values('pattern')];
  if (enumeration.length > 0) step.enumeration = enumeration;
  if (patterns.length > 0) step.patterns = patterns;
  const [space] = values('whiteSpace');
  if (space === 'preserve' || space === 'replace' || space === 'collapse') step.whiteSpace = space;
  for (const name of counts) {
    const [text] = values(name);
    if (text !== undefined && /^\s*\d{1,9}\s*$/.test(text)) step[name] = Number(text);
  }
  for (const name of bounds) {
    const [text] = values(name);
    if (text !== undefined) step[name] = text.trim();
  }
  return step;
}
