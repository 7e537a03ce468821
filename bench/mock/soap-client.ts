import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadXPath, timeLimit } from '@touchstone/engine-assert';
import { MockEngine, MockServer, readSources, soapValidator } from '@touchstone/engine-mock';
import { onDemand } from '../../tools/on-demand.ts';

const x = 'xmlns:x="http://www.w3.org/2001/XMLSchema"';
/** A service whose types and messages are in separate documents. */
const files = {
  'rates.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t" name="Rates"><import namespace="urn:t" location="parts.wsdl"/>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:t/Get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="Rates"><port name="Q" binding="t:B"><soap:address location="http://real.test/rates"/></port></service></definitions>`,
  'parts.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" ${x} targetNamespace="urn:t"><types><x:schema><x:import namespace="urn:t" schemaLocation="xsd/ask.xsd"/></x:schema></types>
<message name="in"><part name="p" element="t:Ask"/></message><message name="out"><part name="p" element="t:Answer"/></message><portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType></definitions>`,
  'xsd/ask.xsd': `<x:schema ${x} xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified"><x:include schemaLocation="../types/days.xsd"/><x:element name="Ask"><x:complexType><x:sequence><x:element name="days" type="t:Days"/></x:sequence></x:complexType></x:element><x:element name="Answer"><x:complexType><x:sequence><x:element name="rate" type="x:decimal"/></x:sequence></x:complexType></x:element></x:schema>`,
  'types/days.xsd': `<x:schema ${x} targetNamespace="urn:t"><x:simpleType name="Days"><x:restriction base="x:int"><x:maxInclusive value="31"/></x:restriction></x:simpleType></x:schema>`,
};

/** The used part of the package `soap`. */
interface Soap {
  createClientAsync(url: string): Promise<{
    describe(): unknown;
    GetAsync(message: object): Promise<[answer: object]>;
  }>;
}

/**
 * soapClient lets the package `soap` build a client from the address of a mock of a multi-document WSDL, and call it:
 * valid calls are answered, invalid ones rejected.
 */
export async function soapClient(): Promise<object> {
  const packageFolder = onDemand('soap');
  const { createClientAsync } = createRequire(join(packageFolder, 'package.json'))(packageFolder) as Soap;
  await loadXPath();
  const folder = mkdtempSync(join(tmpdir(), 'bench-soap-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { sources } = await readSources([join(folder, 'rates.wsdl')]);
  const engine = new MockEngine({ guard: timeLimit(50) });
  engine.setDefaults(sources.flatMap(({ stubs }) => stubs));
  engine.validators = sources.flatMap(({ soap }) => (soap === undefined ? [] : [soapValidator(soap)]));
  const server = new MockServer(engine);
  try {
    const client = await createClientAsync(`${await server.start()}/rates?wsdl`);
    const [answer] = await client.GetAsync({ days: 31 });
    const refused = await client.GetAsync({ days: 32 }).catch((error: Error) => error.message);
    return { described: client.describe(), answer, refused };
  } finally {
    await server.stop(0);
    rmSync(folder, { recursive: true, force: true });
  }
}
