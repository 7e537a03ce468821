import {
  attributeOf,
  childElements,
  firstChild,
  keyOf,
  type QualifiedName,
  type XmlElement,
} from '../document/xml-document.ts';
import { schemaNamespace } from './wsdl-documents.ts';
import { allowsNamespace, occurs, particlesIn } from './wsdl-particles.ts';
import { type Component, componentName, type SchemaSet } from './wsdl-schemas.ts';
import { SimpleValues } from './wsdl-simple-values.ts';
import { type Namespaces, type SampleNode, xsiNamespace } from './wsdl-xml-writer.ts';

/** Optional parts deeper than this are left out. */
const optionalDepth = 8;
const depthLimit = 60;
/** Beyond the first number of nodes optional parts are left out; at the second the sample is abandoned. */
const nodeComfort = 600;
const nodeLimit = 20_000;
const attemptLimit = 100_000;
const soapEncoding = 'http://schemas.xmlsoap.org/soap/encoding/';

interface Place {
  depth: number;
  /** Types that enclose this place; a recursive occurrence contains only required parts. */
  inside: readonly XmlElement[];
  isMinimal: boolean;
  /** Forbids recursion; choices are tried this way first, because other alternatives may never end. */
  isStraight: boolean;
}
const top: Place = { depth: 0, inside: [], isMinimal: false, isStraight: false };

interface Content {
  attributes: SampleNode['attributes'];
  children: SampleNode[];
  text?: string;
}

/** Samples generates elements that are valid against the schemas; `undefined` means that none could be generated. */
export class XmlSamples {
  readonly #schemas: SchemaSet;
  readonly #values: SimpleValues;
  readonly #namespaces: Namespaces;
  /** Whether every element states its type, as the SOAP encoding requires. */
  readonly #isEncoded: boolean;
  #nodes = 0;
  #attempts = 0;

  constructor(schemas: SchemaSet, namespaces: Namespaces, options: { isEncoded: boolean }) {
    this.#schemas = schemas;
    this.#namespaces = namespaces;
    this.#isEncoded = options.isEncoded;
    this.#values = new SimpleValues(schemas);
  }

  /** A sample of a global element. */
  element(name: QualifiedName): SampleNode | undefined {
    const found = this.#schemas.find('element', name);
    return found && this.#global(found, top);
  }

  /** A sample element with a given name and type. */
  ofType(name: QualifiedName, type: QualifiedName): SampleNode | undefined {
    return this.#ofNamedType(name, type, top);
  }

