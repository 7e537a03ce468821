import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '@touchstone/engine-assert/core';

/** headerList returns the headers of a response as received: order, case, duplicates. */
export function headerList(message: IncomingMessage): HeaderList {
  const { rawHeaders } = message;
  const headers: HeaderList = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index]!, fromWire(rawHeaders[index + 1]!)]);
  }
  return headers;
}

/** toWire encodes a value for Node, which writes Latin-1, as UTF-8 like browsers and curl. */
export function toWire(value: string): string {
  return /[^\u0000-\u007f]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** fromWire decodes a value as UTF-8 if valid, otherwise as Latin-1. */
export function fromWire(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  try {
    return strictUtf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
