import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.Json;
import com.github.tomakehurst.wiremock.global.GlobalSettings;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.UniformDistribution;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.stubbing.StubImport;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

/** What users of WireMock's Java client do; each step prints its name and what the client made of the answer, as JSON. */
class JavaClient {
  static final UUID FIRST = UUID.fromString("00000000-0000-4000-8000-000000000001");
  static final UUID SECOND = UUID.fromString("00000000-0000-4000-8000-000000000002");
  static final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  static String base;
  static String key;
  static String real;

  public static void main(String[] args) throws Exception {
    base = args[0];
    real = args[1];
    key = args.length > 2 ? args[2] : "";
    var address = URI.create(base);
    var builder = WireMock.create().scheme(address.getScheme()).host(address.getHost()).port(address.getPort());
    if (!address.getPath().isEmpty()) builder.urlPathPrefix(address.getPath());
    if (!key.isEmpty()) builder.authenticator(() -> List.of(new HttpHeader("X-Mock-Key", key)));
    WireMock.configureFor(builder.build());
    step("reset at first", () -> { reset(); return null; });
    stubs();
    matchers();
    answers();
    scenarios();
    journal();
    nearMisses();
    metadata();
    settings();
    imports();
    recordings();
    step("reset at last", () -> { removeAllMappings(); resetAllRequests(); resetAllScenarios(); return listAllStubMappings(); });
  }

  static void stubs() {
    step("create", () -> stubFor(get(urlEqualTo("/a")).withId(FIRST).withName("first").atPriority(3).willReturn(ok("one"))));
    step("create without an id", () -> stubFor(post("/b").willReturn(created().withHeader("Location", "/b/1"))));
    step("called", () -> call("GET", "/a"));
    step("read one", () -> getSingleStubMapping(FIRST));
    step("edit", () -> { editStub(get(urlEqualTo("/a")).withId(FIRST).willReturn(ok("two"))); return call("GET", "/a"); });
    step("edit what is not there", () -> { editStub(get("/none").withId(SECOND).willReturn(ok())); return null; });
    step("read what is not there", () -> getSingleStubMapping(SECOND));
    step("list", () -> listAllStubMappings());
    step("remove by id", () -> { removeStub(FIRST); return listAllStubMappings(); });
    step("remove what is not there", () -> { removeStub(SECOND); return null; });
    step("remove by pattern", () -> { removeStub(post("/b").willReturn(created().withHeader("Location", "/b/1"))); return listAllStubMappings(); });
    step("remove by stub", () -> { StubMapping made = stubFor(put("/c").willReturn(noContent())); removeStub(made); return listAllStubMappings(); });
    step("of two the newest answers", () -> { stubFor(get("/d").willReturn(ok("old"))); stubFor(get("/d").willReturn(ok("new"))); return call("GET", "/d"); });
    step("create the id again", () -> { stubFor(get("/e").withId(FIRST).willReturn(ok("1"))); stubFor(get("/e").withId(FIRST).willReturn(ok("2"))); return call("GET", "/e"); });
    step("persistent", () -> stubFor(get("/kept").persistent().willReturn(ok())));
    step("no such matcher", () -> stubFor(get(urlMatching("/[")).willReturn(ok())));
    step("reset to default", () -> { resetToDefault(); return listAllStubMappings().getMappings().size(); });
    step("remove all", () -> { removeAllMappings(); return listAllStubMappings(); });
  }

