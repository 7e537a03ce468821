import { keyOf, type XmlElement } from '../document/xml-document.ts';
import { allowsNamespace } from '../wsdl/wsdl-particles.ts';
import type { Budget } from './judge-value.ts';
import type { Particle, SchemaModel } from './schema-model.ts';

const depthLimit = 300;

type Wildcard = Extract<Particle, { kind: 'any' }>;

/** Elements that a particle accepts. */
interface Accepted {
  /** Declaration indexes by element name. */
  names: Map<string, number>;
  wildcards: Set<Wildcard>;
}

const nameOf = ({ namespaceURI, localName }: XmlElement): string =>
  keyOf({ namespace: namespaceURI ?? '', local: localName });

/** ContentNames knows which elements particles accept, and which they can start with. */
export class ContentNames {
  readonly model: SchemaModel;
  readonly #all = new Map<Particle, Accepted>();
  readonly #first = new Map<Particle, Accepted>();
  readonly #empty = new Map<Particle, boolean>();

  constructor(model: SchemaModel) {
    this.model = model;
  }

  /** Whether an element can occur anywhere in a particle. */
  accepts = (particle: Particle, element: XmlElement): boolean =>
    isIn(this.#accepted(particle, this.#all, false), element);

  /** Whether an element can come first in a particle. */
  begins = (particle: Particle, element: XmlElement): boolean =>
    isIn(this.#accepted(particle, this.#first, true), element);

  /** The declaration of an element that a particle accepts; undefined if only a wildcard does. */
  declaration(particle: Particle, element: XmlElement): number | undefined {
    return this.#accepted(particle, this.#all, false).names.get(nameOf(element));
  }

  /** Names that a particle can start with, for messages. */
  firstNames(particle: Particle): string[] {
    return [...this.#accepted(particle, this.#first, true).names.values()].map((index) => this.nameOf(index));
  }

  /** Namespaces of the accepted elements with this local name. */
  namesLike(particle: Particle, local: string): string[] {
    const { names } = this.#accepted(particle, this.#all, false);
    return [...names.keys()].filter((key) => key.endsWith(`}${local}`)).map((key) => key.slice(1, key.indexOf('}')));
  }

  nameOf = (element: number): string => this.model.elements[element]?.name.local ?? '';

  inside(particle: Extract<Particle, { kind: 'group' }>): Particle {
    return this.model.models[particle.model]!;
  }

  /** Whether a particle may be absent. */
  isEmptiable(particle: Particle): boolean {
    if (particle.least === 0) return true;
    const known = this.#empty.get(particle);
    if (known !== undefined) return known;
    this.#empty.set(particle, false);
    const found = this.#holdsNothing(particle);
    this.#empty.set(particle, found);
    return found;
  }

  /**
   * Whether one repetition of a particle may have consumed the elements of several, so that repetitions can't be
   * counted.
   */
  isElastic(particle: Particle): boolean {
    if (particle.kind === 'element' || particle.kind === 'any') return false;
    const items = particle.kind === 'group' ? [this.inside(particle)] : particle.items;
    return items.some(({ most }) => most === undefined);
  }

  #holdsNothing(particle: Particle): boolean {
    if (particle.kind === 'element' || particle.kind === 'any') return false;
    if (particle.kind === 'group') return this.isEmptiable(this.inside(particle));
    const check = (item: Particle) => this.isEmptiable(item);
    return particle.kind === 'choice'
      ? particle.items.length === 0 || particle.items.some(check)
      : particle.items.every(check);
  }

  /** Adds the elements that particles accept; with `endsAtRequired`, only up to the first required one. */
  #merge(items: Particle[], into: Accepted, known: Map<Particle, Accepted>, endsAtRequired: boolean): void {
    for (const item of items) {
      const { names, wildcards } = this.#accepted(item, known, known === this.#first);
      for (const [name, element] of names) if (!into.names.has(name)) into.names.set(name, element);
      for (const wildcard of wildcards) into.wildcards.add(wildcard);
      if (endsAtRequired && !this.isEmptiable(item)) break;
    }
  }

  #accepted(particle: Particle, known: Map<Particle, Accepted>, isFirst: boolean): Accepted {
    const before = known.get(particle);
    if (before !== undefined) return before;
    const accepted: Accepted = { names: new Map(), wildcards: new Set() };
    known.set(particle, accepted);
    if (particle.most === 0) return accepted;
    if (particle.kind === 'any') accepted.wildcards.add(particle);
    else if (particle.kind === 'element') this.#addElement(particle.element, accepted);
    else if (particle.kind === 'group') this.#merge([this.inside(particle)], accepted, known, false);
    else this.#merge(particle.items, accepted, known, isFirst && particle.kind === 'sequence');
    return accepted;
  }

  #addElement(index: number, { names }: Accepted): void {
    const element = this.model.elements[index]!;
    if (!element.isAbstract || element.substitutes.length === 0) names.set(keyOf(element.name), index);
    for (const substitute of element.substitutes) names.set(keyOf(this.model.elements[substitute]!.name), substitute);
  }
}

const isIn = ({ names, wildcards }: Accepted, element: XmlElement): boolean =>
  names.has(nameOf(element)) || [...wildcards].some((wildcard) => isAllowed(wildcard, element));

const isAllowed = ({ allowed, target }: Wildcard, { namespaceURI }: XmlElement): boolean =>
  allowsNamespace(allowed, namespaceURI ?? '', target);

/** Callbacks while children are matched against a content model. */
export interface ContentListener {
  names: ContentNames;
  budget: Budget;
  /** `child` is undefined if the violation concerns the element itself. */
  violate(child: XmlElement | undefined, message: string): void;
  judge(child: XmlElement, declared: number): void;
}

