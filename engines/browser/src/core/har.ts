/** A name-value pair, such as a header. */
export interface HarPair {
  name: string;
  value: string;
}

/** A request's body. */
export interface HarPostData {
  mimeType: string;
  text: string;
  /** Fields of a form. */
  params: HarPair[];
  comment?: string;
}

/** A response's body. */
export interface HarContent {
  /** In bytes, after decompression. */
  size: number;
  mimeType: string;
  text?: string;
  /** Why the text is missing or incomplete. */
  comment?: string;
}

/** Timings of an exchange in milliseconds; -1 if it had no such phase. */
export interface HarTimings {
  blocked: number;
  dns: number;
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

/** A page's WebSocket: message counts, without the messages. */
export interface HarSocket {
  /** Messages sent and received. */
  sent: number;
  received: number;
  /** When it opened; null: never. */
  openedAt: string | null;
  /** null: open until the end. */
  closedAt: string | null;
  /** Close code (RFC 6455 §7.4); null: still open. */
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
  /** Status 0 if there was no response. */
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: HarPair[];
    headers: HarPair[];
    content: HarContent;
    redirectURL: string;
    headersSize: number;
    /** In bytes, as transferred; -1: unknown. */
    bodySize: number;
    /** Why there was no response. */
    _error?: string;
  };
  cache: Record<string, never>;
  timings: HarTimings;
  /** Browser's resource type: document, script, fetch. */
  _resourceType: string;
  /** WebSockets only. */
  _webSocket?: HarSocket;
}

/** A tab of the browser. */
export interface HarPage {
  id: string;
  title: string;
  startedDateTime: string;
  pageTimings: Record<string, never>;
}

/** An HTTP archive, version 1.2: a browser's requests and responses. */
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
