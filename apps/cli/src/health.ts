import { outcomes } from './outcome.ts';

const limitMs = 5000;

/**
 * isReady checks the health of the local server, found by its settings, and prints the answer. Returns the exit code.
 */
export async function isReady({ HOST, PORT, HEALTH_PORT } = process.env): Promise<number> {
  const host = HOST && HOST !== '0.0.0.0' && HOST !== '::' ? HOST : '127.0.0.1';
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${HEALTH_PORT || PORT || 7700}/health/ready`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    console.log(`${url} answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return answer.ok ? outcomes.passed : outcomes.failed;
  } catch (error) {
    const { cause, message } = error as Error;
    console.log(`${url} does not answer: ${cause instanceof Error ? cause.message || message : message}`);
    return outcomes.failed;
  }
}