/**
 * matchContent matches children against a content model: names, order and number. Models are unambiguous, as XML Schema
 * requires.
 */
export function matchContent(model: Particle, children: XmlElement[], listener: ContentListener): void {
  const { names, violate } = listener;
  const known = children.filter((child) => {
    if (names.accepts(model, child)) return true;
    violate(child, unexpected(names, model, child));
    return false;
  });
  const rest = new ContentMatcher(known, listener);
  rest.match(model);
  const left = rest.next;
  if (left !== undefined && listener.budget.left > 0) violate(left, tooMany(left));
}

function unexpected(names: ContentNames, model: Particle, child: XmlElement): string {
  const [namespace] = names.namesLike(model, child.localName);
  if (namespace !== undefined) {
    const wanted = namespace === '' ? 'no namespace' : `the namespace ${namespace}`;
    return `${child.localName} must have ${wanted}; it has ${child.namespaceURI ?? 'none'}.`;
  }
  return `${child.localName} is not described here.`;
}

const tooMany = ({ localName }: XmlElement): string =>
  `${localName} is not expected here: it comes too often or too late.`;

class ContentMatcher {
  readonly #children: XmlElement[];
  readonly #listener: ContentListener;
  #at = 0;
  #depth = 0;
  /** Names of elements that have already been matched. */
  readonly #taken = new Set<string>();

  constructor(children: XmlElement[], listener: ContentListener) {
    this.#children = children;
    this.#listener = listener;
  }

  get next(): XmlElement | undefined {
    return this.#children[this.#at];
  }

  match(particle: Particle): void {
    // Recursive groups are invalid, but matching must still end.
    if (this.#depth < depthLimit) {
      this.#depth += 1;
      this.#match(particle);
      this.#depth -= 1;
    } else this.#listener.budget.left = 0;
  }

  #match(particle: Particle): void {
    const { names, budget } = this.#listener;
    let count = 0;
    while (particle.most === undefined || count < particle.most) {
      const { next } = this;
      budget.left -= 1;
      if (budget.left <= 0 || next === undefined || !names.begins(particle, next)) break;
      const before = this.#at;
      this.#once(particle);
      count += 1;
      if (this.#at === before) break;
    }
    const isMissing = budget.left > 0 && count < particle.least && !names.isEmptiable(particle);
    if (isMissing && !(count > 0 && names.isElastic(particle))) this.#missing(particle, count);
  }

  #once(particle: Particle): void {
    const { names } = this.#listener;
    switch (particle.kind) {
      case 'element':
      case 'any':
        this.#take(particle);
        return;
      case 'group':
        this.match(names.inside(particle));
        return;
      case 'sequence':
        for (const item of particle.items) this.match(item);
        return;
      case 'choice': {
        const { next } = this;
        const chosen =
          next &&
          (particle.items.find((item) => names.begins(item, next)) ??
            particle.items.find((item) => names.accepts(item, next)));
        if (chosen) this.match(chosen);
        return;
      }
      case 'all':
        this.#all(particle.items);
        return;
    }
  }

  #take(particle: Particle): void {
    const { next } = this;
    if (next === undefined) return;
    this.#at += 1;
    this.#taken.add(nameOf(next));
    this.#judge(particle, next);
  }

  #judge(particle: Particle, child: XmlElement): void {
    const { names, violate, judge } = this.#listener;
    const declared = names.declaration(particle, child);
    if (declared !== undefined) {
      judge(child, declared);
      return;
    }
    if (particle.kind !== 'any' || particle.isSkipped) return;
    const global = names.model.globals.get(nameOf(child));
    if (global !== undefined) judge(child, global);
    else if (particle.isStrict) violate(child, `${child.localName} is not described.`);
  }

  #all(items: readonly Particle[]): void {
    const { names } = this.#listener;
    const counts = new Map<Particle, number>();
    for (let { next } = this; next !== undefined; next = this.next) {
      const child = next;
      const item = items.find(
        (one) => names.begins(one, child) && (one.most === undefined || (counts.get(one) ?? 0) < one.most),
      );
      if (item === undefined) break;
      counts.set(item, (counts.get(item) ?? 0) + 1);
      this.#once(item);
    }
    for (const item of items)
      if ((counts.get(item) ?? 0) < item.least && !names.isEmptiable(item)) this.#missing(item, counts.get(item) ?? 0);
  }

  /** Reports a missing particle and continues as if it were present. */
  #missing(particle: Particle, count: number): void {
    const { names, violate } = this.#listener;
    if (particle.kind === 'group') {
      this.match(names.inside(particle));
      return;
    }
    if (particle.kind === 'sequence' || particle.kind === 'all') {
      this.#once(particle);
      return;
    }
    const wanted = names.firstNames(particle);
    const name = wanted.length > 1 ? `One of ${wanted.slice(0, 10).join(', ')}` : (wanted[0] ?? 'An element');
    if (particle.kind === 'choice') {
      const before = this.#at;
      if (this.next !== undefined) this.#once(particle);
      if (this.#at === before) violate(undefined, `${name} is missing.`);
      return;
    }
    const late = this.#children.findIndex((child, index) => index >= this.#at && names.begins(particle, child));
    const { next } = this;
    if (late < 0 || next === undefined) {
      const times = particle.least > 1 ? ` It must come ${particle.least} times, and comes ${count} times.` : '';
      violate(undefined, `${name} is missing.${times}`);
      return;
    }
    if (this.#taken.has(nameOf(next))) {
      violate(next, tooMany(next));
      this.#at += 1;
      this.match(particle);
      return;
    }
    const [child] = this.#children.splice(late, 1);
    if (child === undefined) return;
    violate(child, `${child.localName} must come before ${next.localName}.`);
    this.#judge(particle, child);
  }
}
