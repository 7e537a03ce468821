import { attributeOf, firstChild, keyOf, type QualifiedName, type XmlElement } from '../document/xml-document.ts';
import { type SchemaDocument, schemaNamespace } from '../wsdl/wsdl-documents.ts';
import { occurs, particlesIn } from '../wsdl/wsdl-particles.ts';
import { type Component, componentName, type SchemaSet } from '../wsdl/wsdl-schemas.ts';
import { collectAttributes } from './compile-attributes.ts';
import { builtInModel, SimpleCompiler } from './compile-simple.ts';
import type { ElementModel, Particle, SchemaModel, TypeModel } from './schema-model.ts';

const anyType = 0;
const derivationLimit = 100;
/** Stands in for an unknown model: any elements. */
const anything: Particle = {
  kind: 'any',
  allowed: '##any',
  target: '',
  isStrict: false,
  isSkipped: true,
  least: 0,
  most: undefined,
};
const openType: TypeModel = {
  name: 'anyType',
  kind: 'any',
  isAbstract: false,
  isMixed: true,
  value: undefined,
  content: { ...anything, isSkipped: false },
  attributes: [],
  isOpen: true,
  base: undefined,
};

/** SchemaCompiler compiles schemas to plain data for validating elements. Anything unknown is allowed. */
export class SchemaCompiler {
  readonly model: SchemaModel = {
    elements: [],
    types: [openType],
    models: [],
    globals: new Map(),
    typeNames: new Map([[keyOf({ namespace: schemaNamespace, local: 'anyType' }), anyType]]),
  };
  readonly #schemas: SchemaSet;
  readonly #simple: SimpleCompiler;
  readonly #known = new Map<SchemaDocument, Map<XmlElement, number>>();
  /** Deferred work, so that long chains of types don't exhaust the stack. */
  readonly #waiting: (() => void)[] = [];

  constructor(schemas: SchemaSet) {
    this.#schemas = schemas;
    this.#simple = new SimpleCompiler(schemas);
    for (const component of schemas.elementsWhere(() => true)) this.#element(component, componentName(component));
    for (const component of schemas.types()) this.#type(component);
    this.#work();
  }

  /** Index of a global element. */
  element(name: QualifiedName): number | undefined {
    const found = this.#schemas.find('element', name);
    return found && this.#element(found, componentName(found));
  }

  /** Index of a named type; that of `xs:anyType` if it is unknown. */
  typeNamed(name: QualifiedName): number {
    const found = name.namespace === schemaNamespace ? undefined : this.#schemas.find('type', name);
    if (found !== undefined) return this.#type(found);
    if (name.namespace !== schemaNamespace || /^(anyType|ur-type)$/.test(name.local)) return anyType;
    const key = keyOf(name);
    const known = this.model.typeNames.get(key);
    if (known !== undefined) return known;
    const index = this.model.types.push({
      ...openType,
      name: name.local,
      kind: 'simple',
      isMixed: false,
      value: builtInModel(name.local),
      content: undefined,
      isOpen: false,
    });
    this.model.typeNames.set(key, index - 1);
    return index - 1;
  }

