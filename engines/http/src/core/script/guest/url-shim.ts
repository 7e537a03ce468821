/** The little of URL that the schema engine needs to resolve `$ref`: the sandbox has none. */
class BareUrl {
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  hash: string;

  constructor(reference: unknown, base?: unknown) {
    const text = String(reference);
    const own = /^[a-z][a-z0-9+.-]*:/i.test(text);
    if (!own && base === undefined) throw new TypeError(`Invalid URL: ${text}`);
    const absolute = own ? text : resolve(text, new BareUrl(base));
    const [, origin = '', pathname = '', search = '', hash = ''] =
      /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(absolute) ?? [];
    this.origin = origin;
    this.pathname = pathname === '' && origin.includes('//') ? '/' : pathname;
    this.search = search;
    this.hash = hash;
    this.href = `${origin}${this.pathname}${search}${hash}`;
  }

  toString(): string {
    return this.href;
  }
}

function resolve(reference: string, base: BareUrl): string {
  if (reference.startsWith('#')) return `${base.origin}${base.pathname}${base.search}${reference}`;
  if (reference.startsWith('//')) return `${base.origin.slice(0, base.origin.indexOf(':') + 1)}${reference}`;
  if (reference.startsWith('/')) return `${base.origin}${reference}`;
  if (reference === '' || reference.startsWith('?')) return `${base.origin}${base.pathname}${reference}`;
  const parts = `${base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)}${reference}`.split('/');
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '..') kept.length > 1 && kept.pop();
    else if (part !== '.') kept.push(part);
  }
  return `${base.origin}${kept.join('/')}`;
}

(globalThis as { URL?: unknown }).URL ??= BareUrl;
