/** ComparedValues are the expected and the actual value of an expectation; absent if undefined. */
export interface ComparedValues {
  expected?: unknown;
  actual?: unknown;
}

const longestValues = 4000;
/** chai's message of a failed equality, with or without a note of the script in front. */
const equality = /^(.*: )?expected [\s\S]* to ((deeply |loosely )?equal [\s\S]*|be (true|false))$/;

// Captured before any script runs.
const { stringify, parse } = JSON;

/**
 * comparedValues returns the two values of a failed "equals" as JSON; undefined if something else failed, or they are
 * too long.
 */
export function comparedValues(thrown: unknown): ComparedValues | undefined {
  try {
    const { name, message, expected, actual } = thrown as Record<'name' | 'message' | keyof ComparedValues, unknown>;
    if (name !== 'AssertionError' || typeof message !== 'string' || expected === undefined) return undefined;
    if (!equality.test(message)) return undefined;
    const text = stringify({ expected, actual });
    return text.length > longestValues ? undefined : (parse(text) as ComparedValues);
  } catch {
    return undefined;
  }
}
