import { FairQueue } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const owner = (userId: string) => ({ organizationId: 'one', userId });

test('the metrics include the queue of each pool of users’ work', async () => {
  let nowMs = 0;
  const scripts = new FairQueue({ slots: 2, perOrganization: 2, perUser: 1 }, () => nowMs);
  const documents = new FairQueue({ slots: 1, perOrganization: 1, perUser: 1 }, () => nowMs);
  const metrics = createMetrics();
  metrics.watchWork(() => ({ scripts: { ...scripts.figures(), killed: 3 }, documents: documents.figures() }));
  const shown = async (name: string) =>
    Object.fromEntries(
      (await metrics.registry.getSingleMetric(`touchstone_work_${name}`)?.get())?.values.map(({ labels, value }) => [
        labels.pool,
        value,
      ]) ?? [],
    );

  const end = await scripts.enter(owner('a'));
  const second = scripts.enter(owner('a'));
  expect(await shown('running')).toEqual({ scripts: 1, documents: 0 });
  expect(await shown('waiting')).toEqual({ scripts: 1, documents: 0 });
  nowMs = 1500;
  end();
  (await second)();
  expect(await shown('running')).toEqual({ scripts: 0, documents: 0 });
  expect(await shown('waiting')).toEqual({ scripts: 0, documents: 0 });
  expect(await shown('started_total')).toEqual({ scripts: 2, documents: 0 });
  expect(await shown('waited_seconds_total')).toEqual({ scripts: 1.5, documents: 0 });
  expect(await shown('killed_total')).toEqual({ scripts: 3, documents: 0 });
});
