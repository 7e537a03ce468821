/** What of a response an assertion looks at. */
export type AssertionKind =
  | 'status'
  | 'header'
  | 'jsonPath'
  | 'xpath'
  | 'body'
  | 'responseTime'
  | 'size'
  | 'jsonSchema'
  /** `expected` is the text of an XML Schema that the body is validated against. */
  | 'xsd'
  /** Whole days until the server's certificate expires. */
  | 'certificateDays';

/** How an assertion compares what it found with what it expects. */
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
  /** As `equals`, and the order of list items and of XML siblings does not matter either. */
  | 'equalsIgnoringOrder'
  /** Every match satisfies `expected`: `{ "operator": …, "expected": … }`, or a value that each equals. */
  | 'each'
  /** The value matches the JSON Schema in `expected`. */
  | 'schema';

/** A statement about the response. `expected` may hold `{{variables}}` where it is a string. */
export interface HttpAssertion {
  id?: string;
  kind: AssertionKind;
  /** Header name, JSONPath (RFC 9535) or XPath 3.1. */
  path?: string;
  operator: AssertionOperator;
  expected?: unknown;
  enabled?: boolean;
}

/** Takes a value out of the response and keeps it as variable `name` for later steps. */
export interface HttpDataHandler {
  id?: string;
  name: string;
  source: 'jsonPath' | 'xpath' | 'header' | 'cookie' | 'regex' | 'status' | 'body';
  path: string;
  enabled?: boolean;
}

/** Headers in the order and spelling of the wire; a name may stand more than once. */
export type HeaderList = [name: string, value: string][];

/** A body, decompressed and cut at the cap of the session. */
export interface BodyBytes {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** Bytes on the wire after decompression, also those beyond the cap. */
  sizeBytes: number;
  truncated: boolean;
}

/** ProofLine is one line of a response; marked where it is the place that an assertion failed on. */
export interface ProofLine {
  /** Line of the body as it is read most easily: JSON indented, texts as they came. Lines of other parts have none. */
  number?: number;
  /** Cut at 300 characters. */
  text: string;
  isMarked?: true;
}

/** Proof is the part of a response that shows why an assertion failed. */
export interface Proof {
  source: 'response' | 'headers' | 'body' | 'timing' | 'certificate';
  lines: ProofLine[];
  /** Why there are fewer lines than one would expect. */
  note?: string;
}

/** SchemaFault is one statement of a schema that a value does not meet. */
export interface SchemaFault {
  /** Where in the body: a JSON pointer, or the line of an XML document. Empty where it is the whole. */
  place: string;
  message: string;
  /** Its line among those of the proof. */
  line?: number;
}

/** What an assertion found. */
export interface AssertionResult {
  id?: string;
  /** `script`: a test of a script, whose name is in `path`. */
  kind: AssertionKind | 'script';
  path?: string;
  operator: AssertionOperator;
  expected?: unknown;
  /** What was found, cut at 2,000 characters. */
  actual?: unknown;
  status: 'passed' | 'failed';
  /** One sentence for the user, such as `JSON $.total: expected 42.50, got 42.05`. */
  message: string;
  /** What a schema finds fault with, the first 20; `message` has their number. */
  faults?: SchemaFault[];
  /** Of a failed assertion, where it was asked for. */
  proof?: Proof;
}

/** What a data handler read from a response. */
export interface Extracted {
  name: string;
  value: string;
  found: boolean;
  message?: string;
}
