import { toBase64 } from '../match/text-matchers.ts';
import type { RequestView } from '../request/request-view.ts';
import { Lookup, Several } from './values.ts';

const several = (values: readonly string[]) => (values.length === 0 ? undefined : new Several(values));
const entriesOf = (map: ReadonlyMap<string, string[]>): [string, unknown][] =>
  [...map].map(([name, values]) => [name, new Several(values)]);

/** requestModel is `request` in templates: the same data as in WireMock, read on access. */
export function requestModel(view: RequestView, id: string): Lookup {
  const { request } = view;
  const parts: Record<string, () => unknown> = {
    id: () => id,
    method: () => request.method,
    url: () => request.url,
    path: () => pathModel(view),
    pathSegments: () => view.segments,
    query: () =>
      new Lookup(
        (name) => several(view.query(name)),
        () => entriesOf(view.allQuery),
      ),
    queryFull: () => Object.fromEntries(view.allQuery),
    formParams: () =>
      new Lookup(
        (name) => several(view.form(name)),
        () => entriesOf(view.allForm),
      ),
    headers: () =>
      new Lookup(
        (name) => several(view.header(name)),
        () => entriesOf(view.allHeaders),
      ),
    cookies: () =>
      new Lookup(
        (name) => several(view.cookie(name)),
        () => entriesOf(view.allCookies),
      ),
    body: () => view.body.text ?? '',
    bodyAsBase64: () => toBase64(request.body),
    multipart: () => view.parts.length > 0,
    parts: () =>
      Object.fromEntries(
        view.parts.map((part) => [
          part.name ?? '',
          {
            name: part.name,
            body: part.body.text,
            bodyAsBase64: toBase64(part.body.bytes),
            headers: new Lookup(
              (name) => several(part.headers.get(name.toLowerCase()) ?? []),
              () => entriesOf(part.headers),
            ),
          },
        ]),
      ),
    host: () => request.host,
    port: () => request.port,
    scheme: () => request.scheme,
    protocol: () => request.protocol,
    baseUrl: () => view.baseUrl,
    clientIp: () => request.clientIp,
    graphql: () => view.graphQl,
    soapAction: () => view.soapAction,
  };
  const get = (name: string) => (Object.hasOwn(parts, name) ? parts[name]!() : undefined);
  return new Lookup(get, () =>
    ['id', 'method', 'url', 'host', 'port', 'scheme', 'body'].map((name) => [name, get(name)]),
  );
}

/** Renders as the path; `[0]` is its first segment, a name is a variable of the path template. */
function pathModel(view: RequestView): Lookup {
  const get = (name: string): unknown =>
    /^\d+$/.test(name)
      ? view.segments[Number(name)]
      : Object.hasOwn(view.pathParameters, name)
        ? view.pathParameters[name]
        : undefined;
  return new Lookup(
    get,
    () => Object.entries(view.pathParameters),
    () => view.path,
  );
}
