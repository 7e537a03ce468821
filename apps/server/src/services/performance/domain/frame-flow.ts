import type { PerformancePoint } from '@touchstone/contracts/api-testing';
import { foldFrames, type LoadFrame, mergeFrames } from '@touchstone/engine-load/core';
import { resolutions, toPoint } from './points.ts';
import { isDone, type Shard } from './shard.ts';

/**
 * FrameFlow merges the frames of all shards, second by second: a second is complete once every active shard has sent
 * it. Its points are emitted in all resolutions, each computed from the histograms of its seconds.
 */
export class FrameFlow {
  readonly #waiting = new Map<number, Map<string, LoadFrame>>();
  readonly #folding = new Map<number, LoadFrame[]>(resolutions.slice(1).map((resolution) => [resolution, []]));
  #next = 0;

  /** The first incomplete second. */
  get next(): number {
    return this.#next;
  }

  /** Adds a frame; ignored if its second is already complete, or if it is a duplicate. */
  add(shardId: string, frame: LoadFrame): void {
    if (frame.second < this.#next) return;
    const second = this.#waiting.get(frame.second) ?? new Map<string, LoadFrame>();
    if (!second.has(shardId)) second.set(shardId, frame);
    this.#waiting.set(frame.second, second);
  }

  /** Returns the frames of newly completed seconds, merged, in order. */
  take(shards: readonly Pick<Shard, 'shardId' | 'state'>[]): LoadFrame[] {
    const complete: LoadFrame[] = [];
    const last = Math.max(-1, ...this.#waiting.keys());
    for (; this.#next <= last; this.#next += 1) {
      const frames = this.#waiting.get(this.#next);
      if (shards.some((shard) => !isDone(shard) && frames?.has(shard.shardId) !== true)) break;
      this.#waiting.delete(this.#next);
      if (frames) complete.push(mergeFrames([...frames.values()]));
    }
    return complete;
  }

  /** Points of a merged frame: its own, and those of longer spans that it completes. */
  points(frame: LoadFrame): { resolution: number; point: PerformancePoint }[] {
    const points = [{ resolution: 1, point: toPoint(frame, 1) }];
    for (const [resolution, frames] of this.#folding) {
      const begin = Math.floor(frame.second / resolution) * resolution;
      if (frames[0] !== undefined && frames[0].second < begin) points.push(...this.#fold(resolution));
      this.#folding.get(resolution)!.push(frame);
    }
    return points;
  }

  /** Points of the spans cut off by the end of the run. */
  rest(): { resolution: number; point: PerformancePoint }[] {
    return [...this.#folding.keys()].flatMap((resolution) => this.#fold(resolution));
  }

  #fold(resolution: number): { resolution: number; point: PerformancePoint }[] {
    const frames = this.#folding.get(resolution)!;
    this.#folding.set(resolution, []);
    if (frames.length === 0) return [];
    const second = Math.floor(frames[0]!.second / resolution) * resolution;
    return [{ resolution, point: toPoint({ ...foldFrames(frames), second }, frames.length) }];
  }
}
