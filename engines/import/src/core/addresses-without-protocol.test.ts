import { buildUrl } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { exportHar } from './export/export-har.ts';
import { snippets } from './export/snippets.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importPostman } from './postman/import-postman.ts';
import { newStep } from './step-parts.ts';

const addresses = ['localhost:3000/a?b=c', 'api.example.com/a', '127.0.0.1:8080/a', '[::1]:8080/a', 'u:p@h.example/a'];
const importers: Record<string, (url: string) => ImportedCollection> = {
  Postman: (url) => importPostman(JSON.stringify({ info: { name: 'C' }, item: [{ name: 'R', request: { url } }] })),
  'Postman, in parts': (raw) => {
    const [host = '', path = ''] = raw.split('/');
    const url = { raw, host: [host], path: [path] };
    return importPostman(JSON.stringify({ info: { name: 'C' }, item: [{ name: 'R', request: { url } }] }));
  },
  Bruno: (url) => importBruno(`meta {\n  name: R\n}\n\nget {\n  url: ${url}\n}\n`),
  Hoppscotch: (endpoint) =>
    importHoppscotch(JSON.stringify({ name: 'C', folders: [], requests: [{ name: 'R', endpoint, method: 'GET' }] })),
  Insomnia: (url) => {
    const resources = [
      { _id: 'w', _type: 'workspace', name: 'W' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', url, method: 'GET' },
    ];
    return importInsomnia(JSON.stringify({ _type: 'export', __export_format: 4, resources }));
  },
  curl: (url) => importCurl(`curl -g '${url}'`),
};

test.each(Object.keys(importers).flatMap((tool) => addresses.map((address) => [tool, address] as const)))(
  '%s: %s is sent to http://',
  (tool, address) => {
    const { steps } = importers[tool]!(address);
    expect(steps).toHaveLength(1);
    expect(buildUrl(steps[0]!).url.href).toBe(new URL(`http://${address.replace('u:p@', '')}`).href);
  },
);

test.each(addresses)('snippets and archives send %s to http://', (url) => {
  const step = newStep({ url, method: 'GET', authentication: { type: 'none' } });
  const { shell, cmd, ...code } = snippets(step);
  for (const [language, text] of Object.entries(code)) expect(text, language).toContain(`http://${url}`);
  // curl puts http:// before it.
  expect(shell).toContain(url);
  expect(cmd).toContain(url);
  expect(exportHar({ title: 'C', steps: [step] })).toContain(`"url": "http://${url}"`);
});
