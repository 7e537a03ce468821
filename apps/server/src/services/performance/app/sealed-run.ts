import type { LoadPlan } from '@touchstone/engine-load/core';
import { createMask } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import type { LoadSource } from '../../api-testing/index.ts';
import { type LoadTransport, loadTransport } from '../../workspaces/index.ts';
import { performanceStore } from '../store/performance.store.ts';

/** What is sealed with a performance run. */
export interface SealedRun {
  plan: LoadPlan;
  certificates: LoadSource['certificates'];
  secrets: string[];
}

/** OpenedRun is what a runner needs of a run to generate its load. */
export interface OpenedRun {
  plan: LoadPlan;
  transport: LoadTransport;
  /** Masks secrets in a text. */
  mask: (text: string) => string;
}

const placeOf = (runId: string) => `performance.run.plan:${runId}`;

/** sealRun seals what only runners may read. */
export const sealRun = (platform: Platform, runId: string, content: SealedRun): string =>
  platform.secrets.seal(JSON.stringify(content), placeOf(runId));

/** openRun opens a run's plan for a runner; undefined if the run was deleted. */
export async function openRun(
  { platform }: { platform: Platform },
  run: { runId: string; organizationId: string; projectId: string },
): Promise<OpenedRun | undefined> {
  const sealed = await performanceStore.findPlan(platform.database.sql, run.runId);
  if (sealed === undefined) return undefined;
  const { plan, certificates, secrets }: SealedRun = JSON.parse(platform.secrets.open(sealed, placeOf(run.runId)));
  return { plan, transport: loadTransport(platform, run, certificates), mask: createMask(secrets) };
}
