/** What happens to a page between two versions: shares of elements that change, at a severity of 1. */
export interface ChangeOrder {
  seed: number;
  severity: number;
}

/**
 * In the page: changes it as later versions do, with the rates at which traits of elements survived in 10,377 pairs (Kluge and Stocco, arXiv
 * 2505.16424): ids, classes, names, texts, links, labels; elements are wrapped, moved, copied, put in and left out. `window.targets` holds
 * what is looked for and follows elements whose tag changes.
 */
export function changePage({ seed, severity }: ChangeOrder): void {
  const own = window as unknown as { targets: (Element | null)[] };
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const happens = (rate: number) => random() < Math.min(0.9, rate * severity);
  const one = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const words = [
    'main',
    'panel',
    'view',
    'new',
    'app',
    'core',
    'item',
    'box',
    'next',
    'data',
    'primary',
    'wide',
    'ui',
    'card',
  ];
  const holdsTarget = (element: Element) => own.targets.some((target) => target && element.contains(target));
  const renamed = (text: string) =>
    random() < 0.5 ? `${text}-${one(words)}` : `${one(words)}-${text.split(/[-_]/).at(-1)}`;
  const reworded = (text: string): string => {
    const parts = text.trim().split(/\s+/);
    const kind = random();
    if (kind < 0.3) return `${text.trim()} ${one(['now', 'all', 'details', 'page', 'again'])}`;
    if (kind < 0.6 && parts.length > 1) return parts.filter((_part, at) => at !== parts.length - 1).join(' ');
    if (kind < 0.8) return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ');
    return one(['Continue', 'Show more', 'Open', 'Overview', 'Change', 'Send', 'Done']);
  };
  const all = () =>
    [...document.body.querySelectorAll('*')].filter((element) => !/^(?:script|style|br)$/.test(element.localName));
  const renameClasses = () => {
    const classes = new Set(all().flatMap((element) => [...element.classList]));
    for (const name of classes) {
      if (!happens(0.1)) continue;
      const other = renamed(name);
      for (const element of document.getElementsByClassName(name))
        element.setAttribute('class', `${element.getAttribute('class')} ${other}`);
      if (random() < 0.7)
        for (const element of [...document.getElementsByClassName(name)]) element.classList.remove(name);
    }
  };
  const changeAttributes = (element: Element) => {
    const rates: Record<string, number> = {
      id: 0.13,
      name: 0.05,
      href: 0.12,
      'aria-label': 0.18,
      placeholder: 0.1,
      title: 0.15,
      alt: 0.1,
    };
    for (const { name, value } of [...element.attributes]) {
      const rate = name.startsWith('data-') ? 0.15 : (rates[name] ?? 0);
      if (!happens(rate)) continue;
      const isText = name === 'aria-label' || name === 'placeholder' || name === 'title' || name === 'alt';
      if (name === 'id' && random() < 0.3) element.removeAttribute('id');
      else if (name === 'href' && value.length > 1)
        element.setAttribute('href', random() < 0.6 ? `/${one(words)}/${value.replace(/^[./]+/, '')}` : renamed(value));
      else element.setAttribute(name, isText ? reworded(value) : renamed(value));
    }
    if (happens(0.06) && element.classList.length > 0) element.classList.remove(one([...element.classList]));
    if (happens(0.08)) element.classList.add(one(words));
  };
  const changeText = (element: Element) => {
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() && happens(0.06))
        node.nodeValue = reworded(node.nodeValue);
  };
  const wrap = (element: Element) => {
    const wrapper = document.createElement('div');
    wrapper.className = one(words);
    element.replaceWith(wrapper);
    wrapper.append(element);
  };
  const swapTag = (element: Element) => {
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
    if (!tag) return;
    const other = document.createElement(tag);
    for (const { name, value } of element.attributes) other.setAttribute(name, value);
    if (tag === 'a' && !other.hasAttribute('href')) other.setAttribute('href', '#');
    other.append(...element.childNodes);
    element.replaceWith(other);
    own.targets = own.targets.map((target) => (target === element ? other : target));
  };
  const rearrange = (element: Element) => {
    const parent = element.parentElement;
    if (!parent || parent === document.body) return;
    if (happens(0.03)) parent.insertBefore(element, one([...parent.children]));
    if (happens(0.02)) {
      const decoy = element.cloneNode(true) as Element;
      for (const inner of [decoy, ...decoy.querySelectorAll('*')]) inner.removeAttribute('id');
      for (const inner of decoy.querySelectorAll('a, button, span, p'))
        if (inner.children.length === 0 && random() < 0.7) inner.textContent = reworded(inner.textContent ?? '');
      element.before(decoy);
    }
    if (happens(0.02))
      element.before(
        Object.assign(document.createElement('div'), {
          textContent: one(['News of this week', 'What is new', 'Read this first']),
        }),
      );
    if (happens(0.02) && !holdsTarget(element)) element.remove();
  };
  renameClasses();
  for (const element of all()) {
    if (!element.isConnected) continue;
    changeAttributes(element);
    changeText(element);
    if (happens(0.03) && !/^(?:td|th|tr|tbody|thead|li|option|body)$/.test(element.localName)) wrap(element);
    if (happens(0.015)) swapTag(element);
    else if (happens(1)) rearrange(element);
  }
}
