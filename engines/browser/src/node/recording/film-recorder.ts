import { type FileHandle, open } from 'node:fs/promises';
import { type FilmCodec, filmParts, filmTickMs } from '../../core/film.ts';
import type { LiveFrame, LiveView } from '../live/live-view.ts';
import { pictureType } from '../picture-type.ts';

/** Place of a picture in the file. */
interface Kept {
  tick: number;
  size: number;
  offset: number;
}

/** A picture that waits to be written. */
interface Next {
  tick: number;
  bytes: Uint8Array;
}

/**
 * FilmRecorder films what a browser shows: at most ten pictures a second, fewer if the film would grow too large, and
 * always the newest. A slow disk makes the film jerky but never blocks anything.
 */
export class FilmRecorder {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #leave: () => void;
  #file: Promise<FileHandle>;
  #kept: Kept[] = [];
  #keptBytes = 0;
  #offset = 0;
  /** Ticks that share a picture. */
  #spacing = 1;
  #startedAt: number | undefined;
  #next: Next | undefined;
  #isWriting = false;
  #work: Promise<void> = Promise.resolve();
  #size = { width: 0, height: 0 };
  #codec: FilmCodec = 'MJPG';
  #endedAt: number | undefined;

  constructor(view: LiveView, { path, maxBytes }: { path: string; maxBytes: number }) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#file = open(path, 'w+');
    this.#file.catch(() => undefined);
    this.#leave = view.watch((frame) => this.#take(frame));
  }

  /** When its first picture was taken; undefined if there is none. */
  get startedAt(): Date | undefined {
    return this.#startedAt === undefined ? undefined : new Date(this.#startedAt);
  }

  /** Whether pictures were dropped to limit the film's size. */
  get isThinned(): boolean {
    return this.#spacing > 1;
  }

  /** Stops taking pictures; returns whether there is a film. */
  async end(): Promise<boolean> {
    if (this.#endedAt === undefined) {
      this.#leave();
      this.#endedAt = Date.now();
      this.#write();
      while (this.#isWriting) await this.#work;
    }
    return this.#kept.length > 0;
  }

  /** Bytes of the film, once it has ended. */
  async *read(): AsyncGenerator<Uint8Array> {
    const file = await this.#file;
    const last = this.#kept.at(-1)?.tick ?? 0;
    const ticks = Math.max(last, this.#tickOf(this.#endedAt ?? 0)) + 1;
    // The first picture is shown from the start, so that there is always one.
    const places = this.#kept.map((kept, at) => (at === 0 ? { ...kept, tick: 0 } : kept));
    for (const part of filmParts(places, { ...this.#size, ticks, codec: this.#codec })) {
      if (part instanceof Uint8Array) {
        yield part;
        continue;
      }
      const bytes = new Uint8Array(part.size);
      const { bytesRead } = await file.read(bytes, 0, part.size, part.offset);
      if (bytesRead !== part.size) throw new Error(`The film in ${this.#path} is damaged.`);
      yield bytes;
    }
  }

  /** Ends the film and closes its file. */
  async close(): Promise<void> {
    await this.end();
    const file = await this.#file.catch(() => undefined);
    await file?.close();
  }

  #tickOf(at: number): number {
    return Math.max(0, Math.floor((at - (this.#startedAt ?? at)) / filmTickMs));
  }

  #take({ bytes, width, height }: LiveFrame): void {
    const now = Date.now();
    this.#startedAt ??= now;
    if (pictureType(bytes) === 'image/png') this.#codec = 'MPNG';
    this.#size = { width: Math.max(this.#size.width, width), height: Math.max(this.#size.height, height) };
    const tick = this.#tickOf(now);
    // A tick ends when a picture of a later one arrives.
    if (this.#next && this.#bucketOf(this.#next.tick) !== this.#bucketOf(tick)) this.#write();
    this.#next = { tick, bytes };
  }

  #bucketOf(tick: number): number {
    return Math.floor(tick / this.#spacing);
  }

  /** While the disk is busy, the picture waits and is replaced by newer ones. */
  #write(): void {
    const next = this.#next;
    if (!next || this.#isWriting) return;
    this.#next = undefined;
    this.#isWriting = true;
    this.#work = this.#append(next)
      .catch(() => undefined)
      .finally(() => {
        this.#isWriting = false;
        if (this.#endedAt !== undefined) this.#write();
      });
  }

  async #append({ tick, bytes }: Next): Promise<void> {
    const file = await this.#file;
    await file.write(bytes, 0, bytes.length, this.#offset);
    const last = this.#kept.at(-1);
    if (last && this.#bucketOf(last.tick) === this.#bucketOf(tick)) {
      this.#kept.pop();
      this.#keptBytes -= last.size;
    }
    this.#kept.push({ tick, size: bytes.length, offset: this.#offset });
    this.#offset += bytes.length;
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > this.#maxBytes) this.#thin();
  }

  /** Keeps the last picture of ever longer intervals, until half of the space is free. */
  #thin(): void {
    while (this.#keptBytes > this.#maxBytes / 2 && this.#kept.length > 2) {
      this.#spacing *= 2;
      this.#kept = this.#kept.filter(({ tick }, at) => {
        const after = this.#kept[at + 1];
        return at === 0 || !after || this.#bucketOf(after.tick) !== this.#bucketOf(tick);
      });
      this.#keptBytes = this.#kept.reduce((sum, { size }) => sum + size, 0);
    }
  }
}
