/** A name with its value, such as a header. */
export interface HarPair {
  name: string;
  value: string;
}

/** What a request sent as its body. */
export interface HarPostData {
  mimeType: string;
  text: string;
  /** Fields of a form. */
  params: HarPair[];
  comment?: string;
}

/** What a response held. */
export interface HarContent {
  /** In bytes, as it is after it was unpacked. */
  size: number;
  mimeType: string;
  text?: string;
  /** Why there is no text, or only a part of it. */
  comment?: string;
}

/** Times of an exchange in milliseconds; -1 where it had no such part. */
export interface HarTimings {
  blocked: number;
  dns: number;
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

/** A WebSocket of a page: what went through it, without what it was. */
export interface HarSocket {
  /** Messages of each direction. */
  sent: number;
  received: number;
  /** When it was open; null: never. */
  openedAt: string | null;
  /** null: it was open until the end. */
  closedAt: string | null;
  /** Why it was closed, as RFC 6455 §7.4 numbers it; null: it is open. */
  code: number | null;
}

/** A request with its response. */
export interface HarEntry {
  pageref?: string;
  startedDateTime: string;
  /** In milliseconds, from the request to the end of the response. */
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: HarPair[];
    headers: HarPair[];
    queryString: HarPair[];
    postData?: HarPostData;
    /** In bytes; -1: unknown. */
    headersSize: number;
    bodySize: number;
  };
  /** With the status 0 where none came. */
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: HarPair[];
    headers: HarPair[];
    content: HarContent;
    redirectURL: string;
    headersSize: number;
    /** In bytes, as it was sent; -1: unknown. */
    bodySize: number;
    /** Why none came. */
    _error?: string;
  };
  cache: Record<string, never>;
  timings: HarTimings;
  /** What asked for it, as browsers call it: document, script, fetch. */
  _resourceType: string;
  /** Of a WebSocket only. */
  _webSocket?: HarSocket;
}

/** A tab of the browser. */
export interface HarPage {
  id: string;
  title: string;
  startedDateTime: string;
  pageTimings: Record<string, never>;
}

/** An HTTP archive, version 1.2: what a browser asked for and got. */
export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    browser: { name: string; version: string };
    pages: HarPage[];
    entries: HarEntry[];
    comment?: string;
  };
}
