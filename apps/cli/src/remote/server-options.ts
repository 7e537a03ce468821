import type { Command } from 'commander';

/** Options of every command that talks to a server. */
export interface ServerFlags {
  server: string;
  user?: string;
  password?: string;
  token?: string;
}

/** Where the server is, and who signs in. */
export interface ServerAccess {
  server: string;
  user: string | undefined;
  password: string | undefined;
  token: string | undefined;
}

/**
 * addServerOptions declares the options for the server's address and the sign-in; environment variables are the
 * defaults.
 */
export const addServerOptions = (command: Command, condition = ''): Command =>
  command
    .option(
      '--server <url>',
      `${condition}address of the server (or TOUCHSTONE_URL)`,
      process.env.TOUCHSTONE_URL || 'http://localhost:7700',
    )
    .option('--user <e-mail>', 'who signs in (or TOUCHSTONE_USER)')
    .option('--password <password>', 'better given as TOUCHSTONE_PASSWORD')
    .option('--token <token>', 'access token instead of user and password (or TOUCHSTONE_TOKEN)');

/** serverAccess reads the options declared by `addServerOptions`. */
export function serverAccess({ server, user, password, token }: ServerFlags): ServerAccess {
  const { TOUCHSTONE_USER, TOUCHSTONE_PASSWORD, TOUCHSTONE_TOKEN } = process.env;
  return {
    server: server.replace(/\/+$/, ''),
    user: user ?? TOUCHSTONE_USER,
    password: password ?? TOUCHSTONE_PASSWORD,
    token: token ?? TOUCHSTONE_TOKEN,
  };
}
