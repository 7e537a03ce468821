import { invitedLoginsSchema } from '@touchstone/contracts/user-management';

/** parseEmails parses addresses separated by commas, semicolons, spaces or lines; a problem names the invalid ones. */
export function parseEmails(text: string): { logins: string[]; problem?: string } {
  const logins = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((login) => login.toLowerCase());
  if (logins.length === 0) return { logins, problem: 'Please enter email id' };
  const repeated = new Set(logins.filter((login, index) => logins.indexOf(login) !== index));
  if (repeated.size > 0) return { logins, problem: 'Please remove duplicate emails' };
  const parsed = invitedLoginsSchema.safeParse(logins);
  if (parsed.success) return { logins };
  const wrong = parsed.error.issues.flatMap(({ path: [index] }) => logins[Number(index)] ?? []);
  const [issue] = parsed.error.issues;
  return {
    logins,
    problem: wrong.length ? `Please enter valid email id: ${wrong.join(', ')}` : (issue?.message ?? ''),
  };
}
