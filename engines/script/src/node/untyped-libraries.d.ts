declare module 'chai/chai.js' {
  const chai: {
    expect: (subject: unknown, note?: unknown) => Record<string, unknown>;
    AssertionError: new () => Error;
    use(plugin: unknown): void;
  };
  export default chai;
}
declare module 'chai-postman' {
  const plugin: (sdk: object, lodash: object, ajv: undefined) => (chai: unknown, utilities: unknown) => void;
  export default plugin;
}
declare module 'lodash/*' {
  const work: (...input: unknown[]) => unknown;
  export default work;
}
