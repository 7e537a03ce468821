import type { FeatureDocument } from './feature-document.ts';

const api = (paths: object, rest: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2.1.0' },
  servers: [{ url: 'https://shop.test/v1' }],
  ...rest,
  paths,
});
const ok = { 200: { description: 'Fine' } };
const scheme = (securitySchemes: object) => ({ components: { securitySchemes } });

/** OpenAPI documents, one per feature. */
export const openapiFeatures: Omit<FeatureDocument, 'format'>[] = [
  {
    feature: 'descriptions',
    holds: 'About the parameter',
    document: api(
      {
        '/orders/{id}': {
          get: {
            summary: 'Read an order',
            description: 'Reads *one* order.',
            operationId: 'orders.read',
            tags: ['orders', 'reading'],
            deprecated: true,
            externalDocs: { url: 'https://shop.test/help', description: 'Help' },
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                description: 'About the parameter',
                schema: { type: 'integer' },
              },
              { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 3, description: 'x' } },
              { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] },
              {
                name: 'ids',
                in: 'query',
                explode: false,
                schema: { type: 'array', items: { type: 'integer' } },
                example: [1, 2],
              },
              { name: 'X-Trace', in: 'header', deprecated: true, schema: { type: 'string', format: 'uuid' } },
              { name: 'theme', in: 'cookie', schema: { type: 'string', enum: ['dark', 'light'] } },
            ],
            responses: ok,
          },
        },
      },
      {
        info: { title: 'Shop', version: '2.1.0', description: 'About the shop', license: { name: 'MIT' } },
        tags: [{ name: 'orders', description: 'About orders' }, { name: 'empty' }],
      },
    ),
  },
  {
    feature: 'response schemas',
    holds: 'About the order',
    document: api(
      {
        '/orders': {
          get: {
            summary: 'List orders',
            responses: {
              200: {
                description: 'A list',
                headers: { 'X-Total': { description: 'How many', schema: { type: 'integer' } } },
                content: {
                  'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
                },
              },
              '4XX': {
                description: 'Wrong',
                content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
              },
              default: { description: 'Anything else' },
            },
          },
          post: {
            summary: 'Order',
            requestBody: {
              required: true,
              description: 'What to order',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Order' } },
                'application/xml': { schema: { $ref: '#/components/schemas/Order' } },
              },
            },
            responses: {
              201: {
                description: 'Made',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
              },
            },
          },
        },
      },
      {
        components: {
          schemas: {
            Order: {
              type: 'object',
              description: 'About the order',
              required: ['id', 'secret'],
              properties: {
                id: { type: 'integer', readOnly: true },
                secret: { type: 'string', writeOnly: true },
                parent: { $ref: '#/components/schemas/Order' },
                problem: { anyOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'null' }] },
              },
            },
            Problem: { type: 'object', properties: { title: { type: 'string', example: 'Bad' } } },
          },
        },
      },
    ),
  },
  {
    feature: 'saved examples',
    holds: 'Two orders',
    document: api({
      '/orders': {
        get: {
          summary: 'List orders',
          responses: {
            200: {
              description: 'A list',
              content: {
                'application/json': {
                  examples: {
                    none: { description: 'No orders', value: [] },
                    two: { summary: 'Two orders', value: [{ id: 1 }, { id: 2 }] },
                  },
                },
                'text/csv': { example: 'id\n1' },
              },
            },
            404: { description: 'None', content: { 'application/json': { example: { title: 'None' } } } },
            default: { description: 'Else', content: { 'text/plain': { example: 'Oh' } } },
          },
        },
      },
    }),
  },
  {
    feature: 'credentials',
    holds: 'X-Shop',
    document: api(
      {
        '/both': { get: { summary: 'Both', responses: ok, security: [{ key: [], app: [] }] } },
        '/either': { get: { summary: 'Either', responses: ok, security: [{ bearer: [] }, { key: [] }] } },
        '/maybe': { get: { summary: 'Maybe', responses: ok, security: [{}, { key: [] }] } },
        '/cookie': { get: { summary: 'Cookie', responses: ok, security: [{ session: [] }] } },
        '/open': { get: { summary: 'Open', responses: ok, security: [] } },
      },
      scheme({
        key: { type: 'apiKey', name: 'X-Key', in: 'header' },
        app: { type: 'apiKey', name: 'X-Shop', in: 'query', description: 'Of the shop' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', name: 'sid', in: 'cookie' },
        unused: { type: 'apiKey', name: 'X-Unused', in: 'header' },
      }),
    ),
  },
  {
    feature: 'digest',
    holds: '"digest"',
    document: api(
      { '/orders': { get: { summary: 'List', responses: ok, security: [{ d: [] }] } } },
      scheme({ d: { type: 'http', scheme: 'digest' } }),
    ),
  },
  {
    feature: 'OAuth 2 flows',
    holds: 'https://id.test/token',
    document: api(
      {
        '/a': { get: { summary: 'Own', responses: ok, security: [{ own: ['read', 'write'] }] } },
        '/b': { get: { summary: 'User', responses: ok, security: [{ user: [] }] } },
        '/c': { get: { summary: 'Code', responses: ok, security: [{ code: ['read'] }] } },
        '/d': { get: { summary: 'Discovery', responses: ok, security: [{ oidc: [] }] } },
      },
      scheme({
        own: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://id.test/token', scopes: { read: 'Reads', write: 'Writes' } },
          },
        },
        user: { type: 'oauth2', flows: { password: { tokenUrl: 'https://id.test/token', scopes: {} } } },
        code: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://id.test/authorize',
              tokenUrl: 'https://id.test/token',
              refreshUrl: 'https://id.test/refresh',
              scopes: { read: 'Reads' },
            },
            implicit: { authorizationUrl: 'https://id.test/authorize', scopes: {} },
          },
        },
        oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/.well-known/openid-configuration' },
      }),
    ),
  },
  {
    feature: 'servers',
    holds: 'https://files.test/up',
    document: api(
      {
        '/orders': { get: { summary: 'List', responses: ok } },
        '/files': {
          servers: [{ url: 'https://files.test/up' }, { url: 'https://mirror.test' }],
          post: { summary: 'Upload', responses: ok },
          get: { summary: 'Download', servers: [{ url: 'https://down.test' }], responses: ok },
        },
      },
      { servers: [{ url: 'https://shop.test/v1' }, { url: 'https://shop.test' }] },
    ),
  },
  {
    feature: 'rows that are off',
    holds: 'off',
    document: api({
      '/orders': {
        post: {
          summary: 'Order',
          parameters: [
            { name: 'on', in: 'query', required: true, schema: { type: 'boolean' }, example: true },
            { name: 'off', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
            { name: 'X-Off', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  properties: {
                    on: { type: 'string' },
                    off: { type: 'string', description: 'Rarely sent' },
                    many: { type: 'array', items: { type: 'string' } },
                  },
                },
                example: { on: '1', many: ['x', 'y'] },
              },
            },
          },
          responses: ok,
        },
      },
      '/files': {
        post: {
          summary: 'Upload',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
                },
                encoding: { note: { contentType: 'text/markdown' } },
              },
            },
          },
          responses: ok,
        },
      },
    }),
  },
];
