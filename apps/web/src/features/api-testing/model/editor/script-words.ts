/** A completion of the script editor. */
export interface ScriptWord {
  label: string;
  detail: string;
}

const both: ScriptWord[] = [
  { label: 'pm.variables.get("")', detail: 'Value of a variable, nearest scope first' },
  { label: 'pm.variables.set("", "")', detail: 'Sets a variable for this run' },
  { label: 'pm.variables.replaceIn("")', detail: 'Fills {{variables}} in a text' },
  { label: 'pm.environment.get("")', detail: 'Value in the environment' },
  { label: 'pm.environment.set("", "")', detail: 'Sets a value of the environment' },
  { label: 'pm.environment.unset("")', detail: 'Removes a value of the environment' },
  { label: 'pm.collectionVariables.get("")', detail: 'Value of the suite' },
  { label: 'pm.collectionVariables.set("", "")', detail: 'Sets a value of the suite' },
  { label: 'pm.globals.get("")', detail: 'Value of the workspace' },
  { label: 'pm.globals.set("", "")', detail: 'Sets a value of the workspace' },
  { label: 'pm.request.method', detail: 'Method' },
  { label: 'pm.request.url.toString()', detail: 'Address' },
  { label: 'pm.request.headers.get("")', detail: 'Header of the request' },
  { label: 'pm.info.requestName', detail: 'Name of this script' },
  { label: 'pm.info.iteration', detail: 'Row of the data file, from 0' },
  { label: 'pm.iterationData.get("")', detail: 'Value of the data row' },
  { label: 'pm.cookies.get("")', detail: 'Cookie for this address' },
  { label: 'pm.sendRequest("", (error, response) => {})', detail: 'Sends another request' },
  { label: 'pm.execution.setNextRequest("")', detail: 'Name of the script that runs next' },
  { label: 'console.log()', detail: 'Writes to the console' },
];
const before: ScriptWord[] = [
  { label: 'pm.request.headers.upsert({ key: "", value: "" })', detail: 'Sets a header' },
  { label: 'pm.request.url.query.add({ key: "", value: "" })', detail: 'Adds a query parameter' },
  { label: 'pm.execution.skipRequest()', detail: 'Does not send this request' },
];
const after: ScriptWord[] = [
  { label: 'pm.test("", () => {})', detail: 'A test with its name' },
  { label: 'pm.expect()', detail: 'Assertion on a value' },
  { label: 'pm.response.json()', detail: 'Body read as JSON' },
  { label: 'pm.response.text()', detail: 'Body as text' },
  { label: 'pm.response.code', detail: 'Status code' },
  { label: 'pm.response.status', detail: 'Status text' },
  { label: 'pm.response.responseTime', detail: 'Milliseconds' },
  { label: 'pm.response.headers.get("")', detail: 'Header of the response' },
  { label: 'pm.response.to.have.status(200)', detail: 'Asserts the status' },
  { label: 'pm.response.to.have.header("")', detail: 'Asserts that a header is there' },
  { label: 'pm.response.to.have.jsonBody("")', detail: 'Asserts a value of the body' },
];

export type ScriptPart = 'preRequestScript' | 'testScript';

/** scriptWords returns the API available to a script of this kind. */
export const scriptWords = (part: ScriptPart): readonly ScriptWord[] =>
  part === 'testScript' ? [...after, ...both] : [...before, ...both];

/** A code snippet to start from. */
export interface Snippet {
  label: string;
  code: string;
}

/** scriptSnippets are common script snippets. */
export const scriptSnippets: Record<ScriptPart, readonly Snippet[]> = {
  preRequestScript: [
    { label: 'Set a variable', code: 'pm.variables.set("orderId", 7);' },
    { label: 'Set a variable to the present time', code: 'pm.variables.set("now", new Date().toISOString());' },
    {
      label: 'Set a header',
      code: 'pm.request.headers.upsert({ key: "X-Request-Id", value: pm.variables.replaceIn("{{$guid}}") });',
    },
    {
      label: 'Send a request first',
      code: 'pm.sendRequest("https://example.com/token", (error, response) => {\n  if (error) throw error;\n  pm.variables.set("token", response.json().token);\n});',
    },
  ],
  testScript: [
    { label: 'Status is 200', code: 'pm.test("status is 200", () => {\n  pm.response.to.have.status(200);\n});' },
    {
      label: 'A JSON value',
      code: 'pm.test("id is 7", () => {\n  pm.expect(pm.response.json().id).to.eql(7);\n});',
    },
    {
      label: 'Body contains a text',
      code: 'pm.test("body contains the name", () => {\n  pm.expect(pm.response.text()).to.include("name");\n});',
    },
    {
      label: 'Response time',
      code: 'pm.test("answers within 500 ms", () => {\n  pm.expect(pm.response.responseTime).to.be.below(500);\n});',
    },
    {
      label: 'A header is there',
      code: 'pm.test("has a content type", () => {\n  pm.response.to.have.header("Content-Type");\n});',
    },
    { label: 'Keep a value for later', code: 'pm.variables.set("id", pm.response.json().id);' },
    { label: 'Write to the console', code: 'console.log(pm.response.json());' },
  ],
};

/** withSnippet appends a snippet on its own lines. */
export const withSnippet = (code: string, snippet: string): string =>
  code.trim() === '' ? `${snippet}\n` : `${code.trimEnd()}\n\n${snippet}\n`;
