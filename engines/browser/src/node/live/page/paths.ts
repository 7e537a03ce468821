/** In the page: CSS selectors from an element's own attributes: its id, its name and its link target. */
export function ownSelectors(element: Element): string[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  // Generated ids change with the next build or framework version.
  const isMade = (text: string) =>
    text === '' || /\d{3,}|[:]|^(?:ember|react|radix|mui|headlessui)|[a-f0-9]{8,}/i.test(text);
  const tag = element.tagName.toLowerCase();
  const named = ['name', 'aria-label', 'title', 'alt', 'href', 'data-id', 'data-key']
    .map((name) => [name, element.getAttribute(name) ?? ''] as const)
    .filter(([, value]) => !isMade(value))
    .map(([name, value]) => `${tag}[${name}=${JSON.stringify(value)}]`);
  const selectors = isMade(element.id) ? named : [`#${CSS.escape(element.id)}`, ...named];
  const found = selectors.filter((selector) => root.querySelectorAll(selector).length === 1);
  if (!(root instanceof ShadowRoot)) return found;
  const { host } = root;
  return found.flatMap((selector) => [selector, `${host.tagName.toLowerCase()} ${selector}`]);
}

/** In the page: the CSS path to an element from the nearest ancestor with an id, through the hosts of shadow trees. */
export function cssPath(element: Element): string {
  const isMade = (text: string) => text === '' || /\d{3,}|[:]|[a-f0-9]{8,}/i.test(text);
  /** One list per tree, outermost first. */
  const trees: string[][] = [[]];
  for (let at: Element | null = element; at; ) {
    const { id, tagName, parentElement }: Element = at;
    const root = at.getRootNode() as Document | ShadowRoot;
    const byId = isMade(id) ? '' : `#${CSS.escape(id)}`;
    if (at !== element && byId !== '' && root.querySelectorAll(byId).length === 1) {
      trees[0]?.unshift(byId);
      break;
    }
    const twins: Element[] = [...(parentElement ?? root).children].filter((other) => other.tagName === tagName);
    const place = twins.length > 1 ? `:nth-of-type(${twins.indexOf(at) + 1})` : '';
    trees[0]?.unshift(tagName.toLowerCase() + place);
    at = parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    if (at && !parentElement) trees.unshift([]);
  }
  return trees.map((tree) => tree.join(' > ')).join(' ');
}

/**
 * In the page: the XPath of an element from the nearest ancestor with an id; empty in shadow trees, which XPath can't
 * enter.
 */
export function xPath(element: Element): string {
  if (element.getRootNode() !== document) return '';
  const parts: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { id, parentElement, tagName } = at as Element;
    if (
      at !== element &&
      id &&
      !/\d{3,}|["':]/.test(id) &&
      document.querySelectorAll(`#${CSS.escape(id)}`).length === 1
    )
      return `//*[@id="${id}"]/${parts.join('/')}`;
    const name = tagName.toLowerCase();
    const twins = [...(parentElement?.children ?? [])].filter((other) => other.tagName === tagName);
    const isNamed = at.namespaceURI === 'http://www.w3.org/1999/xhtml';
    const step = isNamed ? name : `*[name()="${name}"]`;
    parts.unshift(twins.length > 1 ? `${step}[${twins.indexOf(at) + 1}]` : step);
  }
  return `/${parts.join('/')}`;
}
