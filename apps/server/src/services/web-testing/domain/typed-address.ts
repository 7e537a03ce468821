/** typedAddress completes an address as users type it: `https` for a name without a scheme, `http` for this machine. */
export function typedAddress(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text;
  const isHere = /^(?:localhost(?![\w.-])|127\.|\[::1\]|0\.0\.0\.0)/i.test(text);
  return `${isHere ? 'http' : 'https'}://${text}`;
}
