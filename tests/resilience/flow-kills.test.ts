import { inLength, startServerRoles, startTestPostgres } from '@touchstone/testing';
import { expect, test } from 'vitest';
import { killInTurn } from '../../bench/flow/kills.ts';

const kills = inLength(3, 60);

test('runner, api and database are killed in turn while a workflow of 200 requests runs: no step is lost, repeated or different', {
  timeout: 1_800_000,
}, async () => {
  const postgres = await startTestPostgres({ disposable: false });
  const roles = await startServerRoles(postgres.url);
  try {
    const { sentAgain: _allowed, ...figures } = await killInTurn(roles, postgres, kills);
    const killed = { runner: kills / 3, api: kills / 3, database: kills / 3 };
    expect(figures).toEqual({ kills, killed, stepsLost: 0, stepsTwice: 0, outputsWrong: 0 });
  } finally {
    await roles.close();
    await postgres.stop();
  }
});
