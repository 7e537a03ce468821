import { type KeptExchange, type PlannedStub, type PlanOptions, planRecording } from '@touchstone/engine-mock/core';
import type { Platform } from '../../../../platform/platform.ts';
import type { AssetContent } from '../../domain/asset-content.ts';
import { assetOfCall } from '../../domain/recordings/recorded-row.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type RecordedCallListRow, type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import { placeOfCall } from './hosted-recording.ts';

/** An asset to be created from a recording, and its call. */
export interface PlannedAsset extends PlannedStub {
  call: RecordedCallListRow;
}
type Choices = Pick<PlanOptions, 'repeats' | 'parameterises'>;
/** Contents opened together. */
const batch = 100;

/** createPlanAssets plans the assets of a recording, and creates them. */
export function createPlanAssets({ platform }: { platform: Platform }) {
  const { database, secrets } = platform;
  return {
    /** Plans by hashes only; opens no content. */
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
    /** Yields the contents of planned assets in batches. */
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
/** PlanAssets plans the assets of a recording, and creates them. */
export type PlanAssets = ReturnType<typeof createPlanAssets>;
