/** ComparedValues are what an expectation wanted and what it found; absent where it was undefined. */
export interface ComparedValues {
  expected?: unknown;
  actual?: unknown;
}

const longestValues = 4000;
/** What chai says where one value has to equal another, with a note of the script in front or without. */
const equality = /^(.*: )?expected [\s\S]* to ((deeply |loosely )?equal [\s\S]*|be (true|false))$/;

// Kept from before any script runs.
const { stringify, parse } = JSON;

/** comparedValues reads the two values of a failed "equals" as JSON; undefined where something else failed, or they are long. */
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