  static void matchers() {
    step("matchers", () -> stubFor(any(urlPathEqualTo("/m"))
        .withHeader("X-A", containing("a").and(notMatching("b+")))
        .withHeader("X-None", absent())
        .withQueryParam("q", matching("\\d+"))
        .withQueryParam("many", havingExactly("1", "2"))
        .withQueryParam("some", including("1"))
        .withCookie("c", equalToIgnoreCase("ALPHA"))
        .withHost(notContaining("example"))
        .withScheme("http")
        .withBasicAuth("user", "secret")
        .withRequestBody(matchingJsonPath("$.name", equalTo("Ana")))
        .withRequestBody(equalToJson("{\"name\":\"Ana\",\"age\":3}", true, true))
        .willReturn(ok("matched"))));
    step("matchers called", () -> call("POST", "/m?q=12&many=1&many=2&some=2&some=1", "{\"name\":\"Ana\",\"age\":3,\"more\":1}",
        "X-A", "cat", "Cookie", "c=alpha", "Authorization", "Basic dXNlcjpzZWNyZXQ="));
    step("path template", () -> stubFor(get(urlPathTemplate("/p/{id}/x")).withPathParam("id", or(equalTo("1"), equalTo("2"))).willReturn(ok("p"))));
    step("path template called", () -> List.of(call("GET", "/p/2/x"), call("GET", "/p/3/x")));
    step("form", () -> stubFor(post("/form").withFormParam("f", equalTo("v")).willReturn(ok("f"))));
    step("form called", () -> call("POST", "/form", "f=v&g=w", "Content-Type", "application/x-www-form-urlencoded"));
    step("xml", () -> stubFor(post("/xml").withRequestBody(equalToXml("<a><b>1</b></a>", true)).withRequestBody(matchingXPath("//b/text()", equalTo("1"))).willReturn(okXml("<ok/>"))));
    step("xml called", () -> call("POST", "/xml", "<a> <b>1</b></a>", "Content-Type", "text/xml"));
    step("json schema", () -> stubFor(post("/schema").withRequestBody(matchingJsonSchema("{\"type\":\"object\",\"required\":[\"a\"]}", JsonSchemaVersion.V202012)).willReturn(ok("s"))));
    step("json schema called", () -> List.of(call("POST", "/schema", "{\"a\":1}"), call("POST", "/schema", "{\"b\":1}")));
    step("dates", () -> stubFor(get(urlPathEqualTo("/dates")).withQueryParam("d", after("2020-01-01T00:00:00Z")).withQueryParam("e", before("now +3 days").truncateExpected(com.github.tomakehurst.wiremock.common.DateTimeTruncation.FIRST_DAY_OF_MONTH)).willReturn(ok())));
    step("dates called", () -> call("GET", "/dates?d=2021-01-01T00:00:00Z&e=2021-01-01T00:00:00Z"));
    step("multipart", () -> stubFor(post("/multi").withMultipartRequestBody(aMultipart("p").withHeader("Content-Type", containing("text")).withBody(equalTo("body"))).willReturn(ok("m"))));
    step("multipart called", () -> call("POST", "/multi", "--x\r\nContent-Disposition: form-data; name=\"p\"\r\nContent-Type: text/plain\r\n\r\nbody\r\n--x--\r\n", "Content-Type", "multipart/form-data; boundary=x"));
    step("binary", () -> stubFor(post("/binary").withRequestBody(binaryEqualTo("abc".getBytes())).willReturn(ok("b"))));
    step("binary called", () -> call("POST", "/binary", "abc"));
    step("not", () -> stubFor(get(urlPathMatching("/n/.*")).withQueryParam("x", not(containing("1"))).withClientIp(matching(".+")).willReturn(ok("n"))));
    step("not called", () -> List.of(call("GET", "/n/1?x=2"), call("GET", "/n/1?x=1")));
    step("get or head", () -> stubFor(getOrHead(urlEqualTo("/gh")).willReturn(ok("gh"))));
    step("get or head called", () -> List.of(call("GET", "/gh"), call("HEAD", "/gh"), call("POST", "/gh")));
  }

