import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';

/** Content of a file in an archive: a text, or one repeated far too often to unpack. */
type Content = string | { repeated: string; times: number };

const relations = (target: string, type: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

/** workbook creates an Excel file from a sheet's XML. */
export function workbook(sheet: Content): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return archive({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'worksheet'),
    'xl/worksheets/sheet1.xml': sheet,
  });
}

/** sheet returns the XML of a sheet with these rows. */
export const sheet = (rows: string, dimension = 'A1'): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`;

function archive(files: Record<string, Content>): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const [path, content] of Object.entries(files)) {
    const { packed, size, sum } = pack(content);
    const name = Buffer.from(path);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(sum, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(place, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, entry, name);
    bodies.push(body);
    place += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** A repeated text is compressed once: what follows a full flush refers to nothing before it. */
function pack(content: Content): { packed: Buffer; size: number; sum: number } {
  if (typeof content === 'string') {
    const bytes = Buffer.from(content);
    return { packed: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) };
  }
  const bytes = Buffer.from(content.repeated);
  const piece = deflateRawSync(bytes, { finishFlush: zlib.Z_FULL_FLUSH });
  const lastBlock = Buffer.from([3, 0]);
  let sum = 0;
  for (let time = 0; time < content.times; time += 1) sum = crc32(bytes, sum);
  return {
    packed: Buffer.concat([...Array<Buffer>(content.times).fill(piece), lastBlock]),
    size: bytes.length * content.times,
    sum,
  };
}
