import { findFloorPlanProblems } from './check/floor-plan.ts';
import { root } from './processes.ts';

const problems = findFloorPlanProblems(root);
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('Every file has its place.');
process.exitCode = problems.length === 0 ? 0 : 1;
