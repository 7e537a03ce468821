/**
 * Workflows on the server as a user starts it: an API and runners as separate processes, a PostgreSQL that keeps
 * committed data, and a ledger that books each `Idempotency-Key` once. `--json` prints one line, `--only` selects one
 * measurement:
 * kills: runner, API and database are killed in turn at random moments during workflows of 200 requests
 * (`--kills 300`);
 * steps: the cost of a step besides its request, and workflows of 10,000 steps, compared with Node-RED
 * (`--without-node-red`);
 * restart: 1,000 waiting and 200 running workflows after every runner was killed, and how late timers are;
 * graphs: how long 50 random graphs take with 8 workers, compared with the theoretical minimum.
 */
import { startServerRoles, startTestPostgres } from '@touchstone/testing';
import { runGraphs } from './flow/graphs.ts';
import { killInTurn } from './flow/kills.ts';
import { restartRunners } from './flow/restart.ts';
import { measureSteps } from './flow/steps.ts';

const args = process.argv.slice(2);
const optionOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const only = optionOf('--only');
const kills = Number(optionOf('--kills') ?? 300);

/** Each on a separate database. */
const measurements: Record<string, () => Promise<object>> = {
  kills: () =>
    withPostgres({ disposable: false }, async (postgres) => {
      const roles = await startServerRoles(postgres.url);
      return killInTurn(roles, postgres, kills).finally(() => roles.close());
    }),
  steps: () => withRoles((roles) => measureSteps(roles, { nodeRed: !args.includes('--without-node-red') })),
  restart: () => withRoles(restartRunners, { RUNNER_CONCURRENCY: '100' }),
  graphs: () => withRoles(runGraphs),
};

async function withPostgres<T>(
  options: { disposable: boolean },
  work: (postgres: Awaited<ReturnType<typeof startTestPostgres>>) => Promise<T>,
): Promise<T> {
  const postgres = await startTestPostgres(options);
  return work(postgres).finally(() => postgres.stop());
}

const withRoles = <T>(
  work: (roles: Awaited<ReturnType<typeof startServerRoles>>) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> =>
  withPostgres({ disposable: false }, async (postgres) => {
    const roles = await startServerRoles(postgres.url, settings);
    return work(roles).finally(() => roles.close());
  });

if (only !== undefined && !Object.hasOwn(measurements, only)) {
  console.error(`There is no measurement "${only}". Choose one of: ${Object.keys(measurements).join(', ')}.`);
  process.exit(2);
}
const figures: Record<string, unknown> = {};
for (const [name, measure] of Object.entries(measurements))
  if (only === undefined || name === only) {
    const found = await measure();
    if (only === undefined) figures[name] = found;
    else Object.assign(figures, found);
  }
console.log(args.includes('--json') ? JSON.stringify(figures) : JSON.stringify(figures, null, 2));
