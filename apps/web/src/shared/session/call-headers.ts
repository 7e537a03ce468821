import type { Account } from '@touchstone/contracts/identity';

/** Whose calls they are. */
export interface Caller {
  token: string | null;
  account: Account | null;
  /** The team that was chosen in this browser. */
  teamId: string | null;
  /** The address that a recorded session shows. */
  recordedPath?: string | undefined;
}

// Header values are Latin-1 on the wire; a name beyond that would make fetch throw.
const headerText = (value: string) => (/^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value));

/** tokenHeaders carry an access token. */
export const tokenHeaders = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  Custom: `Bearer ${token}`,
});

/** callHeaders are the headers of every call: session, organization and team. */
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
