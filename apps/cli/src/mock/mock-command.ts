import { type Command, InvalidArgumentError } from 'commander';
import { outcomes } from '../outcome.ts';
import type { MockFlags } from './mock-run.ts';

const wholeNumber =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 0 || number > most)
      throw new InvalidArgumentError(`Give a whole number from 0 to ${most}.`);
    return number;
  };

/** addMockCommand declares `touchstone mock`. */
export function addMockCommand(program: Command): void {
  program
    .command('mock')
    .description('Serve a mock of documents: WireMock mappings, OpenAPI, Postman, HAR, Mockoon, WSDL')
    .argument('[files...]', 'documents, or folders of them; a folder with mappings and __files is one of WireMock')
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--https', 'serve https with an own certificate authority')
    .option('--ca-file <file>', 'with --https: write the certificate that callers have to trust')
    .option('--record <url>', 'send requests to this address and make stubs of the answers')
    .option('--partial', 'with --record: stubs answer what they match, only the rest goes to the address')
    .option('--proxy-unmatched <url>', 'send requests that no stub matches to this address')
    .option('--strict', 'refuse requests that do not fit the OpenAPI or WSDL document')
    .option('--validate', 'check requests and answers by the OpenAPI document and show what differs')
    .option('--crud', 'with OpenAPI: keep the records of lists, so that they can be created, changed and deleted')
    .option('--base-path <path>', 'with OpenAPI: path before those of the document, instead of that of its server')
    .option('--seed <number>', 'give the same random values each time', wholeNumber(2 ** 31))
    .option('--watch', 'read files again when they change')
    .option('--journal <number>', 'requests that are kept to be searched', wholeNumber(1_000_000), 10_000)
    .option('--insecure', 'accept every certificate of upstreams and callbacks')
    .option('--cors', 'let browsers of every origin read the answers')
    .option('--templates', 'treat every stub as a template')
    .option(
      '--state <scope>',
      'whose state it is: global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME',
      'global',
    )
    .option('--schema', 'print the format of stubs as a JSON Schema, and end')
    .option('--quiet', 'write no line for each request')
    .addHelpText('after', '\nExit code: 0 stopped by Ctrl C, 2 the mock could not be started.\n')
    .action(async (files: string[], { schema, ...flags }: MockFlags & { schema?: boolean }) => {
      if (schema) {
        const { stubSchema } = await import('@touchstone/engine-mock/core');
        console.log(JSON.stringify(stubSchema, null, 2));
        return;
      }
      const { runMock } = await import('./mock-run.ts');
      process.exitCode = outcomes[await runMock(files, flags)];
    });
}
