export type PasswordProblem = 'passwordTooShort' | 'passwordTooLong' | 'passwordTooCommon';

/**
 * findPasswordProblem applies the rules of OWASP ASVS 5.0 §6.2: length and no common password (compared in lower case),
 * no composition rules.
 */
export function findPasswordProblem(password: string, common: ReadonlySet<string>): PasswordProblem | undefined {
  const { length } = [...password];
  if (length < 8) return 'passwordTooShort';
  if (password.length > 1024) return 'passwordTooLong';
  return common.has(password.toLowerCase()) ? 'passwordTooCommon' : undefined;
}
