import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepDetail } from '@touchstone/contracts/api-testing';

/**
 * StepSpool stores finished steps in a file, so that a long run with large bodies doesn't fill the memory, and returns
 * them in order.
 */
export class StepSpool {
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #places = new Map<number, { position: number; length: number; order: number }>();
  #end = 0;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async create(): Promise<StepSpool> {
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-run-'));
    return new StepSpool(folder, await open(join(folder, 'steps.ndjson'), 'wx+', 0o600));
  }

  async add(step: StepDetail): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(step));
    const position = this.#end;
    this.#end += bytes.length;
    this.#places.set(step.index, { position, length: bytes.length, order: step.position ?? step.index });
    await this.#file.write(bytes, 0, bytes.length, position);
  }

  /** The steps in order of execution; can be read more than once. */
  async *steps(): AsyncIterable<StepDetail> {
    for (const place of [...this.#places.values()].sort((a, b) => a.order - b.order)) yield await this.#read(place);
  }

  async #read({ position, length }: { position: number; length: number }): Promise<StepDetail> {
    const { buffer } = await this.#file.read(Buffer.alloc(length), 0, length, position);
    return JSON.parse(buffer.toString('utf8')) as StepDetail;
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