  #work(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
  }

  /** The index of a component, which is created once; its content is compiled later. */
  #once({ element, schema }: Component, make: () => number): number {
    const known = this.#known.get(schema) ?? new Map<XmlElement, number>();
    this.#known.set(schema, known);
    const number = known.get(element) ?? make();
    known.set(element, number);
    return number;
  }

  #element(component: Component, name: QualifiedName): number {
    const { element } = component;
    const isGlobal = this.#schemas.find('element', name)?.element === element;
    return this.#once(component, () => {
      const model: ElementModel = {
        name,
        type: anyType,
        isNillable: attributeOf(element, 'nillable') === 'true' || attributeOf(element, 'nillable') === '1',
        isAbstract: attributeOf(element, 'abstract') === 'true',
        fixed: element.getAttribute('fixed') ?? undefined,
        substitutes: [],
      };
      const index = this.model.elements.push(model) - 1;
      if (isGlobal) this.model.globals.set(keyOf(name), index);
      this.#waiting.push(() => {
        model.type = this.#typeOf(component, 0);
        if (isGlobal)
          model.substitutes = this.#schemas
            .substitutesOf(name)
            .map((substitute) => this.#element(substitute, componentName(substitute)));
      });
      return index;
    });
  }

  #typeOf(declaration: Component, depth: number): number {
    const type = attributeOf(declaration.element, 'type');
    if (type) return this.typeNamed(this.#schemas.nameIn(type, declaration));
    const own = firstChild(declaration.element, 'complexType', 'simpleType');
    if (own) return this.#type({ ...declaration, element: own });
    const head = attributeOf(declaration.element, 'substitutionGroup')?.split(/\s+/)[0];
    const found = head ? this.#schemas.find('element', this.#schemas.nameIn(head, declaration)) : undefined;
    return found === undefined || depth > derivationLimit ? anyType : this.#typeOf(found, depth + 1);
  }

  #type(component: Component): number {
    return this.#once(component, () => {
      const { element } = component;
      const model: TypeModel = { ...openType, name: attributeOf(element, 'name') ?? '' };
      const index = this.model.types.push(model) - 1;
      if (model.name !== '') this.model.typeNames.set(keyOf(componentName(component)), index);
      this.#waiting.push(() => Object.assign(model, this.#typeParts(component)));
      return index;
    });
  }

  #typeParts(component: Component): Partial<TypeModel> {
    const { element } = component;
    if (element.localName === 'simpleType')
      return {
        kind: 'simple',
        isMixed: false,
        isOpen: false,
        content: undefined,
        value: this.#simple.ofType(component),
        base: this.#baseNumber(component),
      };
    const content = firstChild(element, 'simpleContent', 'complexContent');
    const attributes = collectAttributes(component, this.#schemas, this.#simple);
    // Types with an unknown base, such as arrays of the SOAP encoding, allow everything.
    if (attributes === undefined) return {};
    const isMixed = [element, content].some((item) => item && attributeOf(item, 'mixed') === 'true');
    const isAbstract = attributeOf(element, 'abstract') === 'true';
    const common = { ...attributes, isAbstract, kind: 'complex' as const, base: this.#baseNumber(component) };
    if (content?.localName === 'simpleContent')
      return { ...common, isMixed: false, value: this.#simple.ofType(component), content: undefined };
    return { ...common, isMixed, value: undefined, content: this.#contentOf(component) };
  }

  #derivationOf({ element, schema }: Component): Component | undefined {
    const holder = firstChild(element, 'simpleContent', 'complexContent') ?? element;
    const derivation = firstChild(holder, 'extension', 'restriction');
    return derivation && { element: derivation, schema };
  }

  #baseName(component: Component): QualifiedName | undefined {
    const derivation = this.#derivationOf(component);
    const base = derivation && attributeOf(derivation.element, 'base');
    return derivation && base ? this.#schemas.nameIn(base, derivation) : undefined;
  }

  #baseNumber(component: Component): number | undefined {
    const name = this.#baseName(component);
    return name && this.typeNamed(name);
  }

  /** The children of a type: for an extension those of its base first, for a restriction only its own. */
  #contentOf(component: Component): Particle | undefined {
    const derivation = this.#derivationOf(component);
    const holder = derivation ?? component;
    const model = firstChild(holder.element, 'sequence', 'choice', 'all', 'group');
    const own = model && this.#particle({ ...holder, element: model });
    if (derivation?.element.localName !== 'extension') return own;
    const name = this.#baseName(component);
    const base = name && this.#schemas.find('type', name);
    if (base === undefined) return own;
    const inherited: Particle = { kind: 'group', model: this.#modelOf(base), least: 1, most: 1 };
    return { kind: 'sequence', items: own === undefined ? [inherited] : [inherited, own], least: 1, most: 1 };
  }

  readonly #models = new Map<XmlElement, number>();
  /** Index of the content model of a group or type, referenced by others. */
  #modelOf(component: Component): number {
    const known = this.#models.get(component.element);
    if (known !== undefined) return known;
    const index = this.model.models.push({ kind: 'sequence', items: [], least: 1, most: 1 }) - 1;
    this.#models.set(component.element, index);
    this.#waiting.push(() => {
      const isGroup = component.element.localName === 'group';
      const inner = isGroup ? firstChild(component.element, 'sequence', 'choice', 'all') : undefined;
      const found = isGroup ? inner && this.#particle({ ...component, element: inner }) : this.#contentOf(component);
      if (found !== undefined) this.model.models[index] = found;
    });
    return index;
  }

  #particle(component: Component): Particle {
    const { element, schema } = component;
    const most = occurs(element, 'maxOccurs', 1);
    const times = { least: occurs(element, 'minOccurs', 1), most: Number.isFinite(most) ? most : undefined };
    switch (element.localName) {
      case 'element':
        return this.#localElement(component, times);
      case 'any': {
        const check = attributeOf(element, 'processContents') ?? 'strict';
        const allowed = attributeOf(element, 'namespace') ?? '##any';
        const target = schema.namespace;
        return { kind: 'any', allowed, target, isStrict: check === 'strict', isSkipped: check === 'skip', ...times };
      }
      case 'group': {
        const reference = attributeOf(element, 'ref');
        const group = reference ? this.#schemas.find('group', this.#schemas.nameIn(reference, component)) : undefined;
        return group === undefined ? anything : { kind: 'group', model: this.#modelOf(group), ...times };
      }
      default: {
        const kind = element.localName as 'sequence' | 'choice' | 'all';
        const items = particlesIn(element).map((item) => this.#particle({ ...component, element: item }));
        return { kind, items, ...times };
      }
    }
  }

  #localElement(component: Component, times: { least: number; most: number | undefined }): Particle {
    const { element, schema } = component;
    const reference = attributeOf(element, 'ref');
    if (reference !== undefined) {
      const found = this.element(this.#schemas.nameIn(reference, component));
      return found === undefined ? { ...anything, ...times } : { kind: 'element', element: found, ...times };
    }
    const form = attributeOf(element, 'form') ?? attributeOf(schema.root, 'elementFormDefault');
    const namespace = form === 'qualified' ? schema.namespace : '';
    const name = { namespace, local: attributeOf(element, 'name') ?? '' };
    return { kind: 'element', element: this.#element(component, name), ...times };
  }
}
