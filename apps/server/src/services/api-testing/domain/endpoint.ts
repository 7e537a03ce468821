const longest = 500;

/** A value in a path that varies between calls: a number, a UUID, a long hexadecimal string. */
const isValue = (part: string): boolean =>
  /^\d+$/.test(part) ||
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(part) ||
  /^(?=.*\d)[0-9a-f]{16,64}$/i.test(part);

/** A path segment with variables normalized: `{id}` for `{{id}}` and `:id`. */
function partOf(part: string): string {
  if (isValue(part)) return '{id}';
  return part.replace(/\{\{\s*([^{}]{1,100}?)\s*\}\}/g, '{$1}').replace(/^:([\w-]+)$/, '{$1}');
}

/**
 * endpointOf returns the endpoint an address calls, ignoring host, query and ids: `GET /orders/{id}` for
 * `{{baseUrl}}/orders/{{id}}?page=1` and for `https://shop.test/orders/42`.
 */
export function endpointOf(method: string, url: string): string {
  const [withoutQuery = ''] = url.trim().slice(0, 4000).split(/[?#]/, 1);
  const path = withoutQuery.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*/i, '');
  const parts = path.split('/').filter((part) => part !== '');
  return `${method.toUpperCase()} /${parts.map(partOf).join('/')}`.slice(0, longest);
}
