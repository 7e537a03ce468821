import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The description of the small API that `startPetApi` serves. */
export const petDocument = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '/api' }],
  security: [{ bearer: [] }],
  paths: {
    '/pets': {
      get: {
        summary: 'List pets',
        tags: ['pets'],
        responses: {
          200: { description: 'ok', content: json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }) },
        },
      },
      post: {
        summary: 'Create a pet',
        tags: ['pets'],
        requestBody: { content: json({ $ref: '#/components/schemas/Pet' }) },
        responses: { 201: { description: 'made', content: json({ $ref: '#/components/schemas/Pet' }) } },
      },
    },
    '/health': {
      get: { summary: 'Health', tags: ['system'], security: [], responses: { 204: { description: 'up' } } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'age'],
        properties: { name: { type: 'string', example: 'Rex' }, age: { type: 'integer', example: 3 } },
      },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};

function json(schema: object) {
  return { 'application/json': { schema } };
}

export interface PetApi {
  origin: string;
  requests: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** startPetApi serves pets over HTTP. `isFaulty` violates the description; `hangs` never responds to the list. */
export async function startPetApi(options: { isFaulty?: boolean; hangs?: boolean } = {}): Promise<PetApi> {
  const requests: PetApi['requests'] = [];
  const server: Server = createServer((request, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers });
    if (url === '/openapi.json') return answer(response, 200, petDocument);
    if (url === '/api/health') return void response.writeHead(204).end();
    if (options.hangs && method === 'GET' && url === '/api/pets') return;
    if (headers.authorization !== 'Bearer top-secret-token') return answer(response, 401, { message: 'No token.' });
    if (url !== '/api/pets') return answer(response, 404, { message: 'Nothing here.' });
    if (method === 'GET') {
      return answer(response, 200, [{ name: 'Rex', age: options.isFaulty ? 'three' : 3 }]);
    }
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => answer(response, 201, JSON.parse(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
