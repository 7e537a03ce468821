import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '@touchstone/engine-assert/core';

/** headerList gives the headers of a response as they came: order, case, duplicates. */
export function headerList(message: IncomingMessage): HeaderList {
  const { rawHeaders } = message;
  const headers: HeaderList = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index]!, fromWire(rawHeaders[index + 1]!)]);
  }
  return headers;
}

/** toWire encodes a value for Node, which writes Latin-1; browsers and curl send UTF-8. */
export function toWire(value: string): string {
  return /[^\u0000-\u007f]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** fromWire reads a value as UTF-8 where it is, else as Latin-1. */
export function fromWire(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  try {
    return strictUtf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
