const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request that a command line shows. */
export interface CurlRequest {
  method: string;
  url: string;
  headers?: readonly { name: string; value: string }[];
  body?: string;
}

/** curlOf writes a request as a command for a shell. */
export function curlOf({ method, url, headers = [], body }: CurlRequest): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X', method);
  for (const { name, value } of headers) parts.push('-H', quoted(`${name}: ${value}`));
  if (body) parts.push('--data-raw', quoted(body));
  return [...parts, quoted(url)].join(' ');
}
