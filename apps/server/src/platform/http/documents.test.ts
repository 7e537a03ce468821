import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readDocuments } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'documents.json');
writeFileSync(
  file,
  JSON.stringify([
    { paths: '^/login$', isInside: false, files: ['/assets/a.js', '/assets/a.css'], calls: ['/services/x'] },
    { paths: '^/editor/[^/]+$', isInside: true, files: ['/assets/entry.js', '/assets/editor.js'], calls: [] },
    { paths: '', isInside: true, files: ['/assets/shell.js'], calls: [] },
  ]),
);
const documents = readDocuments(file);

test.each([
  [
    '/login',
    false,
    '</assets/a.js>; rel=modulepreload, </assets/a.css>; rel=preload; as=style; crossorigin, </services/x>; rel=preload; as=fetch; crossorigin=anonymous',
  ],
  [
    '/editor/1',
    true,
    '</assets/entry.js>; rel=modulepreload, </assets/editor.js>; rel=modulepreload; fetchpriority=low',
  ],
  ['/elsewhere', true, '</assets/shell.js>; rel=modulepreload'],
  ['/editor/1', false, undefined],
])('%s, signed in: %s', (path, isSignedIn, links) => expect(documents(path, isSignedIn)).toBe(links));
