import { Subject } from '../match/subject.ts';

/** One part of a `multipart/*` body. */
export interface MultipartPart {
  name: string | undefined;
  fileName: string | undefined;
  headers: ReadonlyMap<string, string[]>;
  body: Subject;
}

const partLimit = 1000;

/** readMultipart splits a multipart body into at most 1,000 parts; other content types have none. */
export function readMultipart(contentType: string, body: Uint8Array): MultipartPart[] {
  const boundary = /^multipart\/[^;]+;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return [];
  const text = latin1(body);
  const delimiter = `--${mark}`;
  const parts: MultipartPart[] = [];
  let at = text.indexOf(delimiter);
  while (at >= 0 && parts.length < partLimit) {
    const start = at + delimiter.length;
    if (text.startsWith('--', start)) break;
    const next = text.indexOf(`\r\n${delimiter}`, start);
    const end = next < 0 ? text.length : next;
    const part = readPart(text, start, end, body);
    if (part !== undefined) parts.push(part);
    at = next < 0 ? -1 : next + 2;
  }
  return parts;
}

function readPart(text: string, start: number, end: number, body: Uint8Array): MultipartPart | undefined {
  const first = text.indexOf('\r\n', start) + 2;
  const isBare = text.startsWith('\r\n', first);
  const headEnd = isBare ? first : text.indexOf('\r\n\r\n', first);
  if (headEnd < 0 || headEnd > end) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of isBare ? [] : text.slice(first, headEnd).split('\r\n')) {
    const cut = line.indexOf(':');
    if (cut > 0) headers.set(line.slice(0, cut).trim().toLowerCase(), [line.slice(cut + 1).trim()]);
  }
  const disposition = headers.get('content-disposition')?.[0] ?? '';
  const bytes = body.subarray(headEnd + (isBare ? 2 : 4), end);
  return {
    name: parameterOf(disposition, 'name'),
    fileName: parameterOf(disposition, 'filename'),
    headers,
    body: new Subject(new TextDecoder().decode(bytes), bytes),
  };
}

function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[;\\s])${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition);
  const value = found?.[1] ?? found?.[2];
  return value?.replace(/\\(.)/g, '$1');
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 16_384) text += String.fromCharCode(...bytes.subarray(at, at + 16_384));
  return text;
}