  #global(component: Component, place: Place): SampleNode | undefined {
    const name = componentName(component);
    if (attributeOf(component.element, 'abstract') === 'true') {
      for (const substitute of this.#schemas.substitutesOf(name)) {
        if (attributeOf(substitute.element, 'abstract') === 'true') continue;
        const node = this.#declared(componentName(substitute), substitute, place);
        if (node) return node;
      }
      return undefined;
    }
    return this.#declared(name, component, place);
  }

  /** A sample element for its declaration. */
  #declared(name: QualifiedName, declaration: Component, place: Place): SampleNode | undefined {
    const { element } = declaration;
    const isNillable = attributeOf(element, 'nillable') === 'true';
    const node = isNillable && place.isMinimal ? undefined : this.#contentOfDeclaration(name, declaration, place);
    if (node) {
      const given = element.getAttribute('fixed') ?? element.getAttribute('default');
      if (given !== null) node.text = given;
      return node;
    }
    if (!isNillable) return undefined;
    return { name, attributes: [{ name: { namespace: xsiNamespace, local: 'nil' }, value: 'true' }], children: [] };
  }

  #contentOfDeclaration(name: QualifiedName, declaration: Component, place: Place): SampleNode | undefined {
    const type = attributeOf(declaration.element, 'type');
    if (type) return this.#ofNamedType(name, this.#schemas.nameIn(type, declaration), place);
    const own = firstChild(declaration.element, 'complexType', 'simpleType');
    if (own) return this.#ofTypeComponent(name, { ...declaration, element: own }, place);
    const head = attributeOf(declaration.element, 'substitutionGroup')?.split(/\s+/)[0];
    const headElement = head && this.#schemas.find('element', this.#schemas.nameIn(head, declaration));
    if (headElement && place.depth < depthLimit)
      return this.#contentOfDeclaration(name, headElement, { ...place, depth: place.depth + 1 });
    return this.#counted({ name, attributes: [], children: [] });
  }

  #ofNamedType(name: QualifiedName, type: QualifiedName, place: Place): SampleNode | undefined {
    const component = type.namespace === schemaNamespace ? undefined : this.#schemas.find('type', type);
    const encodedType = this.#isEncoded ? [this.#typeAttribute(type)] : [];
    if (!component) {
      const isAny = /^(anyType|anySimpleType|ur-type)$/.test(type.local);
      const isArray = type.namespace === soapEncoding && type.local === 'Array';
      const text = isAny || isArray ? '' : this.#values.ofName(type);
      return this.#counted({ name, attributes: isAny ? [] : encodedType, children: [], text });
    }
    if (attributeOf(component.element, 'abstract') === 'true') return this.#ofDerivedType(name, type, place);
    const node = this.#ofTypeComponent(name, component, place);
    if (node && this.#isEncoded) {
      const isArray = node.attributes.some((attribute) => attribute.name.local === 'arrayType');
      const written = isArray ? { namespace: soapEncoding, local: 'Array' } : type;
      node.attributes = [this.#typeAttribute(written), ...node.attributes];
    }
    return node;
  }

  #ofDerivedType(name: QualifiedName, type: QualifiedName, place: Place): SampleNode | undefined {
    for (const derived of this.#schemas.derivedFrom(type)) {
      if (attributeOf(derived.element, 'abstract') === 'true') continue;
      const node = this.#ofTypeComponent(name, derived, place);
      if (!node) continue;
      node.attributes = [this.#typeAttribute(componentName(derived)), ...node.attributes];
      return node;
    }
    return undefined;
  }

  #typeAttribute(type: QualifiedName): SampleNode['attributes'][number] {
    return { name: { namespace: xsiNamespace, local: 'type' }, value: this.#namespaces.write(type) };
  }

  #ofTypeComponent(name: QualifiedName, type: Component, place: Place): SampleNode | undefined {
    if (type.element.localName === 'simpleType')
      return this.#counted({ name, attributes: [], children: [], text: this.#values.ofType(type) });
    const content = this.#complex(type, place);
    return content && this.#counted({ name, ...content });
  }

  #counted(node: SampleNode): SampleNode | undefined {
    this.#nodes += 1;
    return this.#nodes > nodeLimit ? undefined : node;
  }

  #complex(type: Component, place: Place): Content | undefined {
    this.#attempts += 1;
    if (place.depth > depthLimit || this.#attempts > attemptLimit) return undefined;
    const isAgain = place.inside.includes(type.element);
    if (isAgain && place.isStraight) return undefined;
    const below: Place = {
      ...place,
      depth: place.depth + 1,
      inside: isAgain ? place.inside : [...place.inside, type.element],
      isMinimal: place.isMinimal || isAgain,
    };
    const attributes = this.#attributes(type, below);
    if (firstChild(type.element, 'simpleContent')) return { attributes, children: [], text: this.#values.ofType(type) };
    const array = this.#isEncoded ? this.#encodedArray(type, below) : undefined;
    if (array) return array;
    const children = this.#particles(type, below);
    return children && { attributes, children };
  }

  /** The particles of a type: for an extension those of its base first, for a restriction only its own. */
  #particles(type: Component, place: Place): SampleNode[] | undefined {
    const content = firstChild(type.element, 'complexContent');
    const derivation = content && firstChild(content, 'extension', 'restriction');
    const holder = derivation ?? type.element;
    const model = firstChild(holder, 'sequence', 'choice', 'all', 'group');
    const own = model ? this.#repeated({ ...type, element: model }, place) : [];
    if (!own || derivation?.localName !== 'extension') return own;
    const base = this.#baseOf({ ...type, element: derivation });
    if (!base || place.depth > depthLimit) return own;
    const inherited = this.#particles(base, { ...place, depth: place.depth + 1 });
    return inherited && [...inherited, ...own];
  }

  #baseOf(derivation: Component): Component | undefined {
    const base = attributeOf(derivation.element, 'base');
    if (!base) return undefined;
    const name = this.#schemas.nameIn(base, derivation);
    if (name.namespace === schemaNamespace) return undefined;
    const found = this.#schemas.find('type', name);
    return found?.element === derivation.element.parentNode?.parentNode ? undefined : found;
  }

  #repeated(particle: Component, place: Place): SampleNode[] | undefined {
    const least = occurs(particle.element, 'minOccurs', 1);
    if (occurs(particle.element, 'maxOccurs', 1) === 0) return [];
    const isOptional = least === 0;
    if (isOptional && (place.isMinimal || place.depth > optionalDepth || this.#nodes > nodeComfort)) return [];
    const nodes: SampleNode[] = [];
    for (let time = 0; time < Math.max(1, least); time += 1) {
      const before = this.#nodes;
      const made = this.#particle(particle, place);
      if (!made) {
        this.#nodes = before;
        return isOptional ? [] : undefined;
      }
      nodes.push(...made);
      // A model that is empty stays empty however often it is repeated.
      if (made.length === 0) break;
    }
    return nodes;
  }

  #particle(particle: Component, place: Place): SampleNode[] | undefined {
    this.#attempts += 1;
    if (this.#attempts > attemptLimit || place.depth > depthLimit) return undefined;
    const below = { ...place, depth: place.depth + 0.1 };
    switch (particle.element.localName) {
      case 'element':
        return listOf(this.#local(particle, place));
      case 'any':
        return listOf(this.#wildcard(particle, place));
      case 'group': {
        const reference = attributeOf(particle.element, 'ref');
        const group = reference ? this.#schemas.find('group', this.#schemas.nameIn(reference, particle)) : particle;
        const model = group && firstChild(group.element, 'sequence', 'choice', 'all');
        return group && model ? this.#repeated({ ...group, element: model }, below) : [];
      }
      case 'choice':
        return this.#choice(particle, below);
      default:
        return this.#sequence(particle, below);
    }
  }

  #sequence(particle: Component, place: Place): SampleNode[] | undefined {
    const nodes: SampleNode[] = [];
    for (const element of particlesIn(particle.element)) {
      const made = this.#repeated({ ...particle, element }, place);
      if (!made) return undefined;
      nodes.push(...made);
    }
    return nodes;
  }

  #choice(particle: Component, place: Place): SampleNode[] | undefined {
    if (!place.isMinimal || place.isStraight) return this.#firstOption(particle, place);
    return this.#firstOption(particle, { ...place, isStraight: true }) ?? this.#firstOption(particle, place);
  }

  #firstOption(particle: Component, place: Place): SampleNode[] | undefined {
    const options = particlesIn(particle.element);
    let empty: SampleNode[] | undefined = options.length === 0 ? [] : undefined;
    for (const element of options) {
      const made = this.#repeated({ ...particle, element }, place);
      if (made && (made.length > 0 || place.isMinimal)) return made;
      empty ??= made;
    }
    return empty;
  }

  #local(particle: Component, place: Place): SampleNode | undefined {
    const { element, schema } = particle;
    const reference = attributeOf(element, 'ref');
    if (reference) {
      const name = this.#schemas.nameIn(reference, particle);
      if (name.namespace === schemaNamespace) return this.#counted({ name, attributes: [], children: [] });
      const found = this.#schemas.find('element', name);
      return found && this.#global(found, place);
    }
    const form = attributeOf(element, 'form') ?? attributeOf(schema.root, 'elementFormDefault');
    const name = {
      namespace: form === 'qualified' ? schema.namespace : '',
      local: attributeOf(element, 'name') ?? 'element',
    };
    return this.#declared(name, particle, place);
  }

  #wildcard({ element, schema }: Component, place: Place): SampleNode | undefined {
    const allowed = attributeOf(element, 'namespace') ?? '##any';
    const fits = (namespace: string) => allowsNamespace(allowed, namespace, schema.namespace);
    if ((attributeOf(element, 'processContents') ?? 'strict') === 'strict') {
      for (const global of this.#schemas.elementsWhere(fits).slice(0, 20)) {
        const node = this.#global(global, { ...place, depth: place.depth + 1, isMinimal: true });
        if (node) return node;
      }
      return undefined;
    }
    const listed = allowed.split(/\s+/).find((item) => !item.startsWith('##'));
    const namespace = ['', schema.namespace, 'urn:example:any', listed ?? ''].find(fits) ?? '';
    return this.#counted({ name: { namespace, local: 'any' }, attributes: [], children: [] });
  }

  #attributes(type: Component, place: Place): SampleNode['attributes'] {
    const found = new Map<string, SampleNode['attributes'][number] | undefined>();
    this.#collectAttributes(type, place, found, 0);
    return [...found.values()].filter((attribute) => attribute !== undefined);
  }

  /** Prohibited attributes stay in the map without a value, to hide those of the base. */
  #collectAttributes(
    holder: Component,
    place: Place,
    found: Map<string, SampleNode['attributes'][number] | undefined>,
    depth: number,
  ): void {
    if (depth > depthLimit || this.#nodes > nodeComfort) return;
    for (const element of childElements(holder.element)) {
      const at = { ...holder, element };
      if (element.localName === 'attribute') this.#addAttribute(at, place, found);
      else if (element.localName === 'attributeGroup') {
        const reference = attributeOf(element, 'ref');
        const group = reference && this.#schemas.find('attributeGroup', this.#schemas.nameIn(reference, at));
        if (group) this.#collectAttributes(group, place, found, depth + 1);
      } else if (element.localName === 'simpleContent' || element.localName === 'complexContent') {
        const derivation = firstChild(element, 'extension', 'restriction');
        if (!derivation) continue;
        const derived = { ...holder, element: derivation };
        this.#collectAttributes(derived, place, found, depth + 1);
        const base = this.#baseOf(derived);
        if (base) this.#collectAttributes(base, place, found, depth + 1);
      }
    }
  }

  #addAttribute(at: Component, place: Place, found: Map<string, SampleNode['attributes'][number] | undefined>): void {
    const { element } = at;
    const reference = attributeOf(element, 'ref');
    const name = reference ? this.#schemas.nameIn(reference, at) : this.#attributeName(at);
    const key = keyOf(name);
    if (found.has(key)) return;
    const use = attributeOf(element, 'use');
    const declaration = reference ? this.#schemas.find('attribute', name) : at;
    const isWritten = use === 'required' || (use !== 'prohibited' && !place.isMinimal);
    const isReserved = name.namespace === soapEncoding || name.namespace === 'http://www.w3.org/XML/1998/namespace';
    const value = isWritten && !(isReserved && use !== 'required') ? this.#attributeValue(at, declaration) : undefined;
    found.set(key, value === undefined ? undefined : { name, value });
  }

  #attributeName({ element, schema }: Component): QualifiedName {
    const form = attributeOf(element, 'form') ?? attributeOf(schema.root, 'attributeFormDefault');
    return {
      namespace: form === 'qualified' ? schema.namespace : '',
      local: attributeOf(element, 'name') ?? 'attribute',
    };
  }

  #attributeValue(at: Component, declaration: Component | undefined): string | undefined {
    const given = (element: XmlElement) => element.getAttribute('fixed') ?? element.getAttribute('default');
    const written = given(at.element) ?? (declaration && given(declaration.element));
    if (written !== null && written !== undefined) return written;
    if (!declaration) return attributeOf(at.element, 'ref') === 'xml:lang' ? 'en' : '';
    const type = attributeOf(declaration.element, 'type');
    const isReference = /(^|:)(IDREFS?|ENTITY|ENTITIES|NOTATION)$/.test(type ?? '');
    if (isReference && attributeOf(at.element, 'use') !== 'required') return undefined;
    if (type) return this.#values.ofName(this.#schemas.nameIn(type, declaration));
    const own = firstChild(declaration.element, 'simpleType');
    return own ? this.#values.ofType({ ...declaration, element: own }) : 'string';
  }

  /** SOAP 1.1 §5.4.2: an array states the type and the number of its members. */
  #encodedArray(type: Component, place: Place): Content | undefined {
    const content = firstChild(type.element, 'complexContent');
    const derivation = content && firstChild(content, 'restriction', 'extension');
    const base = derivation && attributeOf(derivation, 'base');
    if (!derivation || !base) return undefined;
    const baseName = this.#schemas.nameIn(base, { ...type, element: derivation });
    if (baseName.namespace !== soapEncoding || baseName.local !== 'Array') return undefined;
    const attribute = childElements(derivation, 'attribute').find((item) =>
      item.getAttributeNS('http://schemas.xmlsoap.org/wsdl/', 'arrayType'),
    );
    const written = attribute?.getAttributeNS('http://schemas.xmlsoap.org/wsdl/', 'arrayType') ?? '';
    const [, typeText = '', ranks = ''] = /^([^[\]]+)((?:\[[\d,]*\])*)$/.exec(written.trim()) ?? [];
    const itemType = attribute
      ? this.#schemas.nameIn(typeText, { ...type, element: attribute })
      : { namespace: schemaNamespace, local: 'anyType' };
    const item = place.isMinimal ? undefined : this.#ofNamedType({ namespace: '', local: 'item' }, itemType, place);
    const outer = ranks.replace(/\[[\d,]*\]$/, '');
    return {
      attributes: [
        {
          name: { namespace: soapEncoding, local: 'arrayType' },
          value: `${this.#namespaces.write(itemType)}${outer}[${item ? 1 : 0}]`,
        },
      ],
      children: item ? [item] : [],
    };
  }
}

const listOf = (node: SampleNode | undefined): SampleNode[] | undefined => node && [node];
