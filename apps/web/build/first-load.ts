import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Page {
  /** Addresses that open it. */
  paths: string;
  /** Only for those whom the server knows to be signed in; absent: for everybody else. */
  isInside?: true;
  /** Calls that it makes before it can show anything, whoever asks. */
  calls?: string[];
  /** Ends of the paths of the modules that the browser asks for at once, besides the entry. */
  modules: RegExp[];
  /** Most that these may weigh with everything they import, JavaScript and CSS compressed by gzip, in bytes. */
  maxBytes: number;
}

const shell = [
  /app\/inside\.tsx$/,
  /shell\/app-shell\.tsx$/,
  /features\/[^/]+\/frame\.ts$/,
  /pages\/dashboard\.page\.tsx$/,
  /app\/toast-host\.tsx$/,
];

/** What everybody waits for first; the first page whose paths fit. A limit is raised only for something that these pages cannot do without. */
const pages: Record<string, Page> = {
  'the sign-in page': {
    paths: '^/(login|dashboard|api-testing/.*)?$',
    calls: ['/services/identity/sign-in-settings'],
    modules: [/pages\/login\.page\.tsx$/, /app\/toast-host\.tsx$/],
    maxBytes: 201_500,
  },
  'the editor of a suite': {
    paths: '^/api-testing/(api-test-suite/[^/]+|request)$',
    isInside: true,
    modules: [...shell, /pages\/suite-editor\.page\.tsx$/, /pages\/request\.page\.tsx$/],
    maxBytes: 390_000,
  },
  'shell and dashboard': { paths: '', isInside: true, modules: shell, maxBytes: 282_400 },
};

const gzipBytes = (output: string | Uint8Array) => gzipSync(output, { level: 9 }).length;

/** filesOf names the files that a page needs: the chunks of its modules, all that they import, and the styles of those. */
function filesOf(bundle: Rolldown.OutputBundle, { modules }: Page): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  for (const { fileName, isEntry } of chunks) if (isEntry) add(fileName);
  for (const end of modules) {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => end.test(id)));
    if (found.length === 0) throw new Error(`No module of the page is ${end}.`);
    for (const { fileName } of found) add(fileName);
  }
  return files;
}

/**
 * firstLoad writes into `documents.json` what each of these pages needs, so that the server names it with the document and nothing is asked for
 * one after the other. It fails the build when one of them has become heavier than its limit.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const documents: object[] = [];
        for (const [name, page] of Object.entries(pages)) {
          const files = [...filesOf(bundle, page)];
          const { paths, isInside = false, calls = [] } = page;
          documents.push({ paths, isInside, files: files.map((file) => `/${file}`), calls });
          const sizes = files.map((file): [string, number] => {
            const output = bundle[file];
            return [file, output ? gzipBytes(output.type === 'chunk' ? output.code : output.source) : 0];
          });
          const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
          if (bytes <= page.maxBytes) continue;
          const list = sizes.sort((a, b) => b[1] - a[1]).map(([file, size]) => `  ${size} ${file}`);
          this.error(`Loading ${name} takes ${bytes} bytes (gzip), limit ${page.maxBytes}:\n${list.join('\n')}`);
        }
        this.emitFile({ type: 'asset', fileName: 'documents.json', source: JSON.stringify(documents) });
      },
    },
  };
}
