import { createClient } from '@touchstone/contracts';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { sendBombs, startBombTarget } from '@touchstone/testing/bombs';

/** Sends all bombs, one after the other, and serves what they make the product fetch. */
const [url = '', token = '', only = ''] = process.argv.slice(2);
const target = await startBombTarget();
const client = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) });
const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Bombs' } });
await sendBombs(
  { client, target, projectId, only },
  { concurrency: 1, onExplosion: (explosion) => new Promise((resolve) => process.send?.(explosion, () => resolve())) },
);
await target.close();
process.disconnect();
