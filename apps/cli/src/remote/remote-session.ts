import { ApiError, type Client, createClient } from '@touchstone/contracts';
import { identityRoutes } from '@touchstone/contracts/identity';
import { CliError } from '../cli-error.ts';
import type { ServerAccess } from './server-options.ts';

/** How long before its expiry a token is renewed. */
const marginMs = 30_000;

/** openRemoteSession signs in to a server and returns its typed client; tokens are renewed during a long run. */
export async function openRemoteSession(access: ServerAccess): Promise<Client> {
  const { server, user, password, token } = access;
  if (!URL.canParse(server) || !/^https?:/i.test(server))
    throw new CliError(`--server "${server}" is not an address. Write it like http://localhost:7700.`);
  if (token) return createClient({ baseUrl: server, headers: () => ({ Authorization: `Bearer ${token}` }) });
  if (!user || !password)
    throw new CliError('Give --user and --password (or TOUCHSTONE_USER and TOUCHSTONE_PASSWORD), or --token.');
  const signIn = new SignIn(createClient({ baseUrl: server }), server, user, password);
  await signIn.token();
  return createClient({ baseUrl: server, headers: async () => ({ Authorization: `Bearer ${await signIn.token()}` }) });
}

/** Holds the newest access token of a user. */
class SignIn {
  readonly #client: Client;
  readonly #server: string;
  readonly #user: string;
  readonly #password: string;
  #current: Promise<{ token: string; refreshToken: string | undefined; endsAt: number }> | undefined;

  constructor(client: Client, server: string, user: string, password: string) {
    this.#client = client;
    this.#server = server;
    this.#user = user;
    this.#password = password;
  }

  async token(): Promise<string> {
    const pending = this.#current;
    const current = await pending;
    if (current && current.endsAt - marginMs > Date.now()) return current.token;
    // Concurrent calls share one renewal: a refresh token can be used only once.
    if (this.#current === pending) this.#current = current ? this.#renew(current.refreshToken) : this.#signIn();
    return (await this.#current)?.token ?? this.token();
  }

  async #renew(refreshToken: string | undefined) {
    if (!refreshToken) return this.#signIn();
    return this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken }).catch(() => this.#signIn());
  }

  #signIn() {
    return this.#ask({ grant_type: 'password', username: this.#user, password: this.#password });
  }

  async #ask(body: { grant_type: string; username?: string; password?: string; refresh_token?: string }) {
    try {
      const answer = await this.#client.call(identityRoutes.token, { body });
      const endsAt = Date.now() + answer.expires_in * 1000;
      return { token: answer.access_token, refreshToken: answer.refresh_token, endsAt };
    } catch (error) {
      this.#current = undefined;
      if (error instanceof ApiError && (error.status === 400 || error.status === 401))
        throw new CliError(
          `The server did not let ${this.#user} in: ${error.message} Check --user and --password (or TOUCHSTONE_USER and TOUCHSTONE_PASSWORD).`,
        );
      throw explained(error, this.#server);
    }
  }
}

/** explained turns a rejected call into a message that says what to do. */
export function explained(error: unknown, server: string): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 0)
    return new CliError(
      `No server answers at ${server}. Start it with "npm start", or give its address with --server.`,
    );
  if (error.status === 401)
    return new CliError(`The server refused the token: ${error.message} Sign in again or give a new --token.`);
  if (error.status === 404 && error.code === 'UNKNOWN')
    return new CliError(`The server at ${server} does not know this call. Is it a Touchstone server?`);
  const details = error.details.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  return new CliError(`The server answered: ${error.message}${details}`);
}
