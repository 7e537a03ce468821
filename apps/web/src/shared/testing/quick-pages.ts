import * as react from 'react';

/** Attributes that browsers' default style sheet depends on, besides element names. */
const looksAt = ['hidden', 'type', 'open'];

/** Properties that role queries and clicks read of every element and its ancestors. */
type Asked = Record<'display' | 'visibility' | 'pointerEvents', string>;

const ownOf = (element: Element, name: keyof Asked): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style[name] : '';

/** An element's style: the properties read for every element, computed quickly; all others as jsdom computes them. */
class QuickStyle implements Asked {
  readonly #element: Element;
  readonly #usual: Asked;
  readonly #compute: () => CSSStyleDeclaration;
  #whole: CSSStyleDeclaration | undefined;

  constructor(element: Element, usual: Asked, compute: () => CSSStyleDeclaration) {
    this.#element = element;
    this.#usual = usual;
    this.#compute = compute;
  }

  get display(): string {
    return ownOf(this.#element, 'display') || this.#usual.display;
  }

  get visibility(): string {
    return this.#inherited('visibility');
  }

  get pointerEvents(): string {
    return this.#inherited('pointerEvents');
  }

  get whole(): CSSStyleDeclaration {
    this.#whole ??= this.#compute();
    return this.#whole;
  }

  getPropertyValue(name: string): string {
    return name === 'display' || name === 'visibility' ? this[name] : this.whole.getPropertyValue(name);
  }

  #inherited(name: keyof Asked): string {
    for (let at: Element | null = this.#element; at; at = at.parentElement) {
      const value = ownOf(at, name);
      if (value) return value;
    }
    return this.#usual[name];
  }
}

// All other properties fall back to the full style.
Object.setPrototypeOf(
  QuickStyle.prototype,
  new Proxy(
    {},
    {
      get(_none, name, style: QuickStyle) {
        const value: unknown = Reflect.get(style.whole, name);
        return typeof value === 'function' ? value.bind(style.whole) : value;
      },
    },
  ),
);

/**
 * jsdom matches every rule of every style sheet against each element whose style is read. Pages have no style sheets in
 * tests, so an element's visibility only depends on its own style, its ancestors', and browsers' defaults for its name.
 */
export function styleByName(): void {
  const computed = window.getComputedStyle.bind(window);
  const ofBrowser = new Map<string, Asked>();
  const usualOf = (element: Element): Asked => {
    const given = looksAt.filter((name) => element.hasAttribute(name));
    const key = [element.localName, ...given.map((name) => `${name}=${element.getAttribute(name)}`)].join(' ');
    const known = ofBrowser.get(key);
    if (known) return known;
    const sample = document.createElementNS(element.namespaceURI, element.localName);
    for (const name of given) sample.setAttribute(name, element.getAttribute(name) ?? '');
    const { display, visibility, pointerEvents } = computed(sample);
    const usual = { display, visibility, pointerEvents };
    ofBrowser.set(key, usual);
    return usual;
  };
  window.getComputedStyle = (element, pseudo) =>
    pseudo
      ? computed(element, pseudo)
      : (new QuickStyle(element, usualOf(element), () => computed(element)) as unknown as CSSStyleDeclaration);
}

/**
 * React records where each element was created, for its warnings, which takes an eighth of a test's time; after 10,000
 * a second it stops.
 */
export function forgetOwners(): void {
  const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (internals instanceof Object)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => 10_000,
      set: () => undefined,
      configurable: true,
    });
}
