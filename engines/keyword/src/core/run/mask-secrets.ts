/** What stands in texts in place of a secret. */
export const mask = '••••';

function spellings(secret: string): string[] {
  const spelled = [secret, JSON.stringify(secret).slice(1, -1)];
  try {
    spelled.push(encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+'));
  } catch {
    // Half a surrogate pair has no such spelling.
  }
  return spelled;
}

/** secretMask gives a function that hides these values in a text, also as they are written in JSON and in addresses. */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter((secret) => secret.trim() !== '').flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => hidden.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}
