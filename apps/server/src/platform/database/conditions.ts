/** containsPattern is an ILIKE pattern for "contains this text", with its wildcards taken literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** isUniqueViolation tells whether a statement failed because the named unique index has the value already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: string; constraint?: string };
    if (code === '23505' && constraint === index) return true;
  }
  return false;
}
