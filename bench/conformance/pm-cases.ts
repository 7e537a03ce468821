import { each, type ScriptCase } from './script-case.ts';

/** Members of `pm`, older globals and the language. */
export const pmCases: readonly ScriptCase[] = [
  {
    name: 'pm.info',
    test: each([
      'pm.expect(pm.info.eventName).to.equal("test")',
      'pm.expect(pm.info.requestName).to.equal("pm.info")',
      'pm.expect(pm.info.iteration).to.equal(0)',
      'pm.expect(pm.info.iterationCount).to.equal(1)',
      'pm.expect(pm.info.requestId).to.be.a("string")',
    ]),
    before: each(['pm.expect(pm.info.eventName).to.equal("prerequest")']),
  },
  {
    name: 'members of the response',
    test: each([
      'pm.expect(pm.response.code).to.equal(200)',
      'pm.expect(pm.response.status).to.equal("OK")',
      'pm.expect(pm.response.reason()).to.equal("OK")',
      'pm.expect(pm.response.text()).to.include("Ada")',
      'pm.expect(pm.response.json().id).to.equal(7)',
      'pm.expect(pm.response.responseTime).to.be.a("number")',
      'pm.expect(pm.response.responseSize).to.equal(pm.response.text().length)',
      'pm.expect(pm.response.size().body).to.equal(pm.response.text().length)',
      'pm.expect(pm.response.size()).to.have.all.keys("body", "header", "total")',
      'pm.expect(pm.response.details().name).to.equal("OK")',
      'pm.expect(pm.response.contentInfo().mimeFormat).to.equal("json")',
      'pm.expect(pm.response.mime).to.be.a("function")',
      'pm.expect(pm.response.encoding()).to.be.an("object")',
      'pm.expect(pm.response.dataURI()).to.match(/^data:application/)',
      'pm.expect(pm.response.stream.toString()).to.equal(pm.response.text())',
      'pm.expect(pm.response.json((key, value) => key === "id" ? 8 : value).id).to.equal(8)',
      'pm.expect(pm.response.toJSON().code).to.equal(200)',
      'pm.expect(pm.response.cookies.count()).to.equal(0)',
      'pm.expect(pm.response.nope).to.be.undefined',
    ]),
  },
  {
    name: 'bodies that are no JSON',
    path: 'text',
    test: each([
      'pm.response.json()',
      'pm.response.to.be.json',
      'pm.response.to.not.be.json',
      'pm.response.to.have.jsonBody("a")',
      'pm.expect(pm.response.text()).to.include("Ada")',
      'pm.expect(pm.response.contentInfo().mimeType).to.equal("text")',
    ]),
  },
  {
    name: 'a byte order mark',
    path: 'mark',
    test: each(['pm.expect(pm.response.json().a).to.equal(1)', 'pm.response.to.be.json']),
  },
  {
    name: 'JSON with a call around it',
    path: 'jsonp',
    test: each(['pm.expect(pm.response.jsonp().a).to.equal(1)', 'pm.response.json()']),
  },
  {
    name: 'bytes',
    path: 'bytes',
    test: each([
      'pm.expect(pm.response.stream.length).to.equal(6)',
      'pm.expect(pm.response.stream[0]).to.equal(0x89)',
      'pm.expect(pm.response.responseSize).to.equal(6)',
      'pm.expect(pm.response.contentInfo().mimeType).to.equal("image")',
      'pm.expect(pm.response.stream.toString("base64")).to.equal("iVBOR/8A")',
    ]),
  },
  {
    name: 'no body',
    path: 'empty',
    test: each([
      'pm.response.to.have.status(204)',
      'pm.response.to.be.withBody',
      'pm.response.to.be.withoutContent',
      'pm.expect(pm.response.text()).to.equal("")',
      'pm.response.json()',
    ]),
  },
  {
    name: 'headers',
    path: 'twice',
    test: each([
      'pm.expect(pm.response.headers.get("x-twice")).to.be.oneOf(["1", "2", "1, 2"])',
      'pm.expect(pm.response.headers.has("X-Twice")).to.be.true',
      'pm.expect(pm.response.headers.has("content-type", "text/plain")).to.be.true',
      'pm.expect(pm.response.headers.one("content-type").value).to.equal("text/plain")',
      'pm.expect(pm.response.headers.all()).to.be.an("array")',
      'pm.expect(pm.response.headers.toObject()).to.be.an("object")',
      'let n = 0; pm.response.headers.each(() => { n += 1 }); pm.expect(n).to.equal(pm.response.headers.count())',
      'pm.expect(pm.response.headers.map((h) => h.key.toLowerCase())).to.include("content-type")',
      'pm.expect(pm.response.headers.filter((h) => h.key.toLowerCase() === "content-type")).to.have.lengthOf(1)',
      'pm.expect(pm.response.headers.find((h) => h.value === "text/plain").key.toLowerCase()).to.equal("content-type")',
      'pm.expect(pm.response.headers.reduce((sum) => sum + 1, 0)).to.equal(pm.response.headers.count())',
      'pm.expect(pm.response.headers.idx(0)).to.have.property("key")',
      'pm.expect(pm.response.headers.indexOf("nope")).to.equal(-1)',
      'pm.expect(pm.response.headers.get("nope")).to.be.undefined',
    ]),
  },
  {
    name: 'members of the request',
    path: 'echo/a?x=1&y=',
    before: each([
      'pm.expect(pm.request.method).to.equal("GET")',
      'pm.expect(pm.request.url.getPath()).to.include("echo")',
      'pm.request.headers.add({ key: "X-New", value: "n" })',
      'pm.expect(pm.request.headers.has("x-new")).to.be.true',
      'pm.request.addHeader("X-More: m")',
      'pm.request.upsertHeader({ key: "X-Up", value: "u" })',
      'pm.request.removeHeader("X-More")',
      'pm.request.addQueryParams("z=3")',
      'pm.request.removeQueryParams("y")',
    ]),
    test: each([
      'pm.expect(pm.request.url.toString()).to.match(/^http:/)',
      'pm.expect(pm.request.url.getPath()).to.equal("/echo/a")',
      'pm.expect(pm.request.url.path).to.eql(["echo", "a"])',
      'pm.expect(pm.request.url.query.get("x")).to.equal("1")',
      'pm.expect(pm.request.url.query.has("z")).to.be.true',
      'pm.expect(pm.request.url.getQueryString()).to.equal("x=1&z=3")',
      'pm.expect(pm.request.url.getHost()).to.equal("127.0.0.1")',
      'pm.expect(pm.request.url.protocol).to.equal("http")',
      'pm.expect(pm.request.url.port).to.be.a("string")',
      'pm.expect(pm.request.url.getRemote()).to.match(/^127/)',
      'pm.expect(pm.request.url.getPathWithQuery()).to.equal("/echo/a?x=1&z=3")',
      'pm.expect(pm.request.getHeaders()).to.be.an("object")',
      'pm.expect(pm.request.headers.get("X-New")).to.equal("n")',
      'pm.expect(pm.response.json().headers["x-up"]).to.equal("u")',
      'pm.expect(pm.response.json().headers["x-more"]).to.be.undefined',
      'pm.request.to.have.header("X-New")',
      'pm.expect(pm.request.clone().method).to.equal("GET")',
      'pm.expect(pm.request.toJSON().method).to.equal("GET")',
      'pm.expect(pm.request.size()).to.be.an("object")',
    ]),
  },
  ...['environment', 'globals', 'collectionVariables'].map((scope) => ({
    name: `pm.${scope}`,
    environment: { given: 'g' },
    globals: { given: 'g' },
    before: `pm.${scope}.set("old", "o"); pm.${scope}.set("n", 1);`,
    test: each([
      `pm.expect(pm.${scope}.get("old")).to.equal("o")`,
      `pm.expect(pm.${scope}.get("n")).to.equal(1)`,
      `pm.expect(pm.${scope}.has("old")).to.be.true`,
      `pm.expect(pm.${scope}.has("none")).to.be.false`,
      `pm.${scope}.unset("old"); pm.expect(pm.${scope}.has("old")).to.be.false`,
      `pm.${scope}.set("o", { a: 1 }); pm.expect(pm.${scope}.get("o").a).to.equal(1)`,
      `pm.expect(pm.${scope}.toObject()).to.include({ n: 1 })`,
      `pm.expect(pm.${scope}.replaceIn("{{n}}-{{none}}")).to.equal("1-{{none}}")`,
      `pm.expect(pm.${scope}.name).to.satisfy(() => true)`,
      `pm.expect(pm.${scope}.values.count()).to.be.above(0)`,
      `pm.${scope}.set("u", undefined); pm.expect(pm.${scope}.has("u")).to.be.true`,
      `pm.${scope}.clear(); pm.expect(pm.${scope}.toObject()).to.eql({})`,
      `pm.expect(pm.${scope}.get("given")).to.be.undefined`,
      `pm.expect(pm.${scope}.nope).to.be.undefined`,
      `pm.${scope}.nope()`,
    ]),
  })),
  {
    name: 'pm.variables',
    environment: { a: 'environment', b: 'environment' },
    globals: { a: 'global', b: 'global', c: 'global' },
    data: [{ a: 'row', d: 5 }],
    before: 'pm.collectionVariables.set("b", "collection"); pm.collectionVariables.set("c", "collection");',
    test: each([
      'pm.expect(pm.variables.get("a")).to.equal("row")',
      'pm.expect(pm.variables.get("b")).to.equal("environment")',
      'pm.expect(pm.variables.get("c")).to.equal("collection")',
      'pm.expect(pm.variables.get("d")).to.equal(5)',
      'pm.variables.set("a", "local"); pm.expect(pm.variables.get("a")).to.equal("local")',
      'pm.expect(pm.variables.has("none")).to.be.false',
      'pm.expect(pm.variables.replaceIn("{{a}} {{b}} {{d}}")).to.equal("local environment 5")',
      'pm.expect(pm.variables.toObject()).to.include({ c: "collection" })',
      'pm.variables.unset("a"); pm.expect(pm.variables.get("a")).to.equal("row")',
      'pm.expect(pm.variables.replaceIn("{{$guid}}")).to.match(/^[0-9a-f-]{36}$/)',
      'pm.expect(pm.variables.replaceIn({ x: "{{b}}" })).to.eql({ x: "environment" })',
    ]),
  },
  {
    name: 'rows of data',
    data: [
      { n: 1, t: '1', b: true, o: { a: 1 }, z: null },
      { n: 2, t: '2', b: false, o: { a: 2 }, z: null },
    ],
    test: each([
      'pm.expect(pm.iterationData.get("n")).to.equal(pm.info.iteration + 1)',
      'pm.expect(pm.iterationData.get("t")).to.be.a("string")',
      'pm.expect(pm.iterationData.get("b")).to.be.a("boolean")',
      'pm.expect(pm.iterationData.get("o").a).to.be.a("number")',
      'pm.expect(data.n).to.be.a("number")',
      'pm.expect(pm.iterationData.has("none")).to.be.false',
      'pm.expect(pm.iterationData.toObject()).to.have.property("t")',
      'pm.expect(pm.info.iterationCount).to.equal(2)',
      'pm.expect(iteration).to.equal(pm.info.iteration)',
      'pm.expect(pm.iterationData.get("z")).to.be.null',
      'pm.expect(pm.variables.get("n")).to.be.a("number")',
    ]),
  },
  {
    name: 'kinds of tests',
    test: 'pm.test("plain", () => {}); pm.test("no function"); pm.test("done", (done) => setTimeout(() => done(), 5)); pm.test("done with an error", (done) => setTimeout(() => done(new Error("x")), 5)); pm.test.skip("skipped", () => {}); pm.test("chained", () => {}).test("next", () => {}); pm.test("index", () => pm.expect(pm.test.index()).to.be.a("number")); pm.test("throws text", () => { throw "text" }); pm.test("throws null", () => { throw null });',
  },
  {
    name: 'older tests',
    test: 'tests["code"] = responseCode.code === 200; tests["name"] = responseCode.name === "OK"; tests["body"] = responseBody.has("Ada"); tests["not"] = responseBody.has("nope"); tests["header"] = postman.getResponseHeader("Content-Type").indexOf("json") > 0; tests["headers"] = Object.keys(responseHeaders).length > 0; tests["time"] = responseTime < 20000; tests["zero"] = 0; tests["text"] = "x"; tests["request"] = request.method === "GET"; tests["url"] = request.url.indexOf("/user") > 0; tests["name of the request"] = request.name === "older tests"; tests["json"] = JSON.parse(responseBody).id === 7; tests["iteration"] = iteration === 0;',
  },
  {
    name: 'older variables',
    environment: { given: 'e' },
    globals: { given: 'g' },
    test: 'postman.setEnvironmentVariable("a", 5); postman.setGlobalVariable("b", { c: 1 }); tests["read"] = postman.getEnvironmentVariable("a") === "5"; tests["live"] = environment.a === "5"; tests["live global"] = globals.b === "[object Object]"; tests["given"] = environment.given === "e"; tests["global"] = globals.given === "g"; tests["newer"] = pm.environment.get("a") === "5"; postman.clearEnvironmentVariable("a"); tests["cleared"] = environment.a === undefined; postman.clearGlobalVariables(); tests["all cleared"] = postman.getGlobalVariable("given") === undefined; environment.own = 1; tests["assigned"] = environment.own === 1; tests["keys"] = Object.keys(environment).indexOf("given") >= 0;',
  },
  {
    name: 'pm.execution and pm.visualizer',
    test: each([
      'pm.expect(pm.execution.location.current).to.be.a("string")',
      'pm.expect(pm.execution.location).to.be.an("array")',
      'pm.visualizer.set("<b>{{a}}</b>", { a: 1 })',
      'pm.visualizer.set(5)',
      'pm.visualizer.set("x", "y")',
      'pm.visualizer.clear()',
      'pm.expect(pm.execution.setNextRequest).to.be.a("function")',
    ]),
  },
  {
    name: 'the language',
    test: each(
      [
        'pm.expect([1, [2]].flat()).to.eql([1, 2])',
        'pm.expect(({ a: { b: 1 } })?.a?.b ?? 2).to.equal(1)',
        'pm.expect("a-b".replaceAll("-", "")).to.equal("ab")',
        'const { id, ...rest } = pm.response.json(); pm.expect(rest).to.not.have.property("id")',
        'pm.expect(typeof window).to.equal("undefined")',
        'pm.expect(new Intl.NumberFormat("en").format(1)).to.equal("1")',
      ].slice(0, 5),
    ),
  },
  {
    name: 'globals that are functions',
    test: each([
      'pm.expect(console.log("x")).to.be.undefined',
      'console.error("x"); console.info("x"); console.warn("x"); console.debug("x")',
      'pm.expect(encodeURIComponent("ä")).to.equal("%C3%A4")',
      'pm.expect(parseInt("12px", 10)).to.equal(12)',
      'eval("1 + 1")',
      'pm.expect(eval("1 + 1")).to.equal(2)',
      'pm.expect(new Function("return 3")()).to.equal(3)',
      'nope()',
    ]),
  },
  {
    name: 'code kept in a variable',
    before: 'pm.globals.set("code", "(function () { return { twice: function (n) { return n * 2 } } })");',
    test: each(['const tools = eval(pm.globals.get("code"))(); pm.expect(tools.twice(2)).to.equal(4)']),
  },
  {
    name: 'names that scripts declare themselves',
    test: 'var tests2 = 1; var _ = require("lodash"); let request2 = pm.request; var data = pm.response.json(); const moment = require("moment"); pm.test("own", () => { pm.expect(data.id).to.equal(7); pm.expect(_.VERSION).to.match(/^4/); });',
  },
  {
    name: 'the cookie jar',
    test: `const jar = pm.cookies.jar();
const url = pm.environment.get('base');
const test = (name, check) => pm.test(name, check);
jar.set(url, 'a', '1', (error, kept) => {
  test('set', () => { pm.expect(error).to.be.null; pm.expect(kept.value).to.equal('1'); });
  jar.set(url, { name: 'b', value: '2', httpOnly: true }, () => jar.get(url, 'a', (e, value) => {
    test('get', () => pm.expect(value).to.equal('1'));
    jar.getAll(url, (e2, all) => {
      test('all', () => { pm.expect(all.count()).to.equal(2); pm.expect(all.get('b')).to.equal('2'); });
      jar.unset(url, 'a', () => jar.get(url, 'a', (e3, gone) => {
        test('unset', () => pm.expect(gone).to.not.equal('1'));
        jar.clear(url, () => jar.getAll(url, (e4, none) => test('clear', () => pm.expect(none.count()).to.equal(0))));
      }));
    });
  }));
});`,
  },
  {
    name: 'wrong calls of the cookie jar',
    test: each([
      'pm.cookies.jar().get()',
      'pm.cookies.jar().get("http://a.test")',
      'pm.cookies.jar().unset("http://a.test", 5)',
      'pm.cookies.jar().set("http://a.test")',
      'pm.expect(pm.cookies.jar().getAll).to.be.a("function")',
    ]),
  },
];
