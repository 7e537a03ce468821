import { emptyHistogram, Histogram, type LoadFrame } from '@touchstone/engine-load/core';
import { describe, expect, test } from 'vitest';
import { FrameFlow } from './frame-flow.ts';
import type { ShardState } from './shard.ts';

function frameOf(second: number, latenciesUs: number[], users = 1): LoadFrame {
  const latency = new Histogram();
  for (const us of latenciesUs) latency.record(us);
  const counts = { failures: {}, bytesSent: 0, bytesReceived: 0, checksPassed: 0, checksFailed: 0, phases: {} };
  return {
    second,
    errors: [],
    generators: [],
    scenarios: [
      {
        activeMs: 1000,
        vusPlanned: users,
        vusActive: users,
        iterations: { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 },
        iterationTime: emptyHistogram,
        requests: [{ count: latenciesUs.length, latency: latency.serialize(), ...counts }],
      },
    ],
  };
}
const shards = (...states: ShardState[]) => states.map((state, index) => ({ shardId: String(index), state }));
const seconds = (frames: LoadFrame[]) => frames.map((frame) => frame.second);

describe('FrameFlow', () => {
  test('a second is complete once every shard has sent it', () => {
    const flow = new FrameFlow();
    const both = shards('running', 'running');
    flow.add('0', frameOf(0, [1000]));
    flow.add('0', frameOf(1, [1000]));
    expect(flow.take(both)).toEqual([]);
    flow.add('1', frameOf(0, [3000], 4));
    const [first, ...others] = flow.take(both);
    expect(others).toEqual([]);
    expect(first?.scenarios[0]).toMatchObject({ vusActive: 5, requests: [{ count: 2 }] });
    expect(flow.next).toBe(1);
  });

  test('a shard that ended or is lost is not waited for; what it sent counts', () => {
    const flow = new FrameFlow();
    for (let second = 0; second < 4; second += 1) flow.add('0', frameOf(second, [1000]));
    flow.add('1', frameOf(0, [1000]));
    expect(seconds(flow.take(shards('running', 'running')))).toEqual([0]);
    expect(seconds(flow.take(shards('running', 'lost')))).toEqual([1, 2, 3]);
  });

  test('duplicate or late frames change nothing', () => {
    const flow = new FrameFlow();
    const only = shards('running');
    flow.add('0', frameOf(0, [1000]));
    flow.add('0', frameOf(0, [9000, 9000]));
    expect(flow.take(only)[0]?.scenarios[0]?.requests[0]?.count).toBe(1);
    flow.add('0', frameOf(0, [1000]));
    expect(flow.take(only)).toEqual([]);
  });

  test('a second without any frame is skipped when all have ended', () => {
    const flow = new FrameFlow();
    flow.add('0', frameOf(0, [1]));
    flow.add('0', frameOf(2, [1]));
    expect(seconds(flow.take(shards('running')))).toEqual([0]);
    expect(seconds(flow.take(shards('ended')))).toEqual([2]);
  });

  test('points of longer spans combine all their requests, also those of a span cut off by the end', () => {
    const flow = new FrameFlow();
    const points = Array.from({ length: 7 }, (_, second) => {
      // 90 fast requests in one second and 10 slow ones in each of the others.
      const frame =
        second === 0 ? frameOf(second, Array(90).fill(1000)) : frameOf(second, Array(10).fill(100_000), second);
      return flow.points(frame);
    }).flat();
    const all = [...points, ...flow.rest()];
    const of = (resolution: number) => all.filter((point) => point.resolution === resolution).map(({ point }) => point);
    expect(of(1).map((point) => point.second)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(of(5).map(({ second, seconds: span, requests, users }) => [second, span, requests, users])).toEqual([
      [0, 5, 130, 4],
      [5, 2, 20, 6],
    ]);
    const [first] = of(5);
    expect(first?.latency?.p50).toBeCloseTo(1, 1);
    expect(first?.latency?.p75).toBeCloseTo(100, 0);
    expect(first?.rate).toBe(26);
    expect(of(60).map((point) => [point.second, point.requests])).toEqual([[0, 150]]);
  });

  test('a run without frames has no points, and waits at its first second', () => {
    const flow = new FrameFlow();
    expect(flow.rest()).toEqual([]);
    expect(flow.take(shards('ended', 'left'))).toEqual([]);
    expect(flow.next).toBe(0);
  });

  test.each(['ended', 'lost', 'left'] as const)('a shard that %s is not waited for', (state) => {
    const flow = new FrameFlow();
    flow.add('0', frameOf(0, [1000]));
    expect(seconds(flow.take(shards('running', state)))).toEqual([0]);
  });

  test.each(['joined', 'ready', 'running'] as const)('a shard that is %s is waited for', (state) => {
    const flow = new FrameFlow();
    flow.add('0', frameOf(0, [1000]));
    expect(flow.take(shards('running', state))).toEqual([]);
  });

  test('each span ends where the next starts, and is emitted once', () => {
    const flow = new FrameFlow();
    const points = Array.from({ length: 16 }, (_, second) => flow.points(frameOf(second, [1000]))).flat();
    const spans = (resolution: number, given = points) =>
      given.filter((point) => point.resolution === resolution).map(({ point }) => [point.second, point.seconds]);
    expect(spans(5)).toEqual([
      [0, 5],
      [5, 5],
      [10, 5],
    ]);
    expect(spans(15)).toEqual([[0, 15]]);
    const rest = flow.rest();
    expect([spans(5, rest), spans(15, rest), spans(60, rest)]).toEqual([[[15, 1]], [[15, 1]], [[0, 16]]]);
    expect(flow.rest()).toEqual([]);
  });
});
