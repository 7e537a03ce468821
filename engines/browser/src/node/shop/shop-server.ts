import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { cardPage, cartPage, checkoutPage, helpPage, listPage, loginPage, type Visitor } from './pages.ts';
import { cardScript, pageScript } from './script.ts';
import { styleSheet } from './style.ts';

const mostBody = 100_000;
const html = 'text/html; charset=utf-8';

interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

/** A shop to try scripts on; it keeps nothing. */
export interface Shop {
  /** Without a slash at the end. */
  url: string;
  close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > mostBody) throw new Error('The body is too long.');
  }
  return text;
}

function cookie(request: IncomingMessage, name: string): string {
  const found = (request.headers.cookie ?? '').split('; ').find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}

const pages: Record<string, (visitor: Visitor) => string> = {
  '/': listPage,
  '/login': loginPage,
  '/cart': cartPage,
  '/checkout': checkoutPage,
  '/card': cardPage,
  '/help': helpPage,
};
const files: Record<string, Answer> = {
  '/style.css': { type: 'text/css', body: styleSheet },
  '/shop.js': { type: 'text/javascript', body: pageScript },
  '/card.js': { type: 'text/javascript', body: cardScript },
  '/invoice.csv': {
    type: 'text/csv',
    headers: { 'content-disposition': 'attachment; filename="invoice.csv"' },
    body: 'product,count,price\nHarbour Espresso,1,12.90\n',
  },
  '/api/suggestions': { type: 'application/json', body: JSON.stringify(['Milk jug', 'Tea towel', 'Oat biscuits']) },
  '/favicon.ico': { status: 204, body: '' },
};

async function signIn(request: IncomingMessage, visitor: Visitor): Promise<Answer> {
  const form = new URLSearchParams(await bodyOf(request));
  const email = form.get('email') ?? '';
  if (email === '' || form.get('password') !== 'coffee')
    return { status: 401, body: loginPage(visitor, 'Address or password is wrong.') };
  const user = email.split('@')[0] ?? '';
  return {
    status: 303,
    headers: { location: '/', 'set-cookie': `user=${encodeURIComponent(user)}; Path=/` },
    body: '',
  };
}

async function order(request: IncomingMessage, { isBroken }: Visitor): Promise<Answer> {
  const { name } = JSON.parse(await bodyOf(request)) as { name?: string };
  if (isBroken) return { status: 500, type: 'application/json', body: '{"error":"The stock is not known."' };
  return { status: 201, type: 'application/json', body: JSON.stringify({ name: name ?? '', number: 'LB-1042' }) };
}

async function answerTo(request: IncomingMessage, isBroken: boolean): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://shop');
  const visitor: Visitor = { user: cookie(request, 'user'), isBroken: isBroken || cookie(request, 'broken') === '1' };
  if (request.method === 'POST' && url.pathname === '/login') return signIn(request, visitor);
  if (request.method === 'POST' && url.pathname === '/api/orders') return order(request, visitor);
  if (url.pathname === '/logout')
    return { status: 303, headers: { location: '/login', 'set-cookie': 'user=; Path=/; Max-Age=0' }, body: '' };
  if (url.pathname === '/away')
    return { status: 302, headers: { location: url.searchParams.get('to') ?? '/' }, body: '' };
  if (url.pathname === '/slow') await rest(Math.min(Number(url.searchParams.get('ms') ?? 0) || 0, 60_000));
  const page = pages[url.pathname === '/slow' ? '/help' : url.pathname];
  if (page) return { body: page(visitor) };
  return files[url.pathname] ?? { status: 404, body: '<h1>There is no such page.</h1>' };
}

async function respond(request: IncomingMessage, response: ServerResponse, isBroken: boolean): Promise<void> {
  try {
    const { status = 200, type = html, headers = {}, body } = await answerTo(request, isBroken);
    response.writeHead(status, {
      'content-type': type,
      // As strict as good applications are: what the product does in a page has to work under it.
      'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'",
      ...headers,
    });
    response.end(body);
  } catch (error) {
    response
      .writeHead(400, { 'content-type': 'text/plain' })
      .end(error instanceof Error ? error.message : 'Bad request');
  }
}

/** openShop serves the shop on loopback; with `isBroken` it has faults that tests should find. */
export async function openShop({ port = 0, isBroken = false } = {}): Promise<Shop> {
  const server = createServer((request, response) => void respond(request, response, isBroken));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
