import { each, type ScriptCase } from './script-case.ts';

/** Packages that scripts require or find as globals. */
export const libraryCases: readonly ScriptCase[] = [
  {
    name: 'xml2Json and xml2js',
    path: 'xml',
    test: each([
      'pm.expect(xml2Json(responseBody).a.b).to.eql(["t", "u & v"])',
      'pm.expect(xml2Json(responseBody).a.$.x).to.equal("1")',
      'pm.expect(xml2Json(responseBody).a.c.d).to.equal("1")',
      'let found; require("xml2js").parseString(pm.response.text(), (e, r) => { found = r }); pm.expect(found.a.b[0]).to.equal("t")',
      'const b = new (require("xml2js").Builder)({ headless: true }); pm.expect(b.buildObject({ a: 1 })).to.equal("<a>1</a>")',
      'xml2Json("<a>").b.c',
    ]),
  },
  {
    name: 'tv4',
    test: each([
      'pm.expect(tv4.validate({ a: 1 }, { required: ["a"] })).to.be.true',
      'pm.expect(tv4.validate({}, { required: ["a"] })).to.be.true',
      'tv4.validate({}, { required: ["a"] }); pm.expect(tv4.error.message).to.include("Missing required")',
      'pm.expect(tv4.validateResult({}, { type: "array" }).valid).to.be.false',
      'pm.expect(tv4.validateMultiple({ a: "x", b: "y" }, { properties: { a: { type: "number" }, b: { type: "number" } } }).errors).to.have.lengthOf(2)',
      'tv4.addSchema("http://x/y", { type: "string" }); pm.expect(tv4.validate(1, { $ref: "http://x/y" })).to.be.false',
      'tv4.addFormat("odd", (n) => n % 2 ? null : "even"); pm.expect(tv4.validate(2, { format: "odd" })).to.be.false',
      'pm.expect(require("tv4").validate(1, { type: "number" })).to.be.true',
      'pm.expect(tv4.missing).to.be.an("array")',
      'pm.expect(tv4.getSchemaMap()).to.be.an("object")',
    ]),
  },
  {
    name: 'ajv',
    test: each([
      'const Ajv = require("ajv"); pm.expect(new Ajv().validate({ type: "number" }, 1)).to.be.true',
      'const Ajv = require("ajv"); const ajv = new Ajv({ allErrors: true }); const v = ajv.compile({ required: ["a", "b"] }); pm.expect(v({})).to.be.false; pm.expect(v.errors).to.have.lengthOf(2)',
      'const Ajv = require("ajv"); new Ajv().compile({ type: "nonsense" })',
      'const Ajv = require("ajv"); const a = new Ajv(); a.addSchema({ $id: "x", type: "string" }); pm.expect(a.validate({ $ref: "x" }, 1)).to.be.false; pm.expect(a.errorsText()).to.include("string")',
      'const Ajv = require("ajv"); pm.expect(new Ajv().validate({ format: "email" }, "no")).to.be.true',
      'const Ajv = require("ajv"); const a = new Ajv(); a.addKeyword("even", { validate: (s, d) => d % 2 === 0 }); pm.expect(a.validate({ even: true }, 3)).to.be.false',
    ]),
  },
  {
    name: 'lodash',
    test: each([
      'pm.expect(require("lodash").VERSION).to.match(/^4/)',
      'pm.expect(_.VERSION).to.match(/^3/)',
      'pm.expect(_.pluck([{ a: 1 }], "a")).to.eql([1])',
      'pm.expect(_.contains([1], 1)).to.be.true',
      'const _ = require("lodash"); pm.expect(_.get({ a: [{ b: 1 }] }, "a[0].b")).to.equal(1)',
      'const _ = require("lodash"); pm.expect(_.chain([3, 1]).sortBy().map((n) => n * 2).value()).to.eql([2, 6])',
      'const _ = require("lodash"); pm.expect(_.isEqual({ a: 1 }, { a: 1 })).to.be.true',
      'pm.expect(_.find([{ a: 1 }, { a: 2 }], { a: 2 }).a).to.equal(2)',
      'pm.expect(_.template("x<%= a %>")({ a: 1 })).to.equal("x1")',
      'pm.expect(require("lodash").flatMapDeep([[1], [2]])).to.eql([1, 2])',
      '_.nope()',
    ]),
  },
  {
    name: 'cheerio',
    path: 'html',
    test: each([
      'const $ = cheerio.load(responseBody); pm.expect($("h1").text()).to.equal("Hi")',
      'const $ = require("cheerio").load(pm.response.text()); pm.expect($("a").length).to.equal(2)',
      'const $ = cheerio.load(responseBody); pm.expect($("a").eq(1).attr("href")).to.equal("/y")',
      'const $ = cheerio.load(responseBody); pm.expect($(".t").hasClass("t")).to.be.true',
      'const $ = cheerio.load("<a>x</a>"); $("a").text("y"); pm.expect($.html()).to.include("y")',
      'const $ = cheerio.load(responseBody); pm.expect($("a").map((i, e) => $(e).attr("href")).get()).to.eql(["/x", "/y"])',
      'const $ = cheerio.load("<a b=1>", { xmlMode: true }); pm.expect($.xml()).to.include("<a")',
    ]),
  },
  {
    name: 'moment',
    test: each([
      'const m = require("moment"); pm.expect(m("2020-01-31").add(1, "month").format("YYYY-MM-DD")).to.equal("2020-02-29")',
      'pm.expect(require("moment")("x", "YYYY").isValid()).to.be.false',
      'pm.expect(require("moment").utc(0).toISOString()).to.equal("1970-01-01T00:00:00.000Z")',
      'pm.expect(require("moment").duration(90, "minutes").asHours()).to.equal(1.5)',
      'pm.expect(require("moment")("2020-01-02").diff("2020-01-01", "days")).to.equal(1)',
      'require("moment").nope()',
    ]),
  },
  {
    name: 'uuid, atob, btoa',
    test: each([
      'pm.expect(require("uuid")()).to.match(/^[0-9a-f-]{36}$/)',
      'pm.expect(require("uuid").v4()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)',
      'pm.expect(btoa("hi")).to.equal("aGk=")',
      'pm.expect(atob("aGk=")).to.equal("hi")',
      'pm.expect(require("btoa")("hi")).to.equal("aGk=")',
      'pm.expect(require("atob")("aGk=")).to.equal("hi")',
    ]),
  },
  {
    name: 'csv-parse',
    path: 'csv',
    test: each([
      'const parse = require("csv-parse/lib/sync"); pm.expect(parse(pm.response.text(), { columns: true })[1].age).to.equal("41")',
      'const parse = require("csv-parse/lib/sync"); pm.expect(parse("a;b", { delimiter: ";" })).to.eql([["a", "b"]])',
      'require("csv-parse/lib/sync")("a,b\\n1")',
      'const parse = require("csv-parse/lib/sync"); pm.expect(parse(\'"a ""b""",c\')).to.eql([["a \\"b\\"", "c"]])',
    ]),
  },
  {
    name: 'Buffer',
    test: each([
      'pm.expect(Buffer.from("häß").toString("base64")).to.equal("aMOkw58=")',
      'pm.expect(Buffer.from("aGk=", "base64").toString()).to.equal("hi")',
      'pm.expect(Buffer.from("ff00", "hex")[0]).to.equal(255)',
      'pm.expect(Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()).to.equal("ab")',
      'pm.expect(Buffer.byteLength("ä")).to.equal(2)',
      'pm.expect(require("buffer").Buffer.isBuffer(Buffer.alloc(2))).to.be.true',
      'const b = Buffer.alloc(4); b.writeUInt32BE(1); pm.expect(b.readUInt32BE()).to.equal(1)',
      'pm.expect(Buffer.from("a").equals(Buffer.from("a"))).to.be.true',
      'pm.expect(Buffer.compare(Buffer.from("a"), Buffer.from("b"))).to.equal(-1)',
    ]),
  },
  {
    name: 'assert',
    test: each([
      'require("assert")(true)',
      'require("assert").equal(1, 2)',
      'require("assert").deepStrictEqual({ a: 1 }, { a: 1 })',
      'require("assert").throws(() => { throw new Error("x") }, /x/)',
      'require("assert").strictEqual(1, "1")',
      'require("assert").ok(0)',
      'require("assert").notDeepEqual([1], [2])',
    ]),
  },
  {
    name: 'url, querystring, path',
    test: each([
      'pm.expect(require("url").parse("http://u:p@a.test:8/x?y=1#z").hostname).to.equal("a.test")',
      'pm.expect(require("url").resolve("http://a/b/c", "../d")).to.equal("http://a/d")',
      'pm.expect(require("url").format({ protocol: "http", host: "a", pathname: "/b" })).to.equal("http://a/b")',
      'pm.expect(require("querystring").parse("a=1&a=2&b=%20").a).to.eql(["1", "2"])',
      'pm.expect(require("querystring").stringify({ a: [1, 2], b: "x y" })).to.equal("a=1&a=2&b=x%20y")',
      'pm.expect(require("path").join("/a", "../b", "c.txt")).to.equal("/b/c.txt")',
      'pm.expect(require("path").extname("a.b.c")).to.equal(".c")',
      'pm.expect(require("path").basename("/x/y.z", ".z")).to.equal("y")',
    ]),
  },
  {
    name: 'util, events, stream',
    test: each([
      'pm.expect(require("util").format("%s %d %j", "a", 1, { b: 2 })).to.equal("a 1 {\\"b\\":2}")',
      'pm.expect(require("util").inspect({ a: [1] })).to.equal("{ a: [ 1 ] }")',
      'pm.expect(require("util").isArray([])).to.be.true',
      'const E = require("events"); const e = new E(); let n = 0; e.on("x", (v) => { n = v }); e.emit("x", 3); pm.expect(n).to.equal(3)',
      'const E = require("events").EventEmitter; const e = new E(); e.once("x", () => {}); e.emit("x"); pm.expect(e.listenerCount("x")).to.equal(0)',
      'new (require("events"))().emit("error", new Error("x"))',
      'const { Transform } = require("stream"); pm.expect(new Transform()).to.have.property("pipe")',
      'pm.expect(require("stream").Readable).to.be.a("function")',
    ]),
  },
  {
    name: 'timers, string_decoder, punycode',
    test: `${each(['const { StringDecoder } = require("string_decoder"); const d = new StringDecoder("utf8"); pm.expect(d.write(Buffer.from([0xc3])) + d.write(Buffer.from([0xa4]))).to.equal("ä")', 'pm.expect(require("punycode").toASCII("mañana.com")).to.equal("xn--maana-pta.com")', 'pm.expect(require("timers").setTimeout).to.be.a("function")', 'pm.expect(setTimeout(() => {}, 1)).to.exist'])} setTimeout(() => pm.test("later", () => {}), 5); const t = setInterval(() => { clearInterval(t); pm.test("once", () => {}); }, 3); setImmediate(() => pm.test("soon", () => {})); clearTimeout(setTimeout(() => pm.test("never", () => {}), 1));`,
  },
  {
    name: 'postman-collection',
    test: each([
      'const sdk = require("postman-collection"); pm.expect(new sdk.Url("http://a.test/b?c=1").getPath()).to.equal("/b")',
      'const { Request } = require("postman-collection"); pm.expect(new Request({ url: "http://a", method: "POST" }).method).to.equal("POST")',
      'const { Collection } = require("postman-collection"); pm.expect(new Collection({ item: [{ name: "a" }] }).items.count()).to.equal(1)',
      'const { HeaderList, Header } = require("postman-collection"); pm.expect(Header.parse("A: b\\nC: d")).to.have.lengthOf(2)',
      'const { VariableScope } = require("postman-collection"); const v = new VariableScope(); v.set("a", 1); pm.expect(v.get("a")).to.equal(1)',
      'const { QueryParam } = require("postman-collection"); pm.expect(QueryParam.unparse([{ key: "a", value: "b" }])).to.equal("a=b")',
      'pm.expect(require("postman-collection").Response.isResponse(pm.response)).to.be.true',
      'pm.expect(require("postman-collection").Request.isRequest(pm.request)).to.be.true',
      'const { Cookie } = require("postman-collection"); pm.expect(new Cookie("a=b; Path=/").value).to.equal("b")',
      'pm.expect(new (require("postman-collection").Version)("1.2.3").major).to.equal(1)',
    ]),
  },
  {
    name: 'digests of CryptoJS',
    test: each(
      ['MD5', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'SHA3', 'RIPEMD160']
        .flatMap((name) => [
          `pm.expect(CryptoJS.${name}("häß").toString()).to.match(/^[0-9a-f]+$/)`,
          `pm.expect(CryptoJS.Hmac${name}("a", "k").toString(CryptoJS.enc.Base64)).to.be.a("string").that.is.not.empty`,
        ])
        .concat([
          'pm.expect(CryptoJS.MD5("a").toString()).to.equal("0cc175b9c0f1b6a831c399e269772661")',
          'pm.expect(CryptoJS.SHA256("a").words).to.have.lengthOf(8)',
          'CryptoJS.nope("a")',
          'const h = CryptoJS.algo.SHA256.create(); h.update("a"); h.update("b"); pm.expect(h.finalize().toString()).to.equal(CryptoJS.SHA256("ab").toString())',
        ]),
    ),
  },
  {
    name: 'ciphers of CryptoJS',
    test: each([
      ...['AES', 'DES', 'TripleDES', 'Rabbit', 'RC4'].map(
        (name) =>
          `pm.expect(CryptoJS.${name}.decrypt(CryptoJS.${name}.encrypt("text", "key").toString(), "key").toString(CryptoJS.enc.Utf8)).to.equal("text")`,
      ),
      'const k = CryptoJS.enc.Hex.parse("000102030405060708090a0b0c0d0e0f"); const c = CryptoJS.AES.encrypt("text", k, { mode: CryptoJS.mode.ECB, padding: CryptoJS.pad.Pkcs7 }); pm.expect(c.ciphertext.toString()).to.have.lengthOf(32)',
      'pm.expect(CryptoJS.PBKDF2("p", "s", { keySize: 4, iterations: 2, hasher: CryptoJS.algo.SHA1 }).toString()).to.have.lengthOf(32)',
      'pm.expect(CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse("hi"))).to.equal("aGk=")',
      'pm.expect(CryptoJS.enc.Latin1.stringify(CryptoJS.enc.Hex.parse("6869"))).to.equal("hi")',
      'pm.expect(CryptoJS.lib.WordArray.random(8).sigBytes).to.equal(8)',
      'pm.expect(require("crypto-js").SHA1("a").toString()).to.equal("86f7e437faa5a7fce15d1ddcb9eaeaea377667b8")',
    ]),
  },
  {
    name: 'backbone and chai',
    test: each([
      'pm.expect(new Backbone.Model({ a: 1 }).get("a")).to.equal(1)',
      'const { expect } = require("chai"); expect(1).to.equal(2)',
      'require("chai").assert.equal(1, 1)',
      'require("chai").should(); (1).should.equal(1)',
      'pm.expect(require("backbone").VERSION).to.be.a("string")',
    ]),
  },
  {
    name: 'packages that there are not',
    test: each([
      'require("fs").readFileSync("/etc/passwd")',
      'require("nope")',
      'require("child_process").exec("x")',
      'require("./x")',
      'require("http").get("http://x")',
    ]),
  },
];
