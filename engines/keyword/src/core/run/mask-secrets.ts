/** Replaces a secret in texts. */
export const mask = '••••';

function spellings(secret: string): string[] {
  const spelled = [secret, JSON.stringify(secret).slice(1, -1)];
  try {
    spelled.push(encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+'));
  } catch {
    // Half a surrogate pair can't be encoded.
  }
  return spelled;
}

/** secretMask returns a function that masks these values in a text, including their JSON and URL encodings. */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter((secret) => secret.trim() !== '').flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => hidden.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}