  static void answers() {
    step("json answer", () -> stubFor(get("/json").willReturn(jsonResponse(Map.of("a", List.of(1, 2)), 201))));
    step("json answer called", () -> call("GET", "/json"));
    step("binary answer", () -> stubFor(get("/bytes").willReturn(aResponse().withBody(new byte[] {1, 2, 3}).withStatusMessage("Fine"))));
    step("binary answer called", () -> call("GET", "/bytes"));
    step("template", () -> stubFor(get(urlPathEqualTo("/t")).willReturn(ok("{{request.query.x}} {{parameters.y}}").withTransformers("response-template").withTransformerParameter("y", "z"))));
    step("template called", () -> call("GET", "/t?x=1"));
    step("delays", () -> stubFor(get("/slow").willReturn(ok().withFixedDelay(1).withUniformRandomDelay(1, 2).withChunkedDribbleDelay(2, 2))));
    step("lognormal delay", () -> stubFor(get("/log").willReturn(ok().withLogNormalRandomDelay(1, 0.1))));
    step("delays called", () -> List.of(call("GET", "/slow"), call("GET", "/log")));
    step("fault", () -> stubFor(get("/fault").willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE))));
    step("headers", () -> stubFor(get("/headers").willReturn(ok().withHeader("X-Many", "1", "2").withHeader("Set-Cookie", "a=b"))));
    step("headers called", () -> call("GET", "/headers"));
    step("redirect", () -> stubFor(get("/redirect").willReturn(temporaryRedirect("/json"))));
    step("redirect called", () -> call("GET", "/redirect"));
    step("proxy", () -> stubFor(get(urlPathMatching("/real/.*")).atPriority(10).willReturn(aResponse().proxiedFrom(real).withProxyUrlPrefixToRemove("/real").withAdditionalRequestHeader("X-Added", "1").withRemoveRequestHeader("X-Gone"))));
    step("proxy called", () -> call("GET", "/real/proxied"));
    step("webhook", () -> stubFor(post("/hook").withServeEventListener("webhook", com.github.tomakehurst.wiremock.extension.Parameters.from(Map.of("method", "POST", "url", real + "/called", "headers", Map.of("X-H", "1"), "body", "{}"))).willReturn(ok())));
  }

  static void scenarios() {
    step("scenario", () -> List.of(
        stubFor(get("/s").inScenario("order").whenScenarioStateIs("Started").willReturn(ok("1")).willSetStateTo("paid")),
        stubFor(get("/s").inScenario("order").whenScenarioStateIs("paid").willReturn(ok("2")))));
    step("scenario called", () -> List.of(call("GET", "/s"), call("GET", "/s")));
    step("scenario list", () -> getAllScenarios());
    step("scenario reset all", () -> { resetAllScenarios(); return call("GET", "/s"); });
    step("scenario set", () -> { setScenarioState("order", "Started"); return call("GET", "/s"); });
    step("scenario reset one", () -> { resetScenario("order"); return call("GET", "/s"); });
    step("scenario set to no state of it", () -> { setScenarioState("order", "gone"); return null; });
    step("scenario that is none", () -> { setScenarioState("none", "gone"); return null; });
  }

  static void journal() {
    step("journal reset", () -> { resetAllRequests(); return getAllServeEvents(); });
    step("journal calls", () -> List.of(
        call("GET", "/json", null, "X-One", "1"), call("POST", "/form?a=1&a=2", "f=v", "Content-Type", "application/x-www-form-urlencoded", "Cookie", "k=v"), call("PUT", "/unknown", "{\"n\":1}")));
    step("verify", () -> { verify(getRequestedFor(urlEqualTo("/json")).withHeader("X-One", equalTo("1"))); return "ok"; });
    step("verify a number", () -> { verify(exactly(1), postRequestedFor(urlPathEqualTo("/form")).withQueryParam("a", equalTo("1"))); return "ok"; });
    step("verify less", () -> { verify(lessThan(1), anyRequestedFor(anyUrl())); return "ok"; });
    step("verify fails", () -> { verify(getRequestedFor(urlEqualTo("/jsn"))); return "ok"; });
    step("verify fails by number", () -> { verify(3, getRequestedFor(urlEqualTo("/json"))); return "ok"; });
    step("verify fails by body", () -> { verify(putRequestedFor(urlEqualTo("/unknown")).withRequestBody(equalToJson("{\"n\":2}"))); return "ok"; });
    step("find", () -> findAll(postRequestedFor(urlPathEqualTo("/form")).withFormParam("f", equalTo("v"))));
    step("find by and", () -> findAll(anyRequestedFor(anyUrl()).withoutHeader("X-One").withCookie("k", equalTo("v"))));
    step("unmatched", () -> findUnmatchedRequests());
    step("events", () -> getAllServeEvents());
    step("unmatched events", () -> getAllServeEvents(com.github.tomakehurst.wiremock.admin.model.ServeEventQuery.ALL_UNMATCHED));
    step("events of a stub", () -> {
      StubMapping made = stubFor(get("/of").willReturn(ok()));
      call("GET", "/of");
      return getAllServeEvents(com.github.tomakehurst.wiremock.admin.model.ServeEventQuery.forStubMapping(made));
    });
    step("remove an event", () -> { ServeEvent last = getAllServeEvents().get(0); removeServeEvent(last.getId()); return getAllServeEvents().size(); });
    step("remove events", () -> removeServeEvents(getRequestedFor(urlEqualTo("/json"))));
    step("events left", () -> getAllServeEvents().size());
  }

  static void nearMisses() {
    step("near misses set up", () -> { reset(); stubFor(get("/near").withHeader("X", equalTo("1")).withName("near").willReturn(ok())); stubFor(post("/far").withRequestBody(equalToJson("{\"a\":1}")).willReturn(ok())); return call("GET", "/neer", null, "X", "1"); });
    step("near misses of unmatched", () -> findNearMissesForAllUnmatched());
    step("near misses of a request", () -> findNearMissesFor(findUnmatchedRequests().get(0)));
    step("near misses of a pattern", () -> findNearMissesFor(getRequestedFor(urlEqualTo("/neer")).withHeader("X", equalTo("2"))));
  }

  static void metadata() {
    step("metadata", () -> stubFor(get("/meta").withMetadata(Map.of("team", "blue", "n", List.of(1, 2))).willReturn(ok("meta"))));
    step("metadata called", () -> call("GET", "/meta"));
    step("find by metadata", () -> findStubsByMetadata(matchingJsonPath("$.team", equalTo("blue"))));
    step("find by equal metadata", () -> findStubsByMetadata(equalToJson("{\"team\":\"blue\"}", true, true)).size());
    step("remove events by metadata", () -> removeEventsByStubMetadata(matchingJsonPath("$.team")).size());
    step("remove by metadata", () -> { removeStubsByMetadata(matchingJsonPath("$.team", containing("bl"))); return listAllStubMappings().getMappings().size(); });
  }

  static void settings() {
    step("settings", () -> getSettings());
    step("fixed delay", () -> { setGlobalFixedDelay(1); return getSettings(); });
    step("random delay", () -> { setGlobalRandomDelay(new UniformDistribution(1, 2)); return getSettings(); });
    step("settings changed", () -> { updateSettings(GlobalSettings.builder().fixedDelay(2).proxyPassThrough(false).build()); return getSettings(); });
    step("settings reset", () -> { updateSettings(GlobalSettings.defaults()); return getSettings(); });
  }

  static void imports() {
    step("import", () -> { importStubs(StubImport.stubImport().stub(get("/i1").withId(FIRST).willReturn(ok("i1"))).stub(get("/i2").willReturn(ok("i2")))); return listAllStubMappings(); });
    step("import that ignores", () -> { importStubs(StubImport.stubImport().stub(get("/i1").withId(FIRST).willReturn(ok("other"))).ignoreExisting()); return call("GET", "/i1"); });
    step("import that overwrites", () -> { importStubs(StubImport.stubImport().stub(get("/i1").withId(FIRST).willReturn(ok("other"))).overwriteExisting()); return call("GET", "/i1"); });
    step("import that deletes", () -> { importStubs(StubImport.stubImport().stub(get("/i3").willReturn(ok("i3"))).deleteAllExistingStubsNotInImport()); return listAllStubMappings(); });
    step("load a folder", () -> {
      Path folder = Files.createTempDirectory("java-client");
      Files.createDirectories(folder.resolve("mappings"));
      Files.writeString(folder.resolve("mappings/one.json"), "{\"request\":{\"url\":\"/loaded\"},\"response\":{\"body\":\"loaded\"}}");
      new WireMock(adminOf()).loadMappingsFrom(folder.toFile());
      return call("GET", "/loaded");
    });
  }

  static com.github.tomakehurst.wiremock.core.Admin adminOf() {
    var address = URI.create(base);
    return new com.github.tomakehurst.wiremock.client.HttpAdminClient(
        address.getScheme(), address.getHost(), address.getPort(), address.getPath(), null, null, 0, () -> List.of(new HttpHeader("X-Mock-Key", key)));
  }

  static void recordings() {
    step("recording set up", () -> { reset(); return getRecordingStatus(); });
    step("recording", () -> { startRecording(recordSpec().forTarget(real).captureHeader("Accept").captureHeader("Content-Type", true).makeStubsPersistent(false).extractBinaryBodiesOver(100000)); return getRecordingStatus(); });
    step("recording twice", () -> { startRecording(real); return null; });
    step("recorded calls", () -> List.of(call("GET", "/r1", null, "Accept", "text/plain"), call("GET", "/r1", null, "Accept", "text/plain"), call("POST", "/r2", "{\"a\":1}", "Content-Type", "application/json")));
    step("recording stopped", () -> stopRecording());
    step("recording stopped twice", () -> stopRecording());
    step("recording status", () -> getRecordingStatus());
    step("replayed", () -> List.of(call("GET", "/r1", null, "Accept", "text/plain"), call("POST", "/r2", "{\"a\":1}", "Content-Type", "application/json")));
    step("recording of some", () -> { reset(); startRecording(recordSpec().forTarget(real).onlyRequestsMatching(getRequestedFor(urlPathMatching("/yes/.*"))).ignoreRepeatRequests().makeStubsPersistent(false)); return List.of(call("GET", "/yes/1"), call("GET", "/yes/1"), call("GET", "/no/1")); });
    step("recording of some stopped", () -> stopRecording());
    step("snapshot set up", () -> { reset(); stubFor(any(anyUrl()).willReturn(aResponse().proxiedFrom(real))); return call("GET", "/snap"); });
    step("snapshot", () -> snapshotRecord(recordSpec().makeStubsPersistent(false)));
    step("snapshot plain", () -> snapshotRecord().size());
  }

  static Map<String, Object> call(String method, String path) throws Exception { return call(method, path, null); }

  static Map<String, Object> call(String method, String path, String body, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(base + path)).method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) request.headers(headers);
    if (!key.isEmpty()) request.header("X-Mock-Key", key);
    var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    boolean isOwnText = answer.statusCode() == 404 || answer.statusCode() >= 500;
    return Map.of("status", answer.statusCode(), "body", isOwnText ? "" : answer.body(), "many", answer.headers().allValues("x-many"), "location", answer.headers().firstValue("location").orElse(""));
  }

  static void step(String name, Callable<Object> act) {
    Object value;
    try {
      value = act.call();
    } catch (Throwable error) {
      value = Map.of("error", error.getClass().getName(), "message", String.valueOf(error.getMessage()));
    }
    System.out.println(name + "\t" + Json.write(value).replace("\r", "").replace("\n", " "));
  }
}
