import {
  attributeOf,
  childElements,
  firstChild,
  keyOf,
  type QualifiedName,
  qualifiedName,
  type XmlElement,
} from '../document/xml-document.ts';
import { type SchemaDocument, schemaNamespace, xmlNamespace } from './wsdl-documents.ts';

/** A component and the schema that contains it. */
export interface Component {
  element: XmlElement;
  schema: SchemaDocument;
}

export type ComponentKind = 'element' | 'type' | 'group' | 'attributeGroup' | 'attribute';
const kinds: Record<string, ComponentKind> = {
  element: 'element',
  complexType: 'type',
  simpleType: 'type',
  group: 'group',
  attributeGroup: 'attributeGroup',
  attribute: 'attribute',
};

/** SchemaSet finds the components of all schemas in a description by qualified name. */
export class SchemaSet {
  readonly #components = new Map<string, Component>();
  readonly #byLocalName = new Map<string, Component[]>();
  readonly #derived = new Map<string, Component[]>();
  readonly #substitutes = new Map<string, Component[]>();
  readonly #globalElements: Component[] = [];

  constructor(schemas: readonly SchemaDocument[]) {
    for (const schema of schemas) {
      for (const element of childElements(schema.root)) {
        // Redefinitions precede the included originals, and the first with a name counts.
        const items = element.localName === 'redefine' ? childElements(element) : [element];
        for (const item of items) this.#add({ element: item, schema });
      }
    }
  }

  #add(component: Component): void {
    const { element, schema } = component;
    const kind = Object.hasOwn(kinds, element.localName) ? kinds[element.localName] : undefined;
    const name = attributeOf(element, 'name');
    if (!kind || !name) return;
    const key = `${kind} ${keyOf({ namespace: schema.namespace, local: name })}`;
    if (this.#components.has(key)) return;
    this.#components.set(key, component);
    append(this.#byLocalName, `${kind} ${name}`, component);
    if (kind === 'element') this.#globalElements.push(component);
    this.#addRelations(component);
  }

  #addRelations(component: Component): void {
    const { element } = component;
    const heads = attributeOf(element, 'substitutionGroup');
    for (const head of heads?.split(/\s+/) ?? [])
      append(this.#substitutes, keyOf(this.nameIn(head, component)), component);
    const content = firstChild(element, 'complexContent', 'simpleContent');
    const derivation = content && firstChild(content, 'extension', 'restriction');
    const base = derivation && attributeOf(derivation, 'base');
    if (derivation && base)
      append(this.#derived, keyOf(this.nameIn(base, { ...component, element: derivation })), component);
  }

  /** Resolves a name inside a component; in a chameleon schema, a name without a namespace has the including one's. */
  nameIn(text: string, { element, schema }: Component): QualifiedName {
    // This prefix is predeclared.
    if (text.startsWith('xml:')) return { namespace: xmlNamespace, local: text.slice('xml:'.length) };
    const name = qualifiedName(text, element);
    const isLent = name.namespace === '' && attributeOf(schema.root, 'targetNamespace') === undefined;
    return isLent ? { namespace: schema.namespace, local: name.local } : name;
  }

  /** Finds a component; if the namespace is wrong, the only one with that local name. */
  find(kind: ComponentKind, name: QualifiedName): Component | undefined {
    const exact = this.#components.get(`${kind} ${keyOf(name)}`);
    if (exact || name.namespace === schemaNamespace) return exact;
    const alike = this.#byLocalName.get(`${kind} ${name.local}`) ?? [];
    return alike.length === 1 ? alike[0] : undefined;
  }

  /** Types derived from a type, directly or transitively. */
  derivedFrom(name: QualifiedName): Component[] {
    return closure(this.#derived, keyOf(name));
  }

  /** Elements that may substitute an element. */
  substitutesOf(name: QualifiedName): Component[] {
    return closure(this.#substitutes, keyOf(name));
  }

  /** All named types. */
  types(): Component[] {
    return [...this.#components].filter(([key]) => key.startsWith('type ')).map(([, component]) => component);
  }

  /** Global elements in the namespaces accepted by `fits`. */
  elementsWhere(fits: (namespace: string) => boolean): Component[] {
    return this.#globalElements.filter(({ schema }) => fits(schema.namespace));
  }
}

/** componentName returns the qualified name of a global component. */
export const componentName = ({ element, schema }: Component): QualifiedName => ({
  namespace: schema.namespace,
  local: attributeOf(element, 'name') ?? '',
});

function append(map: Map<string, Component[]>, key: string, component: Component): void {
  const list = map.get(key);
  if (list) list.push(component);
  else map.set(key, [component]);
}

function closure(map: Map<string, Component[]>, start: string): Component[] {
  const found = new Set<Component>();
  const waiting = [start];
  const seen = new Set(waiting);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const component of map.get(key) ?? []) {
      found.add(component);
      const next = keyOf(componentName(component));
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return [...found];
}
