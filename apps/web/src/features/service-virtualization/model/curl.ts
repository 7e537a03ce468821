const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request for a command line. */
export interface CurlRequest {
  method: string;
  url: string;
  headers?: readonly { name: string; value: string }[];
  body?: string;
}

/** curlOf formats a request as a shell command. */
export function curlOf({ method, url, headers = [], body }: CurlRequest): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X', method);
  for (const { name, value } of headers) parts.push('-H', quoted(`${name}: ${value}`));
  if (body) parts.push('--data-raw', quoted(body));
  return [...parts, quoted(url)].join(' ');
}
