/** CliError ends the program with exit code 2; its message tells the user what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
