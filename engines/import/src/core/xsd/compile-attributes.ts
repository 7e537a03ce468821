import { attributeOf, childElements, firstChild, keyOf, type QualifiedName } from '../document/xml-document.ts';
import { schemaNamespace } from '../wsdl/wsdl-documents.ts';
import type { Component, SchemaSet } from '../wsdl/wsdl-schemas.ts';
import { anyText, type SimpleCompiler } from './compile-simple.ts';
import type { AttributeModel } from './schema-model.ts';

interface Collected {
  /** Undefined for a prohibited attribute. */
  found: Map<string, AttributeModel | undefined>;
  isOpen: boolean;
  seen: Set<unknown>;
}

/**
 * collectAttributes returns the attributes of a complex type with those of its groups and bases; undefined if a base is
 * unknown, so that nothing can be said about the type.
 */
export function collectAttributes(
  type: Component,
  schemas: SchemaSet,
  simple: SimpleCompiler,
): { attributes: AttributeModel[]; isOpen: boolean } | undefined {
  const collected: Collected = { found: new Map(), isOpen: false, seen: new Set() };
  for (let next: Component | undefined = type; next !== undefined; ) {
    if (collected.seen.has(next.element)) return undefined;
    collected.seen.add(next.element);
    const content = firstChild(next.element, 'complexContent', 'simpleContent');
    const derivation = content && firstChild(content, 'extension', 'restriction');
    const holder: Component = { ...next, element: derivation ?? next.element };
    collectFrom(holder, collected, schemas, simple);
    const base = derivation && attributeOf(derivation, 'base');
    if (!derivation || !base) break;
    const name = schemas.nameIn(base, holder);
    if (name.namespace === schemaNamespace) {
      if (name.local === 'anyType' && derivation.localName === 'extension') return undefined;
      break;
    }
    next = schemas.find('type', name);
    if (next === undefined) return undefined;
  }
  const attributes = [...collected.found.values()].filter((attribute) => attribute !== undefined);
  return { attributes, isOpen: collected.isOpen };
}

function collectFrom(holder: Component, into: Collected, schemas: SchemaSet, simple: SimpleCompiler): void {
  for (const element of childElements(holder.element, 'attribute', 'attributeGroup', 'anyAttribute')) {
    const at = { ...holder, element };
    if (element.localName === 'anyAttribute') into.isOpen = true;
    else if (element.localName === 'attribute') add(at, into, schemas, simple);
    else {
      const reference = attributeOf(element, 'ref');
      const group = reference ? schemas.find('attributeGroup', schemas.nameIn(reference, at)) : undefined;
      if (group === undefined) into.isOpen = true;
      else if (!into.seen.has(group.element)) {
        into.seen.add(group.element);
        collectFrom(group, into, schemas, simple);
      }
    }
  }
}

function add(at: Component, { found }: Collected, schemas: SchemaSet, simple: SimpleCompiler): void {
  const { element, schema } = at;
  const reference = attributeOf(element, 'ref');
  const form = attributeOf(element, 'form') ?? attributeOf(schema.root, 'attributeFormDefault');
  const name: QualifiedName = reference
    ? schemas.nameIn(reference, at)
    : { namespace: form === 'qualified' ? schema.namespace : '', local: attributeOf(element, 'name') ?? '' };
  const key = keyOf(name);
  if (found.has(key)) return;
  const use = attributeOf(element, 'use');
  const declaration = reference ? schemas.find('attribute', name) : at;
  const type = declaration && attributeOf(declaration.element, 'type');
  const own = declaration && firstChild(declaration.element, 'simpleType');
  const value = () => {
    if (declaration && type) return simple.ofName(schemas.nameIn(type, declaration));
    return declaration && own ? simple.ofType({ ...declaration, element: own }) : anyText;
  };
  const fixed = element.getAttribute('fixed') ?? declaration?.element.getAttribute('fixed') ?? undefined;
  found.set(key, use === 'prohibited' ? undefined : { name, isRequired: use === 'required', fixed, value: value() });
}
