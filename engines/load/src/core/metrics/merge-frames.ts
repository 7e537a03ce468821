import type {
  ErrorGroup,
  FailureKind,
  GeneratorHealth,
  IterationCounts,
  LoadFrame,
  RequestFrame,
  RequestPhases,
  ScenarioFrame,
} from './frame.ts';
import { mergeHistograms, type SerializedHistogram } from './histogram.ts';
import { errorKey } from './load-meter.ts';

const phaseNames = ['connect', 'tls', 'wait', 'receive'] as const;

/** mergeFrames merges the frames of threads and shards for the same second. Throws a RangeError without a frame. */
export function mergeFrames(frames: readonly LoadFrame[]): LoadFrame {
  return merge(frames, {
    activeMs: (values) => Math.max(...values),
    users: sum,
    generators: frames.flatMap((frame) => frame.generators),
  });
}

/**
 * foldFrames merges frames of consecutive seconds, so that a long run can be shown with fewer points: users are those
 * of the last second, a generator's health is its worst. Throws a RangeError without a frame.
 */
export function foldFrames(frames: readonly LoadFrame[]): LoadFrame {
  const ordered = frames.toSorted((a, b) => a.second - b.second);
  return merge(ordered, {
    activeMs: sum,
    users: (values) => values.at(-1)!,
    generators: [
      ...Map.groupBy(
        ordered.flatMap((frame) => frame.generators),
        (health) => health.name,
      ).values(),
    ].map(worst),
  });
}

interface MergeRules {
  activeMs: (values: number[]) => number;
  users: (values: number[]) => number;
  generators: GeneratorHealth[];
}

function merge(frames: readonly LoadFrame[], rules: MergeRules): LoadFrame {
  if (frames.length === 0) throw new RangeError('There is no frame to merge.');
  const width = Math.max(...frames.map((frame) => frame.scenarios.length));
  return {
    second: Math.min(...frames.map((frame) => frame.second)),
    scenarios: Array.from({ length: width }, (_, place) =>
      mergeScenarios(
        frames.flatMap((frame) => frame.scenarios[place] ?? []),
        rules,
      ),
    ),
    errors: mergeErrors(frames.flatMap((frame) => frame.errors)),
    generators: rules.generators,
  };
}

function mergeScenarios(frames: ScenarioFrame[], { activeMs, users }: MergeRules): ScenarioFrame {
  const width = Math.max(...frames.map((frame) => frame.requests.length));
  return {
    activeMs: activeMs(frames.map((frame) => frame.activeMs)),
    vusPlanned: users(frames.map((frame) => frame.vusPlanned)),
    vusActive: users(frames.map((frame) => frame.vusActive)),
    iterations: addIterations(frames.map((frame) => frame.iterations)),
    iterationTime: mergeHistograms(frames.map((frame) => frame.iterationTime)),
    requests: Array.from({ length: width }, (_, place) =>
      mergeRequests(frames.flatMap((frame) => frame.requests[place] ?? [])),
    ),
  };
}

/** mergeRequests adds up several frames of a request, or of several requests. */
export function mergeRequests(frames: readonly RequestFrame[]): RequestFrame {
  const services = present(frames.map((frame) => frame.service));
  const phases: RequestPhases = {};
  for (const phase of phaseNames) {
    const histograms = present(frames.map((frame) => frame.phases[phase]));
    if (histograms.length > 0) phases[phase] = mergeHistograms(histograms);
  }
  return {
    count: sum(frames.map((frame) => frame.count)),
    failures: addFailures(frames.map((frame) => frame.failures)),
    bytesSent: sum(frames.map((frame) => frame.bytesSent)),
    bytesReceived: sum(frames.map((frame) => frame.bytesReceived)),
    checksPassed: sum(frames.map((frame) => frame.checksPassed)),
    checksFailed: sum(frames.map((frame) => frame.checksFailed)),
    latency: mergeHistograms(frames.map((frame) => frame.latency)),
    ...(services.length === 0 ? {} : { service: mergeHistograms(services) }),
    phases,
  };
}

/** mergeErrors merges groups of similar errors, keeps the sample of the first, and sorts the most frequent first. */
export function mergeErrors(groups: readonly ErrorGroup[]): ErrorGroup[] {
  const merged = new Map<string, ErrorGroup>();
  for (const group of groups) {
    const known = merged.get(errorKey(group));
    if (known === undefined) {
      merged.set(errorKey(group), { ...group });
      continue;
    }
    known.count += group.count;
    if (group.firstMs < known.firstMs) known.sample = group.sample;
    known.firstMs = Math.min(known.firstMs, group.firstMs);
    known.lastMs = Math.max(known.lastMs, group.lastMs);
  }
  return [...merged.values()].sort((a, b) => b.count - a.count);
}

/** addIterations adds up counts. */
export function addIterations(counts: readonly IterationCounts[]): IterationCounts {
  return {
    started: sum(counts.map((count) => count.started)),
    completed: sum(counts.map((count) => count.completed)),
    failed: sum(counts.map((count) => count.failed)),
    interrupted: sum(counts.map((count) => count.interrupted)),
    late: sum(counts.map((count) => count.late)),
    unstarted: sum(counts.map((count) => count.unstarted)),
  };
}

/** addFailures adds up failures, kind by kind. */
export function addFailures(all: readonly RequestFrame['failures'][]): RequestFrame['failures'] {
  const added: RequestFrame['failures'] = {};
  for (const failures of all) {
    for (const [kind, count] of Object.entries(failures) as [FailureKind, number][])
      added[kind] = (added[kind] ?? 0) + count;
  }
  return added;
}

/** failedCount adds up all kinds. */
export function failedCount(failures: RequestFrame['failures']): number {
  return sum(Object.values(failures));
}

function worst(all: GeneratorHealth[]): GeneratorHealth {
  return {
    name: all[0]!.name,
    cpu: Math.max(...all.map((health) => health.cpu)),
    eventLoopDelayMs: Math.max(...all.map((health) => health.eventLoopDelayMs)),
    lateIterations: sum(all.map((health) => health.lateIterations)),
    memoryBytes: Math.max(...all.map((health) => health.memoryBytes)),
  };
}

function present(histograms: (SerializedHistogram | undefined)[]): SerializedHistogram[] {
  return histograms.filter((histogram) => histogram !== undefined);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
