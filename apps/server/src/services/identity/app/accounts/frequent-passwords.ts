let known: Promise<ReadonlySet<string>> | undefined;

/** loadFrequentPasswords gives the passwords, in small letters, that leaks hold most often; the list is loaded at the first call. */
export function loadFrequentPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return known;
}
