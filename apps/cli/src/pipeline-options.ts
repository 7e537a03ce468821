/**
 * Options of runs stored by a server. Their values are defined elsewhere, because that loads the schemas of the
 * server's calls.
 */
export const labelOption: [flags: string, text: string] = [
  '--label <words>',
  'kept with the run at the server, such as a branch or a build (or TOUCHSTONE_LABEL; default: what the pipeline says)',
];
export const commitOption: [flags: string, text: string] = [
  '--commit <id>',
  'commit that is tested (or TOUCHSTONE_COMMIT; default: what the pipeline says)',
];
