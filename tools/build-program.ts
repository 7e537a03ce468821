import { currentProgram } from './program/current-program.ts';

/** Builds the programs of the product where their sources changed, and says where they lie. */
console.log(await currentProgram());
