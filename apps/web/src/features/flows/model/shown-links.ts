import type { ChainLink } from '@touchstone/contracts/api-testing';

/** A request connected by links. */
export interface LinkedRequest {
  request: string;
  name: string;
  method: string;
  url: string;
}

const places: Record<ChainLink['to']['in'], string> = {
  path: 'path parameter',
  url: 'part of the address',
  query: 'query parameter',
  header: 'header',
  body: 'body',
  authentication: 'authentication',
};

/** placeOf says where a request takes a value. */
export const placeOf = ({ to }: ChainLink): string =>
  to.in === 'authentication' ? 'bearer token' : `${places[to.in]} ${to.name}`;

/** linkKey identifies a link among all others. */
export const linkKey = ({ to }: ChainLink): string => `${to.request} ${to.in} ${to.name}`;

/** linkProblem returns why a link is invalid; undefined if it is valid. */
export function linkProblem({ from, to, variable }: ChainLink, requests: readonly LinkedRequest[]): string | undefined {
  const place = new Map(requests.map(({ request }, index) => [request, index]));
  if (from.request === to.request) return 'A request can’t take a value of its own response.';
  if ((place.get(from.request) ?? 0) > (place.get(to.request) ?? 0))
    return 'This request runs later. Choose an earlier one.';
  if (from.path.trim() === '') return 'Enter where in the response the value is, such as $.id.';
  if (!/^[A-Za-z_][\w.-]*$/.test(variable)) return 'A variable begins with a letter and has letters, digits and _ . -';
  return undefined;
}
