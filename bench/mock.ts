/**
 * Mocks. `verdicts`: generated pairs of stub and request against the real WireMock. `peers`: the same for Prism
 * (responses and validation of an OpenAPI document) and Mockoon (rules and CRUD). `clients`: WireMock's clients for
 * Java and Node do the same with WireMock and with ours, and get the same results; a SOAP client builds itself from the
 * address of a mock. `speed`: requests per second and per CPU second compared with WireMock, Mockoon CLI, Prism and
 * nginx, alternating, medians of the rounds; exits with 1 if a ratio is below its goal. `promises`: isolated callers,
 * near misses, edits under load, hostile regular expressions. `edits`: how soon edits in the product itself take
 * effect.
 * `npm run bench:mock -- [--only verdicts|peers|clients|speed|promises|edits] [--words 'static;1,000 stubs'] [--of ours,wiremock] [--rounds 3] [--seconds 4] [--pairs 600] [--seed 42]`.
 * Peers are installed from npm on first use; WireMock requires Java 17, nginx and wrk are taken from the PATH. Missing
 * programs are reported and left out. MOCK_PROFILE=FOLDER writes CPU profiles of ours.
 */
import { parseArgs } from 'node:util';
import { compareClients } from './mock/compare-clients.ts';
import { comparePeers } from './mock/compare-peers.ts';
import { compareSpeed } from './mock/compare-speed.ts';
import { compareVerdicts } from './mock/compare-verdicts.ts';
import { editsOfProduct } from './mock/edits-of-product.ts';
import { checkPromises } from './mock/promises.ts';
import { soapClient } from './mock/soap-client.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '600' },
    seed: { type: 'string', default: '42' },
    only: { type: 'string' },
    words: { type: 'string', default: '' },
    of: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const isAsked = (part: string): boolean => values.only === undefined || values.only === part;
const words = values.words.split(';').filter((word) => word !== '');

if (isAsked('verdicts')) {
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
if (isAsked('peers'))
  for (const { name, asked, alike, explained, differences } of await comparePeers(
    Number(values.pairs),
    Number(values.seed),
  )) {
    console.log(
      `${name}: ${alike} of ${asked} alike, ${asked - alike - differences.length} explained, ${differences.length} not`,
    );
    for (const [because, times] of Object.entries(explained)) console.log(`  ${times} × ${because}`);
    for (const { question, theirs, ours } of differences)
      console.log(
        `  ${question.kind}: ${JSON.stringify(question.sent)}\n    theirs ${JSON.stringify(theirs)}\n    ours ${JSON.stringify(ours)}`,
      );
  }
if (isAsked('clients')) {
  console.log(`SOAP: ${JSON.stringify(await soapClient())}`);
  for (const { client, steps, alike, explained, differences, leftOut } of await compareClients(
    values.of === 'product' ? 'product' : 'ours',
  )) {
    console.log(
      leftOut === undefined
        ? `${client}: ${alike} of ${steps} steps alike, ${differences.length} unexplained differences`
        : `${client}: left out. ${leftOut}`,
    );
    for (const [because, times] of Object.entries(explained)) console.log(`  ${times} × ${because}`);
    for (const { step, place, theirs, ours } of differences)
      console.log(`  ${step} ${place}\n    theirs ${JSON.stringify(theirs)}\n    ours ${JSON.stringify(ours)}`);
  }
}
if (isAsked('promises')) console.log(JSON.stringify(await checkPromises(words), null, 1));
if (isAsked('edits')) console.log(JSON.stringify(await editsOfProduct(), null, 1));
if (isAsked('speed')) {
  const comparison = await compareSpeed({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    words,
    only: values.of?.split(','),
  });
  console.log(JSON.stringify(comparison, null, 1));
  for (const { question, mine, peer, atLeast, ratio } of comparison.ratios) {
    if (ratio === undefined) continue;
    const isMet = ratio >= atLeast;
    if (!isMet) process.exitCode = 1;
    console.log(`${isMet ? 'met    ' : 'not met'} ${question}: ${mine} ${ratio} × ${peer} (goal ${atLeast})`);
  }
}
