import type { RequestView } from './request-view.ts';

/** A GraphQL request over HTTP. */
export interface GraphQlRequest {
  /** `operationName`, or the name of the document's only operation. */
  operation: string | undefined;
  /** query, mutation or subscription. */
  type: string;
  query: string;
  variables: unknown;
}

const definition = /(?:^|[\s}])(query|mutation|subscription)(?:\s+([_A-Za-z]\w*))?(?=\s*[({@])/g;

/** readGraphQl reads a GraphQL request from a body or a query string; undefined if there is none. */
export function readGraphQl(request: RequestView): GraphQlRequest | undefined {
  const { json } = request.body;
  const given = typeof json?.value === 'object' && json.value !== null ? (json.value as Record<string, unknown>) : {};
  const ofUrl = request.request.method === 'GET' ? request.query('query')[0] : undefined;
  const isBare = /^application\/graphql/i.test(request.header('content-type')[0] ?? '');
  const query = typeof given.query === 'string' ? given.query : (ofUrl ?? (isBare ? request.body.text : undefined));
  if (query === undefined || query === '') return undefined;
  const named = typeof given.operationName === 'string' ? given.operationName : request.query('operationName')[0];
  const source = query.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, ' ');
  const operations = [...source.matchAll(definition)].map(([, type = 'query', name]) => ({ type, name }));
  const chosen = operations.find(({ name }) => name === named) ?? operations[0];
  return {
    operation: named ?? chosen?.name,
    type: chosen?.type ?? 'query',
    query,
    variables: given.variables ?? parsed(request.query('variables')[0]) ?? {},
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** readSoapAction reads the SOAPAction header of SOAP 1.1, or the `action` parameter of SOAP 1.2's media type. */
export function readSoapAction(request: RequestView): string | undefined {
  const [header] = request.header('soapaction');
  if (header !== undefined) return header.trim().replace(/^"(.*)"$/, '$1');
  const contentType = request.header('content-type')[0] ?? '';
  if (!/^application\/soap\+xml/i.test(contentType)) return undefined;
  const found = /;\s*action=(?:"([^"]*)"|([^;\s]+))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}
