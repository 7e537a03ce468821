import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

/** What a script may `require`, and where it is found: package names, or the sandbox's own modules (`guest:…`). */
const libraries: Readonly<Record<string, string>> = {
  ajv: 'ajv/dist/ajv.min.js',
  assert: 'assert/build/assert.js',
  atob: 'guest:atob',
  backbone: 'backbone',
  btoa: 'guest:btoa',
  buffer: 'buffer/index.js',
  chai: 'chai/chai.js',
  'chai-postman': 'chai-postman',
  cheerio: 'cheerio',
  'crypto-js': 'crypto-js/crypto-js.js',
  'csv-parse/lib/sync': 'csv-parse/lib/sync.js',
  events: 'events/events.js',
  lodash: 'lodash/lodash.min.js',
  lodash3: 'lodash3',
  moment: 'moment/min/moment.min.js',
  path: 'path-browserify',
  'postman-collection': 'postman-collection',
  punycode: 'punycode/punycode.js',
  querystring: 'querystring-es3',
  stream: 'stream-browserify',
  string_decoder: 'string_decoder/lib/string_decoder.js',
  timers: 'guest:timers',
  tv4: 'tv4',
  url: 'url/url.js',
  util: 'util/util.js',
  uuid: 'guest:uuid',
  xml2js: 'xml2js/lib/xml2js.js',
};

/** Replacements inside libraries for packages that are too large for a sandbox, or that the host provides. */
const replaced: Readonly<Record<string, string>> = {
  '@faker-js/faker/locale/en': 'guest:nothing',
  crypto: 'guest:nothing',
  fs: 'guest:nothing',
  'iconv-lite': 'guest:iconv-lite',
  jquery: 'guest:nothing',
  'process/browser': 'guest:nothing',
  'punycode/': 'punycode/punycode.js',
  'util/': 'util/util.js',
};

/** The values of names such as `$guid` come from the host; the library's own would need a large package. */
const dynamicVariables = 'postman-collection/lib/superstring/dynamic-variables.js';

interface PackageFacts {
  folder: string;
  /** The field `browser`: replacements of files and packages without Node.js. */
  browser: Record<string, string | false>;
  main: string;
}

/**
 * GuestLibraries finds the sources of libraries for sandboxes. A script can load only the libraries above, and a
 * library only what its own source may load, so no other file of the host is ever read.
 */
export class GuestLibraries {
  readonly #known = new Set<string>();
  readonly #resolved = new Map<string, string>();
  readonly #sources = new Map<string, string>();
  readonly #packages = new Map<string, PackageFacts>();

  /**
   * Id of the module that `importer` loads as `request`; importer '' is the script. Undefined if it isn't available.
   */
  resolve(importer: string, request: string): string | undefined {
    if (importer !== '' && !this.#known.has(importer)) return undefined;
    const key = `${importer}\n${request}`;
    const found = this.#resolved.get(key) ?? this.#find(importer, request);
    if (found === undefined) return undefined;
    this.#resolved.set(key, found);
    this.#known.add(found);
    return found;
  }

  /** Source of a module as the body of a function of `exports, require, module, process, global`. */
  source(id: string): string {
    if (!this.#known.has(id) || id.startsWith('guest:')) throw new Error('No such module.');
    let source = this.#sources.get(id);
    if (source === undefined) {
      const text = readFileSync(id, 'utf8');
      source = id.endsWith('.json') ? `module.exports = ${text}` : text;
      this.#sources.set(id, source);
    }
    return source;
  }

  #find(importer: string, request: string): string | undefined {
    if (importer === '') return this.#library(request.replace(/^node:/, ''));
    const own = Object.hasOwn(replaced, request) ? replaced[request] : undefined;
    if (own !== undefined) return this.#locate(own);
    const { browser, folder } = this.#packageOf(importer);
    const instead = request.startsWith('.') ? undefined : browser[request];
    if (instead === false) return 'guest:nothing';
    if (instead !== undefined) return this.#pathOf(importer, join(folder, instead));
    if (Object.hasOwn(libraries, request)) return this.#library(request);
    return this.#pathOf(importer, request);
  }

  #library(name: string): string | undefined {
    return Object.hasOwn(libraries, name) ? this.#locate(libraries[name]!) : undefined;
  }

  #locate(place: string): string {
    return place.startsWith('guest:') ? place : createRequire(import.meta.url).resolve(place);
  }

  #pathOf(importer: string, request: string): string | undefined {
    let path: string;
    try {
      path = createRequire(importer).resolve(request);
    } catch {
      return undefined;
    }
    if (!path.includes(`${sep}node_modules${sep}`)) return undefined;
    const { folder, browser, main } = this.#packageOf(path);
    // Node.js prefers an ES module if a package has both.
    if (path.endsWith('.mjs')) path = createRequire(importer).resolve(join(folder, main));
    const file = browser[`./${relative(folder, path).split(sep).join('/')}`];
    if (file === false) return 'guest:nothing';
    const chosen = file === undefined ? path : join(folder, file);
    return chosen.split(sep).join('/').endsWith(dynamicVariables) ? 'guest:nothing' : chosen;
  }

  #packageOf(path: string): PackageFacts {
    let folder = dirname(path);
    for (;;) {
      const known = this.#packages.get(folder);
      if (known !== undefined) return known;
      const facts = readPackage(folder);
      if (facts !== undefined) {
        this.#packages.set(folder, facts);
        return facts;
      }
      folder = dirname(folder);
    }
  }
}

function readPackage(folder: string): PackageFacts | undefined {
  try {
    const { name, browser, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    if (name === undefined && dirname(folder) !== folder) return undefined;
    const entry = typeof main === 'string' ? main : 'index.js';
    return { folder, main: entry, browser: browserMap(browser, entry) };
  } catch {
    return dirname(folder) === folder ? { folder, browser: {}, main: 'index.js' } : undefined;
  }
}

/** A single string replaces the package's entry. */
function browserMap(browser: unknown, main: string): PackageFacts['browser'] {
  if (typeof browser === 'string') return { [`./${main.replace(/^\.\//, '')}`]: browser };
  return browser !== null && typeof browser === 'object' ? (browser as PackageFacts['browser']) : {};
}
