import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Pulse {
  /** The slowest response in milliseconds since the last request for it. */
  takeSlowest(): number;
  stop(): void;
}

const beatMs = 10;

/** takePulse requests `/health/live` every 10 ms; a late response counts from when it was requested. */
export function takePulse(url: string): Pulse {
  let slowest = 0;
  let askedMs: number | undefined;
  let isOn = true;
  const beat = async () => {
    while (isOn) {
      askedMs = performance.now();
      await new Promise<void>((resolve, reject) => {
        const call = request(`${url}/health/live`, (response) => response.resume().once('end', resolve));
        call.once('error', reject).end();
      });
      slowest = Math.max(slowest, performance.now() - askedMs);
      askedMs = undefined;
      await pause(beatMs);
    }
  };
  beat().catch((error: unknown) => {
    if (!isOn) return;
    console.error(error);
    slowest = Number.POSITIVE_INFINITY;
  });
  return {
    takeSlowest() {
      const open = askedMs === undefined ? 0 : performance.now() - askedMs;
      const found = Math.max(slowest, open);
      slowest = 0;
      return found;
    },
    stop() {
      isOn = false;
    },
  };
}
