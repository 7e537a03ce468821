import { loadXPath, timeLimit } from '@touchstone/engine-assert';
import { MockEngine, MockServer } from '@touchstone/engine-mock';
import { contenders } from './contenders.ts';
import { generatedPairs, type Pair } from './generated-pairs.ts';

/** What a mock did with a pair: its stub was rejected, matched or not. */
type Verdict = 'refused' | 'matched' | 'unmatched' | 'failed';

async function verdictOf(base: string, { request, sent }: Pair): Promise<Verdict> {
  await fetch(`${base}/__admin/mappings`, { method: 'DELETE' });
  const made = await fetch(`${base}/__admin/mappings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request, response: { status: 299 } }),
  });
  await made.arrayBuffer();
  if (!made.ok) return 'refused';
  const { method, url, headers, body } = sent;
  const answer = await fetch(`${base}${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
  await answer.arrayBuffer();
  return answer.status === 299 ? 'matched' : answer.status === 404 ? 'unmatched' : 'failed';
}

/** compareVerdicts sends WireMock and our mock the same pairs, through the same API, and lists the differences. */
export async function compareVerdicts(count: number, seed: number) {
  await loadXPath();
  const wireMock = await contenders.wiremock({ count: 0, kind: 'plain' });
  const ours = new MockServer(new MockEngine({ guard: timeLimit(100) }));
  const address = await ours.start();
  const differences: { pair: Pair; theirs: Verdict; ours: Verdict }[] = [];
  const matched = { yes: 0, no: 0 };
  try {
    for (const pair of generatedPairs(count, seed)) {
      const theirs = await verdictOf(wireMock.address, pair);
      const own = await verdictOf(address, pair);
      if (theirs === 'matched') matched.yes += 1;
      else matched.no += 1;
      if (theirs !== own) differences.push({ pair, theirs, ours: own });
    }
  } finally {
    await wireMock.stop();
    await ours.stop(0);
  }
  return { count, matched, differences };
}
