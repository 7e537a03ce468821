import { type KeptExchange, type PlannedStub, type PlanOptions, planRecording } from '@touchstone/engine-mock/core';
import type { Platform } from '../../../../platform/platform.ts';
import type { AssetContent } from '../../domain/asset-content.ts';
import { assetOfCall } from '../../domain/recordings/recorded-row.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type RecordedCallListRow, type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import { placeOfCall } from './hosted-recording.ts';

/** An asset that a recording makes, with the call that it is made of. */
export interface PlannedAsset extends PlannedStub {
  call: RecordedCallListRow;
}
type Choices = Pick<PlanOptions, 'repeats' | 'parameterises'>;
/** Contents that are opened at once. */
const batch = 100;

/** createPlanAssets says which assets a recording makes, and makes them. */
export function createPlanAssets({ platform }: { platform: Platform }) {
  const { database, secrets } = platform;
  return {
    /** What is planned depends on hashes alone: nothing is opened. */
    async plan({ id, projectId }: RecordingRow, choices: Choices): Promise<{ planned: PlannedAsset[]; calls: number }> {
      const [calls, takenScenarios] = await Promise.all([
        recordingsStore.allCalls(database.sql, id),
        assetsStore.scenarioNames(database.sql, projectId),
      ]);
      const facts = calls.map(({ requestHash, answerHash, shapeHash, url }) => ({
        key: requestHash,
        answer: answerHash,
        path: url.split('?', 1)[0] ?? '/',
        ...(shapeHash !== null && { shape: shapeHash }),
      }));
      const planned = planRecording(facts, { ...choices, takenScenarios });
      return {
        planned: planned.map((one) => ({ ...one, call: calls[one.index] as RecordedCallListRow })),
        calls: calls.length,
      };
    },
    /** Makes assets of what was planned, some at a time. */
    async *make(
      planned: readonly PlannedAsset[],
    ): AsyncGenerator<{ name: string; content: AssetContent }[], void, undefined> {
      for (let from = 0; from < planned.length; from += batch) {
        const part = planned.slice(from, from + batch);
        const ids = part.map(({ call }) => call.id);
        const contents = await recordingsStore.contents(database.sql, ids);
        yield part.flatMap((one) => {
          const sealed = contents.get(one.call.id);
          if (sealed === undefined) return [];
          const kept = JSON.parse(secrets.open(sealed, placeOfCall(one.call.id))) as KeptExchange;
          return [assetOfCall(kept, one)];
        });
      }
    },
  };
}
/** PlanAssets says which assets a recording makes, and makes them. */
export type PlanAssets = ReturnType<typeof createPlanAssets>;
