const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const piece =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<(\/?)([^\s/>]+)([^>]*?)(\/?)>|([^<]+)/g;

interface Open {
  name: string;
  attributes: Record<string, string> | undefined;
  children: Record<string, unknown>;
  text: string;
}

/** Older collections' `xml2Json`, in the shape of xml2js: texts as values, attributes below `$`, repeated elements as lists. */
export function xmlToJson(xml: unknown): Record<string, unknown> {
  const root: Open = { name: '', attributes: undefined, children: {}, text: '' };
  const stack: Open[] = [root];
  for (const [, cdata, closing, name, rest = '', empty, text] of String(xml).matchAll(piece)) {
    const top = stack.at(-1)!;
    if (cdata !== undefined) top.text += cdata;
    else if (text !== undefined) top.text += decode(text);
    else if (closing === '/') close(stack);
    else if (name !== undefined) {
      stack.push({ name, attributes: attributesOf(rest), children: {}, text: '' });
      if (empty === '/') close(stack);
    }
  }
  while (stack.length > 1) close(stack);
  return root.children;
}

function close(stack: Open[]): void {
  if (stack.length < 2) return;
  const { name, attributes, children, text } = stack.pop()!;
  const parent = stack.at(-1)!.children;
  const content = text.trim();
  const isLeaf = attributes === undefined && Object.keys(children).length === 0;
  const value = isLeaf
    ? content
    : {
        ...(attributes === undefined ? {} : { $: attributes }),
        ...(content === '' ? {} : { _: content }),
        ...children,
      };
  if (!Object.hasOwn(parent, name)) parent[name] = value;
  else if (Array.isArray(parent[name])) parent[name].push(value);
  else parent[name] = [parent[name], value];
}

function attributesOf(text: string): Record<string, string> | undefined {
  const found = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([, name, double, single]) => [name, decode(double ?? single ?? '')]));
}

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    return entities[name] ?? whole;
  });
}
