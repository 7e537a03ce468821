import { currentProgram } from './program/current-program.ts';

/** Builds the product's programs if their sources have changed, and prints where they are. */
console.log(await currentProgram());
