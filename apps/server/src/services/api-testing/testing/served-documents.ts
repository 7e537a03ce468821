import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** serve offers documents by their paths; `documents` may be changed while it serves. */
export async function serve(
  documents: Record<string, string>,
): Promise<{ url: string; documents: Record<string, string>; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const document = documents[(request.url ?? '').split('?')[0] ?? ''];
    response.statusCode = document === undefined ? 404 : 200;
    response.end(document ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A WSDL document with one operation. */
export const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:pets" targetNamespace="urn:pets"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <message name="In"><part name="id" type="xs:int"/></message>
  <portType name="Pets"><operation name="FindPet"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:Pets"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="FindPet"><soap:operation soapAction="urn:find"/>
      <input><soap:body use="literal" namespace="urn:pets"/></input></operation>
  </binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="https://pets.example/soap"/></port></service>
</definitions>`;
