import { inLength, type ServerProcess, type ServerRoles, startServerRoles } from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startTarget, type Target } from '../testing/target.ts';

const timeout = inLength(240_000, 3_600_000);
const kills = inLength(2, 200);
const everySeconds = 2;
let roles: ServerRoles;
let database: pg.Client;
let target: Target;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
  database = new pg.Client({ connectionString: roles.databaseUrl });
  await database.connect();
  target = await startTarget();
}, timeout);
afterAll(async () => {
  await database.end();
  await roles.close();
  await target.close();
}, timeout);

const rows = async <Row>(text: string): Promise<Row[]> => (await database.query(text)).rows as Row[];

test('killed runners cause no long gap between checks, and no lost or duplicate incident', { timeout }, async () => {
  const place = await newMonitoring(roles.client);
  const runners: ServerProcess[] = [await roles.startRunner(), await roles.startRunner()];
  for (let count = 0; count < 5; count += 1)
    await newMonitor(roles.client, place, { kind: 'http', url: target.url }, { retries: 0 });
  await database.query('update api_monitoring.monitor set every_seconds = $1, revision = revision + 1', [everySeconds]);
  // As an edit does: outcomes of running checks are refused, and earlier findings don't count.
  await database.query(
    'update api_monitoring.monitor_slot set next_due_at = now(), claim = claim + 1, claimed_by = null, claimed_until = null',
  );
  await database.query('delete from api_monitoring.result');
  const standing = (status: string) =>
    rows<{ n: number }>(`select count(*)::int as n from api_monitoring.monitor where status = '${status}'`).then(
      ([row]) => row?.n,
    );
  await expect.poll(() => standing('UP'), { timeout }).toBe(5);
  const well = target.answer;
  for (let round = 0; round < kills; round += 1) {
    // Every second kill happens while targets go down or recover.
    target.answer = round % 2 === 0 ? (_request, response) => response.writeHead(503).end() : well;
    await runners.shift()?.kill('SIGKILL');
    // After the last kill one process is left to do all the work.
    if (round < kills - 1) runners.push(await roles.startRunner());
    await expect.poll(() => standing(round % 2 === 0 ? 'DOWN' : 'UP'), { timeout }).toBe(5);
  }
  target.answer = well;
  await expect.poll(() => standing('UP'), { timeout }).toBe(5);
  const gaps = await rows<{ gap: number }>(
    `select max(gap) as gap from (select extract(epoch from at - lag(at) over (partition by monitor_id order by at))::float as gap from api_monitoring.result) g`,
  );
  if (kills > 2) process.stderr.write(`longest time between two checks of a monitor: ${gaps[0]?.gap} s\n`);
  // A busy machine starts checks late; a claim that is never taken over would leave a gap of more than half a minute.
  expect(gaps[0]?.gap).toBeLessThan(20);
  const incidents = await rows<{ n: number; open: number }>(
    `select count(*)::int as n, count(*) filter (where closed_at is null)::int as open from api_monitoring.incident group by monitor_id`,
  );
  expect(incidents).toEqual(Array.from({ length: 5 }, () => ({ n: Math.ceil(kills / 2), open: 0 })));
  // One check for each due instant; a late one may lie close to the next.
  const doubled = await rows(
    `select r.monitor_id, floor(extract(epoch from r.at - s.next_due_at + interval '50 ms') / ${everySeconds}) as due, array_agg(r.at order by r.at)
     from api_monitoring.result r join api_monitoring.monitor_slot s using (monitor_id) group by 1, 2 having count(*) > 1`,
  );
  expect(doubled).toEqual([]);
});
