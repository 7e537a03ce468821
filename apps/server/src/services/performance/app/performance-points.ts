import type { PerformancePoint, PerformanceRun } from '@touchstone/contracts/api-testing';
import type { Sql } from '../../../platform/database/pool.ts';
import { resolutions } from '../domain/points.ts';
import { framesStore } from '../store/frames.store.ts';
import type { PerformanceRow } from '../store/performance.store.ts';

const pointsPerPage = 1000;

/** readPoints returns the points of a run in the finest resolution that has at most `most` of them. */
export async function readPoints(sql: Sql, runId: string, most: number) {
  const seconds = (await framesStore.lastSecond(sql, runId)) + 1;
  const resolution = resolutions.find((candidate) => seconds / candidate <= most) ?? resolutions.at(-1)!;
  const points = await framesStore.listPoints(sql, runId, { resolution, fromSecond: 0, limit: 100_000 });
  return { resolution, points };
}

/** allPoints yields every second of a run, page by page. */
export async function* allPoints(sql: Sql, runId: string): AsyncGenerator<PerformancePoint> {
  for (let fromSecond = 0; ; ) {
    const page = await framesStore.listPoints(sql, runId, { resolution: 1, fromSecond, limit: pointsPerPage });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pointsPerPage) return;
    fromSecond = last.second + 1;
  }
}

/** jsonOfPoints yields a run with all its points as JSON, in pieces. */
export async function* jsonOfPoints(
  run: PerformanceRun,
  { configuration, totals }: PerformanceRow,
  points: AsyncIterable<PerformancePoint>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ run, configuration, totals });
  yield `${head.slice(0, -1)},"points":[`;
  let isFirst = true;
  for await (const point of points) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(point)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}
