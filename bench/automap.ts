import { parseArgs } from 'node:util';
import { automapScore, labelledApis } from '@touchstone/engine-import/testing';

/**
 * Measures how many known links of described APIs are found, and how many proposals are correct:
 * `npm run bench:automap -- --json`.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const scores = labelledApis.map((api) => {
  const { proposed, right, known, wrong, missed } = automapScore(api);
  return { name: api.name, proposed, right, known, wrong, missed };
});
const sum = (figure: 'proposed' | 'right' | 'known') => scores.reduce((total, score) => total + score[figure], 0);
const precision = sum('right') / sum('proposed');
const recall = sum('right') / sum('known');
if (values.json) console.log(JSON.stringify({ precision, recall, scores }));
else {
  for (const { name, proposed, right, known, wrong, missed } of scores) {
    console.log(`${name}: ${right} of ${known} known links, ${proposed} proposed`);
    for (const text of wrong) console.log(`  wrong: ${text}`);
    for (const text of missed) console.log(`  missed: ${text}`);
  }
  console.log(`precision ${(precision * 100).toFixed(1)} %, recall ${(recall * 100).toFixed(1)} %`);
}
process.exitCode = precision >= 0.9 && recall >= 0.7 ? 0 : 1;
