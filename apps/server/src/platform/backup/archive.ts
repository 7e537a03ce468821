import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './image.ts';
import { isSealed, seal, unseal } from './sealed-stream.ts';
import { readTar, tarEnd, tarEntry } from './tar.ts';

/** Large members are split into parts of this size, so that neither side holds more than one in memory. */
const partLength = 4 * 1024 * 1024;
const manifestName = 'manifest.json';

/** ManifestMember is a member as listed in the manifest: its bytes across all parts. */
export interface ManifestMember {
  name: string;
  bytes: number;
  sha256: string;
}

export interface ArchiveWriter {
  /** Returns the number of bytes. */
  add(name: string, content: AsyncIterable<Buffer> | Buffer): Promise<number>;
  /** Writes the manifest with the checksums of all preceding members; only then the archive gets its name. */
  finish(extra: object): Promise<{ bytes: number }>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** createArchive creates an archive readable only by its owner: tar, gzip, and encrypted if there is a passphrase. */
export async function createArchive(path: string, passphrase: string | undefined): Promise<ArchiveWriter> {
  if (await exists(path)) throw new BackupError(`${path} exists already. Give another name, or remove it first.`);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const head = new PassThrough();
  const zipped = head.pipe(createGzip({ level: 6 }));
  head.on('error', (error) => zipped.destroy(error));
  const written = pipeline(
    passphrase === undefined ? zipped : Readable.from(seal(zipped, passphrase), { objectMode: false }),
    createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
  );
  let failure: Error | undefined;
  written.catch((error: Error) => {
    failure = error;
    head.destroy();
  });
  const write = async (buffer: Buffer): Promise<void> => {
    if (failure) throw failure;
    if (head.write(buffer)) return;
    await Promise.race([new Promise((resolve) => head.once('drain', resolve)), written]);
    if (failure) throw failure;
  };
  const seconds = Math.floor(Date.now() / 1000);
  const members: ManifestMember[] = [];
  const addPart = async (name: string, body: Buffer) => {
    for (const piece of tarEntry({ name, body }, seconds)) await write(piece);
  };
  return {
    async add(name, content) {
      const hash = createHash('sha256');
      let bytes = 0;
      const take = async (partName: string, body: Buffer) => {
        hash.update(body);
        bytes += body.length;
        await addPart(partName, body);
      };
      if (Buffer.isBuffer(content)) await take(name, content);
      else {
        let number = 0;
        for await (const body of inParts(content)) {
          number += 1;
          await take(`${name}/${String(number).padStart(6, '0')}`, body);
        }
      }
      members.push({ name, bytes, sha256: hash.digest('hex') });
      return bytes;
    },
    async finish(extra) {
      await addPart(manifestName, Buffer.from(JSON.stringify({ ...extra, members }, undefined, 1)));
      await write(tarEnd);
      head.end();
      await written;
      await rename(part, path);
      return { bytes: (await stat(path)).size };
    },
    async discard() {
      head.destroy();
      zipped.destroy();
      await written.catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** Yields at least one part, even for empty content. */
async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < partLength) continue;
    yield Buffer.concat(waiting);
    [waiting, size, isFirst] = [[], 0, false];
  }
  if (size || isFirst) yield Buffer.concat(waiting);
}

/** A member of an archive being read; its content must be read before the next member, or is skipped. */
export interface ArchiveMember {
  name: string;
  content: AsyncGenerator<Buffer>;
}

/**
 * readArchive yields the members of an archive in order. Throws if the passphrase is missing or wrong, or a byte is
 * damaged.
 */
export async function* readArchive(path: string, passphrase: string | undefined): AsyncGenerator<ArchiveMember> {
  const entries = readTar(await openArchive(path, passphrase));
  const advance = () =>
    entries.next().catch((cause: Error) => {
      if (!(cause instanceof BackupError || isDamage(cause))) throw cause;
      throw new BackupError(`${path} cannot be read: ${cause.message}. Nothing was restored.`, { cause });
    });
  try {
    let next = await advance();
    const read = async function* (name: string): AsyncGenerator<Buffer> {
      while (!next.done && memberOf(next.value.name) === name) {
        yield next.value.body;
        next = await advance();
      }
    };
    while (!next.done) {
      const name = memberOf(next.value.name);
      yield { name, content: read(name) };
      while (!next.done && memberOf(next.value.name) === name) next = await advance();
    }
  } finally {
    await entries.return(undefined);
  }
}

/** verifyArchive reads an entire archive, verifies every byte against the manifest, and returns the manifest. */
export async function verifyArchive<T extends object>(
  path: string,
  passphrase: string | undefined,
): Promise<T & { members: ManifestMember[] }> {
  const found: ManifestMember[] = [];
  let manifest: (T & { members: ManifestMember[] }) | undefined;
  for await (const { name, content } of readArchive(path, passphrase)) {
    if (name === manifestName) manifest = JSON.parse((await joined(content)).toString());
    else {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const body of content) {
        hash.update(body);
        bytes += body.length;
      }
      found.push({ name, bytes, sha256: hash.digest('hex') });
    }
  }
  const unreadable = (what: string) => new BackupError(`${path} cannot be read: ${what}. Nothing was restored.`);
  if (!manifest) throw unreadable('it has no manifest');
  for (const [index, { name, bytes, sha256 }] of manifest.members.entries()) {
    const member = found[index];
    if (member?.name !== name) throw unreadable(`${name} is missing`);
    if (member.bytes !== bytes || member.sha256 !== sha256) throw unreadable(`${name} is damaged`);
  }
  if (found.length !== manifest.members.length) throw unreadable('it holds more than its manifest says');
  return manifest;
}

/** joined returns the complete content of a small member. */
export async function joined(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const body of content) parts.push(body);
  return Buffer.concat(parts);
}

async function openArchive(path: string, passphrase: string | undefined): Promise<AsyncIterable<Buffer>> {
  const start = Buffer.alloc(64);
  const file = await open(path).catch((cause: Error) => {
    throw new BackupError(`${path} cannot be opened: ${cause.message}.`, { cause });
  });
  const { bytesRead } = await file.read(start, 0, start.length, 0).finally(() => file.close());
  const sealed = isSealed(start);
  if (!sealed && !(bytesRead > 2 && start[0] === 0x1f && start[1] === 0x8b))
    throw new BackupError(`${path} is not a backup of Touchstone.`);
  if (sealed && passphrase === undefined)
    throw new BackupError(`${path} is encrypted. Give --passphrase-file, or set TOUCHSTONE_BACKUP_PASSPHRASE.`);
  const bytes = createReadStream(path);
  const zipped: Readable = sealed ? Readable.from(unseal(bytes, passphrase ?? ''), { objectMode: false }) : bytes;
  const plain = createGunzip();
  zipped.on('error', (error) => plain.destroy(error));
  plain.on('close', () => {
    zipped.destroy();
    bytes.destroy();
  });
  return zipped.pipe(plain);
}

const memberOf = (name: string): string => name.replace(/\/\d{6}$/, '');
const isDamage = (error: unknown): boolean => /^Z_/.test((error as { code?: string }).code ?? '');
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
