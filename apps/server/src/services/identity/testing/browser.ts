import { createHash } from 'node:crypto';

export interface StoredCookie {
  name: string;
  value: string;
  path: string;
  attributes: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at any shape
  json: any;
}

/** Browser stores cookies by name and path, as browsers do, and doesn't follow redirects. */
export class Browser {
  cookies: StoredCookie[] = [];
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }

  cookie(name: string): StoredCookie | undefined {
    return this.cookies.find((cookie) => cookie.name === name);
  }

  putCookie(cookie: StoredCookie): void {
    this.cookies = [...this.cookies.filter((other) => !isSame(other, cookie)), cookie];
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(path, this.origin);
    const sent = this.cookies.filter((cookie) => matchesPath(url.pathname, cookie.path));
    const headers = new Headers(init.headers);
    if (sent.length) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  postJson(path: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Posts like a page of this origin. */
  postForm(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(form);
    return this.send(path, { method: 'POST', body, headers: { origin: this.origin, ...headers } });
  }

  #store(line: string): void {
    const [pair = '', ...rest] = line.split(';');
    const attributes = rest.join(';');
    const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? '/';
    const expires = /expires=([^;]+)/i.exec(attributes)?.[1];
    const ended = /max-age=0/i.test(attributes) || (expires !== undefined && Date.parse(expires) <= Date.now());
    const equals = pair.indexOf('=');
    const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), path, attributes };
    this.cookies = this.cookies.filter((other) => !isSame(other, cookie));
    if (!ended) this.cookies.push(cookie);
  }
}

const isSame = (a: StoredCookie, b: StoredCookie) => a.name === b.name && a.path === b.path;
const matchesPath = (path: string, cookiePath: string) => cookiePath === '/' || `${path}/`.startsWith(`${cookiePath}/`);

/** solveBotCheck does the page's work. */
export async function solveBotCheck(browser: Browser): Promise<string> {
  const { json } = await browser.send('/services/identity/bot-challenge');
  const { algorithm, challenge, salt, signature, maxnumber } = json as Record<string, string>;
  for (let number = 0; number <= Number(maxnumber); number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('the challenge has no solution');
}
