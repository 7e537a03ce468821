import module, { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before everything else in a worker: code whose types are taken off to run in a sandbox is told of the fault that
 * is tried, because it sees no environment there.
 */
const strip = module.stripTypeScriptTypes;
module.stripTypeScriptTypes = (code, options) => {
  const fault = process.env.__STRYKER_ACTIVE_MUTANT__;
  const named = fault === undefined ? '' : `globalThis.__stryker__ ??= { activeMutant: ${JSON.stringify(fault)} };`;
  return `${named}${strip(code, options)}`;
};
syncBuiltinESMExports();
