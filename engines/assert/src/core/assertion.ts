/** The part of a response that an assertion checks. */
export type AssertionKind =
  | 'status'
  | 'header'
  | 'jsonPath'
  | 'xpath'
  | 'body'
  | 'responseTime'
  | 'size'
  | 'jsonSchema'
  /** `expected` is the text of an XML Schema to validate the body against. */
  | 'xsd'
  /** Whole days until the server's certificate expires. */
  | 'certificateDays';

/** How an assertion compares the actual value with the expected one. */
export type AssertionOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'matches'
  | 'greaterThan'
  | 'greaterOrEqual'
  | 'lessThan'
  | 'lessOrEqual'
  | 'exists'
  | 'notExists'
  | 'type'
  | 'length'
  | 'in'
  /** Like `equals`, but also ignores the order of list items and of XML siblings. */
  | 'equalsIgnoringOrder'
  /** Every match satisfies `expected`: `{ "operator": …, "expected": … }`, or a value that each must equal. */
  | 'each'
  /** The value is valid against the JSON Schema in `expected`. */
  | 'schema';

/** A check of the response. `expected` may contain `{{variables}}` if it is a string. */
export interface HttpAssertion {
  id?: string;
  kind: AssertionKind;
  /** Header name, JSONPath (RFC 9535) or XPath 3.1. */
  path?: string;
  operator: AssertionOperator;
  expected?: unknown;
  enabled?: boolean;
}

/** Extracts a value from the response into the variable `name` for later steps. */
export interface HttpDataHandler {
  id?: string;
  name: string;
  source: 'jsonPath' | 'xpath' | 'header' | 'cookie' | 'regex' | 'status' | 'body';
  path: string;
  enabled?: boolean;
}

/** Headers in the order and spelling of the wire; names may repeat. */
export type HeaderList = [name: string, value: string][];

/** A body, decompressed and truncated at the session's limit. */
export interface BodyBytes {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** Total bytes after decompression, including those beyond the limit. */
  sizeBytes: number;
  truncated: boolean;
}

/** ProofLine is one line of a response; marked if the assertion failed there. */
export interface ProofLine {
  /** Line number in the most readable form of the body: JSON indented, texts as received. Other parts have none. */
  number?: number;
  /** Cut at 300 characters. */
  text: string;
  isMarked?: true;
}

/** Proof is the part of a response that shows why an assertion failed. */
export interface Proof {
  source: 'response' | 'headers' | 'body' | 'timing' | 'certificate';
  lines: ProofLine[];
  /** Why there are fewer lines than expected. */
  note?: string;
}

/** SchemaFault is one constraint of a schema that a value violates. */
export interface SchemaFault {
  /** Place in the body: a JSON pointer, or the line of an XML document. Empty for the whole. */
  place: string;
  message: string;
  /** Its line number in the proof. */
  line?: number;
}

/** Result of an assertion. */
export interface AssertionResult {
  id?: string;
  /** `script`: a test in a script, whose name is in `path`. */
  kind: AssertionKind | 'script';
  path?: string;
  operator: AssertionOperator;
  expected?: unknown;
  /** The actual value, cut at 2,000 characters. */
  actual?: unknown;
  status: 'passed' | 'failed';
  /** One sentence for the user, for example `JSON $.total: expected 42.50, got 42.05`. */
  message: string;
  /** The first 20 violations of a schema; `message` has their total number. */
  faults?: SchemaFault[];
  /** Set for a failed assertion, if requested. */
  proof?: Proof;
}

/** The value that a data handler extracted from a response. */
export interface Extracted {
  name: string;
  value: string;
  found: boolean;
  message?: string;
}
