import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of documents. */
export interface ServedDocuments {
  url: string;
  /** Documents by path; may change while serving. A number is sent as a status without a document. */
  documents: Record<string, string | number>;
  /** Statuses of its responses, in order. */
  answered: number[];
  close(): Promise<void>;
}

/** serve serves documents with an ETag; sends 304 to clients that already have the current one. */
export async function serve(documents: Record<string, string | number>): Promise<ServedDocuments> {
  const answered: number[] = [];
  const server = createServer((request, response) => {
    const document = documents[(request.url ?? '').split('?')[0] ?? ''] ?? 404;
    const etag = `"${createHash('sha256').update(String(document)).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.statusCode = typeof document === 'number' ? document : isKnown ? 304 : 200;
    answered.push(response.statusCode);
    if (response.statusCode < 400) response.setHeader('ETag', etag);
    response.end(response.statusCode === 200 ? document : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    answered,
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
