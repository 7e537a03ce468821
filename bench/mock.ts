/**
 * Mocks: the verdicts of generated stub and request pairs against the real WireMock, and requests per second beside WireMock, Mockoon CLI
 * and Prism. `npm run bench:mock -- [--pairs 600] [--seed 42] [--only verdicts|speed] [--seconds 5]`. Needs Java 17.
 */
import { parseArgs } from 'node:util';
import { compareSpeed } from './mock/compare-speed.ts';
import { compareVerdicts } from './mock/compare-verdicts.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '600' },
    seed: { type: 'string', default: '42' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
  },
});

if (values.only !== 'speed') {
  const { count, matched, differences } = await compareVerdicts(Number(values.pairs), Number(values.seed));
  const equal = count - differences.length;
  console.log(
    `Verdicts: ${equal} of ${count} equal (${((equal / count) * 100).toFixed(1)} %), WireMock matched ${matched.yes}`,
  );
  for (const { pair, theirs, ours } of differences)
    console.log(
      `  ${pair.kind}: WireMock ${theirs}, ours ${ours}\n    ${JSON.stringify(pair.request)}\n    ${JSON.stringify(pair.sent)}`,
    );
}
if (values.only !== 'verdicts') console.log(JSON.stringify(await compareSpeed(Number(values.seconds)), null, 2));
