let known: Promise<ReadonlySet<string>> | undefined;

/**
 * loadFrequentPasswords returns the most frequently leaked passwords, in lower case; the list is loaded on the first
 * call.
 */
export function loadFrequentPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return known;
}
