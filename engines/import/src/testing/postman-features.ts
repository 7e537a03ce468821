import type { FeatureDocument } from './feature-document.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const collection = (parts: object): object => ({ info: { name: 'Shop', schema }, ...parts });
const item = (parts: object, request: object = {}) => ({
  name: 'Order',
  request: { method: 'GET', url: 'https://shop.test/orders', ...request },
  ...parts,
});
const rows = (...names: string[]) =>
  names.map((key) => ({ key, value: '1', disabled: key === 'off', description: `About ${key}` }));
const auth = (type: string, values: Record<string, string>) => ({
  type,
  [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
});

/** Postman documents, one per feature. */
export const postmanFeatures: Omit<FeatureDocument, 'format'>[] = [
  {
    feature: 'descriptions',
    holds: 'About the collection',
    document: collection({
      info: { name: 'Shop', schema, description: { content: 'About the collection', type: 'text/markdown' } },
      item: [
        {
          name: 'Orders',
          description: 'About the folder',
          item: [item({}, { description: '# About\n\nthe request' })],
        },
        item({ name: `A name of ${'many '.repeat(20)}words` }),
      ],
    }),
  },
  {
    feature: 'folders',
    holds: 'Empty',
    document: collection({
      item: [
        item({}),
        { name: 'Empty', description: 'Later', item: [] },
        {
          name: 'Orders',
          item: [{ name: 'Open', item: [item({}), item({ name: 'Second' })] }, item({ name: 'Third' })],
        },
        { name: 'Last', item: [{ name: 'Inner', item: [] }] },
      ],
    }),
  },
  {
    feature: 'saved examples',
    holds: 'Not there',
    document: collection({
      item: [
        item({
          response: [
            {
              name: 'Found',
              originalRequest: { method: 'GET', header: [], url: 'https://shop.test/orders' },
              status: 'OK',
              code: 200,
              header: [{ key: 'Content-Type', value: 'application/json' }],
              body: '{"id":1}',
            },
            {
              name: 'Not there',
              originalRequest: { method: 'GET', header: rows('X-A'), url: 'https://shop.test/orders/9?x=1' },
              status: 'Not Found',
              code: 404,
              header: [
                { key: 'Content-Type', value: 'text/plain' },
                { key: 'X-B', value: 'b' },
              ],
              body: 'Nothing\nhere',
            },
          ],
        }),
      ],
    }),
  },
  {
    feature: 'rows that are off',
    holds: 'About off',
    document: collection({
      variable: [
        { key: 'host', value: 'https://shop.test', description: 'Where' },
        { key: 'old', value: 'x', disabled: true },
      ],
      item: [
        item(
          {},
          {
            method: 'POST',
            header: rows('X-On', 'off'),
            url: {
              raw: '{{host}}/orders/:id?on=1',
              host: ['{{host}}'],
              path: ['orders', ':id'],
              query: rows('on', 'off'),
              variable: [{ key: 'id', value: '7', description: 'Number of the order' }],
            },
            body: { mode: 'urlencoded', urlencoded: rows('on', 'off') },
          },
        ),
        item(
          { name: 'Upload' },
          {
            method: 'POST',
            body: { mode: 'formdata', formdata: rows('on', 'off').map((entry) => ({ ...entry, type: 'text' })) },
          },
        ),
      ],
    }),
  },
  ...['basic', 'digest'].map((kind) => ({
    feature: kind === 'digest' ? 'digest' : 'credentials',
    holds: 'ana',
    document: collection({ item: [item({}, { auth: auth(kind, { username: 'ana', password: '{{password}}' }) })] }),
  })),
  {
    feature: 'OAuth 2 flows',
    holds: 'https://id.test/authorize',
    document: collection({
      item: [
        item(
          {},
          {
            auth: auth('oauth2', {
              grant_type: 'client_credentials',
              accessTokenUrl: 'https://id.test/token',
              clientId: 'shop',
              clientSecret: '{{secret}}',
              scope: 'read write',
            }),
          },
        ),
        item(
          { name: 'In a browser' },
          {
            auth: auth('oauth2', {
              grant_type: 'implicit',
              authUrl: 'https://id.test/authorize',
              scope: 'read',
            }),
          },
        ),
        item(
          { name: 'With a code' },
          {
            auth: auth('oauth2', {
              grant_type: 'authorization_code',
              authUrl: 'https://id.test/authorize',
              accessTokenUrl: 'https://id.test/token',
              clientId: 'shop',
              redirect_uri: 'https://shop.test/back',
            }),
          },
        ),
      ],
    }),
  },
];
