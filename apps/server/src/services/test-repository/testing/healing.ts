import type { Client } from '@touchstone/contracts';
import type { RepositoryStepInput, StepTarget } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import type { TestServer } from '@touchstone/testing';
import { followRun } from '../../api-testing/testing/builders.ts';
import type { KeptHealing } from '../domain/healing.ts';

/** pay is the target of the steps in these tests. */
export const pay: StepTarget = { name: 'Pay', locators: [{ by: 'css', value: '#pay' }], frame: [] };

/** clickPay returns a step that clicks it, without waiting for it. */
export const clickPay = (id: string): RepositoryStepInput => ({ id, keyword: 'click', target: pay, timeoutMs: 100 });

/** buy is the first suspect named instead of it. */
export const buy = { by: 'role' as const, value: 'button', name: 'Pay now' };

const suspectOf = (
  name: string,
  locators: StepTarget['locators'],
  probability: number,
): KeptHealing['suspects'][number] => ({
  target: { name, locators, frame: [], fingerprint: { tag: 'button', text: name } },
  probability,
  evidence: [{ trait: 'text', was: 'Pay', is: name, likeness: 0.8, weight: 2 }],
  box: { x: 10, y: 20, width: 80, height: 30 },
});

/**
 * failedRun runs a script, and writes into a step's record what a driver would report about other elements; returns
 * both ids.
 */
export async function failedRun(
  { platform }: TestServer,
  client: Client,
  scriptUUID: string,
  { sourceStepId = 'pay', functionUUID = null as string | null } = {},
): Promise<{ runId: string; stepId: string }> {
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [scriptUUID], healing: 'off' } });
  await followRun(client, runId);
  const { steps } = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  const stepId = steps.findLast((step) => step.sourceStepId === sourceStepId)?.stepId ?? '';
  const healing: KeptHealing = {
    verdict: 'unsure',
    isUsed: false,
    foundBy: null,
    wanted: { ...pay, fingerprint: { tag: 'button', text: 'Pay' } },
    suspects: [suspectOf('Pay now', [buy], 0.9), suspectOf('Secret', [], 0.1)],
  };
  await platform.database.pool.query(
    `update runs.step set detail = detail || jsonb_build_object('healing', $3::jsonb, 'functionUUID', $4::text)
     where run_id = $1 and step_id = $2`,
    [runId, stepId, JSON.stringify(healing), functionUUID],
  );
  return { runId, stepId };
}
