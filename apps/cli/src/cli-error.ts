/** CliError ends the program with exit code 2; the message tells the user what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
