import module, { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded first in a worker: passes the active fault to code whose types are stripped for running in a sandbox, because
 * it has no environment there.
 */
const strip = module.stripTypeScriptTypes;
module.stripTypeScriptTypes = (code, options) => {
  const fault = process.env.__STRYKER_ACTIVE_MUTANT__;
  const named = fault === undefined ? '' : `globalThis.__stryker__ ??= { activeMutant: ${JSON.stringify(fault)} };`;
  return `${named}${strip(code, options)}`;
};
syncBuiltinESMExports();
