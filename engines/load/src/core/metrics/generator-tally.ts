import type { LoadFrame } from './frame.ts';
import type { GeneratorSummary } from './summary.ts';

/** A thread this busy has no time left to measure correctly. */
const busyCpu = 0.9;
const longDelayMs = 50;
/** A limit exceeded in fewer seconds is a hiccup. */
const shareOfSeconds = 0.1;
const minSeconds = 2;
const shareOfLate = 0.01;

interface Thread {
  seconds: number;
  busySeconds: number;
  delayedSeconds: number;
}

/** GeneratorTally aggregates how well the load generator's threads kept up. */
export class GeneratorTally {
  readonly threads = new Map<string, Thread>();
  maxCpu = 0;
  maxEventLoopDelayMs = 0;
  lateIterations = 0;
  maxMemoryBytes = 0;

  add(frame: LoadFrame): void {
    for (const health of frame.generators) {
      const thread = this.threads.get(health.name) ?? { seconds: 0, busySeconds: 0, delayedSeconds: 0 };
      thread.seconds += 1;
      if (health.cpu >= busyCpu) thread.busySeconds += 1;
      if (health.eventLoopDelayMs >= longDelayMs) thread.delayedSeconds += 1;
      this.threads.set(health.name, thread);
      this.maxCpu = Math.max(this.maxCpu, health.cpu);
      this.maxEventLoopDelayMs = Math.max(this.maxEventLoopDelayMs, health.eventLoopDelayMs);
      this.lateIterations += health.lateIterations;
      this.maxMemoryBytes = Math.max(this.maxMemoryBytes, health.memoryBytes);
    }
  }

  summary(): GeneratorSummary {
    const { maxCpu, maxEventLoopDelayMs, lateIterations, maxMemoryBytes } = this;
    return { threads: this.threads.size, maxCpu, maxEventLoopDelayMs, lateIterations, maxMemoryBytes };
  }
}

/** findBottleneck explains in sentences why the generator itself may have limited the figures; empty if it kept up. */
export function findBottleneck(tally: GeneratorTally, startedIterations: number): Pick<GeneratorSummary, 'bottleneck'> {
  const reasons: string[] = [];
  for (const [name, thread] of tally.threads) {
    if (isOften(thread.busySeconds, thread.seconds))
      reasons.push(
        `${sentence(name)} used its whole processor core in ${thread.busySeconds} of ${thread.seconds} seconds.`,
      );
    if (isOften(thread.delayedSeconds, thread.seconds))
      reasons.push(
        `${sentence(name)} reacted ${longDelayMs} ms late or more in ${thread.delayedSeconds} of ${thread.seconds} seconds.`,
      );
  }
  if (startedIterations > 0 && tally.lateIterations / startedIterations > shareOfLate)
    reasons.push(
      `${tally.lateIterations} of ${startedIterations} iterations started late although a virtual user was free.`,
    );
  return reasons.length === 0 ? {} : { bottleneck: { reasons } };
}

function isOften(count: number, seconds: number): boolean {
  return count >= minSeconds && count >= seconds * shareOfSeconds;
}

function sentence(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
