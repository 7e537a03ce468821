/** The changes to a page between two versions. */
export interface ChangeOrder {
  seed: number;
  /** 1: elements change at the counted rates. */
  severity: number;
}

/** The page's targets; changes keep them up to date. */
interface Targets {
  targets: (Element | null)[];
}

/** In the page: random numbers that are the same for the same seed (mulberry32), and words. */
function chanceOf({ seed, severity }: ChangeOrder) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const words = 'main panel view new app core item box next data primary wide ui card'.split(' ');
  const one = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const renamed = (text: string): string =>
    random() < 0.5 ? `${text}-${one(words)}` : `${one(words)}-${text.split(/[-_]/).at(-1)}`;
  const reworded = (text: string): string => {
    const parts = text.trim().split(/\s+/);
    const kind = random();
    if (kind < 0.3) return `${text.trim()} ${one(['now', 'all', 'details', 'page', 'again'])}`;
    if (kind < 0.6 && parts.length > 1) return parts.slice(0, -1).join(' ');
    if (kind < 0.8) return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ');
    return one(['Continue', 'Show more', 'Open', 'Overview', 'Change', 'Send', 'Done']);
  };
  const happens = (rate: number): boolean => random() < Math.min(0.9, rate * severity);
  return { random, words, one, renamed, reworded, happens };
}
type Chance = ReturnType<typeof chanceOf>;

/** In the page: renames classes everywhere, in addition to or instead of the old names. */
function renameClasses({ random, renamed, happens }: Chance): void {
  const classes = new Set([...document.body.querySelectorAll('*')].flatMap((element) => [...element.classList]));
  for (const name of classes) {
    if (!happens(0.1)) continue;
    const other = renamed(name);
    const isReplaced = random() < 0.7;
    for (const element of [...document.getElementsByClassName(name)]) {
      element.setAttribute('class', `${element.getAttribute('class')} ${other}`);
      if (isReplaced) element.classList.remove(name);
    }
  }
}

/** In the page: changes an element's attributes. */
function changeAttributes(element: Element, { random, words, one, renamed, reworded, happens }: Chance): void {
  const texts = new Map([
    ['aria-label', 0.18],
    ['placeholder', 0.1],
    ['title', 0.15],
    ['alt', 0.1],
  ]);
  const names = new Map([
    ['id', 0.13],
    ['name', 0.05],
    ['href', 0.12],
  ]);
  const moved = (href: string) => (random() < 0.6 ? `/${one(words)}/${href.replace(/^[./]+/, '')}` : renamed(href));
  const rateOf = (name: string) => texts.get(name) ?? names.get(name) ?? (name.startsWith('data-') ? 0.15 : 0);
  for (const { name, value } of [...element.attributes].filter((attribute) => happens(rateOf(attribute.name)))) {
    if (name === 'id' && random() < 0.3) element.removeAttribute('id');
    else
      element.setAttribute(name, texts.has(name) ? reworded(value) : name === 'href' ? moved(value) : renamed(value));
  }
  if (happens(0.06) && element.classList.length > 0) element.classList.remove(one([...element.classList]));
  if (happens(0.08)) element.classList.add(one(words));
}

/** In the page: changes an element's text. */
function changeText(element: Element, { reworded, happens }: Chance): void {
  for (const node of element.childNodes) {
    const isText = node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim();
    if (isText && happens(0.06)) node.nodeValue = reworded(node.nodeValue ?? '');
  }
}

/** In the page: wraps an element, or changes its tag. */
function changeTag(element: Element, { one, words, happens }: Chance): void {
  const isPart = /^(?:td|th|tr|tbody|thead|li|option)$/.test(element.localName);
  if (happens(0.03) && !isPart) {
    const wrapper = Object.assign(document.createElement('div'), { className: one(words) });
    element.replaceWith(wrapper);
    wrapper.append(element);
  }
  const tags: Record<string, string> = {
    button: 'a',
    a: 'button',
    div: 'section',
    span: 'div',
    b: 'strong',
    h3: 'h2',
    h4: 'h5',
    p: 'div',
  };
  const tag = tags[element.localName];
  if (!tag || !happens(0.015)) return;
  const other = document.createElement(tag);
  for (const { name, value } of element.attributes) other.setAttribute(name, value);
  if (tag === 'a' && !other.hasAttribute('href')) other.setAttribute('href', '#');
  other.append(...element.childNodes);
  element.replaceWith(other);
  const own = window as unknown as Targets;
  own.targets = own.targets.map((target) => (target === element ? other : target));
}

/** In the page: inserts a similar element with a different name before an element. */
function addSimilar(element: Element, { renamed, reworded, happens }: Chance): void {
  if (!happens(0.02)) return;
  const copy = element.cloneNode(true) as Element;
  const parts = [copy, ...copy.querySelectorAll('*')];
  for (const part of parts) {
    part.removeAttribute('id');
    for (const name of ['name', 'href', 'for', 'title', 'aria-label'])
      if (part.hasAttribute(name)) part.setAttribute(name, renamed(part.getAttribute(name) ?? ''));
  }
  const texts = 'a, button, span, p, li, td, h1, h2, h3, h4, h5, label, strong';
  const leaves = parts.filter((part) => part.matches(texts) && part.children.length === 0 && part.textContent?.trim());
  for (const leaf of leaves) leaf.textContent = reworded(leaf.textContent ?? '');
  if (leaves.length > 0) element.before(copy);
}

/** In the page: moves an element, inserts news before it, or removes it if it contains no target. */
function rearrange(element: Element, { one, happens }: Chance): void {
  const parent = element.parentElement;
  if (!parent || parent === document.body) return;
  const { targets } = window as unknown as Targets;
  if (happens(0.03)) parent.insertBefore(element, one([...parent.children]));
  if (happens(0.02)) element.before(Object.assign(document.createElement('div'), { textContent: 'Read this first' }));
  const holdsTarget = targets.some((target) => target && element.contains(target));
  if (happens(0.02) && !holdsTarget) element.remove();
}

/**
 * In the page: changes it as later versions do, with the rates at which traits of elements survived in 10,377 pairs
 * (Kluge and Stocco, arXiv 2505.16424): ids, classes, names, texts, links, labels; elements are wrapped, moved, copied,
 * inserted and removed. `window.targets` contains the targets and follows elements whose tag changes.
 */
export const changePage = new Function(
  'order',
  `const chance = (${chanceOf})(order);
  (${renameClasses})(chance);
  const all = [...document.body.querySelectorAll('*')].filter((element) => !/^(?:script|style|br)$/.test(element.localName));
  const changes = [${changeAttributes}, ${changeText}, ${addSimilar}, ${rearrange}, ${changeTag}];
  for (const element of all) for (const change of changes) if (element.isConnected) change(element, chance);`,
) as (order: ChangeOrder) => void;
