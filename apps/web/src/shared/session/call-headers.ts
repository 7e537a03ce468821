import type { Account } from '@touchstone/contracts/identity';

/** The origin of a call. */
export interface Caller {
  token: string | null;
  account: Account | null;
  /** The team selected in this browser. */
  teamId: string | null;
  /** Address for the recorded session. */
  recordedPath?: string | undefined;
}

// Header values are Latin-1 on the wire; fetch would throw for a name beyond that.
const headerText = (value: string) => (/^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value));

/** tokenHeaders returns headers with an access token. */
export const tokenHeaders = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  Custom: `Bearer ${token}`,
});

/** callHeaders returns headers of every call: session, organization and team. */
export function callHeaders({ token, account, teamId, recordedPath }: Caller): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Session-Recording-Url': recordedPath === undefined ? '' : headerText(recordedPath),
    ...(token !== null && tokenHeaders(token)),
  };
  if (account) {
    const team = account.teams.find((item) => item.teamId === teamId) ?? account.teams[0];
    headers.Login = headerText(account.email);
    headers['Organization-Id'] = headerText(account.organization_id);
    headers['Organization-Name'] = headerText(account.organization_name);
    if (team) headers['Team-Id'] = headerText(team.teamId);
  }
  return headers;
}
