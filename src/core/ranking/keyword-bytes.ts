import { AskPageError } from '../errors.ts';
import { createByteReader, createByteWriter, type ByteReader, type ByteWriter } from './bytes.ts';
import { frontCode, frontDecode } from './front-coding.ts';
import { allocatePostings, FIELD_COUNT, type Postings } from './postings.ts';

/*
 * Little-endian: magic "askk" · version u8 · payload bytes u32 · FNV-1a of the payload u32 · payload:
 *   rows, terms, postings, text bytes     varints (LEB128)
 *   text                                  UTF-8, the terms' own endings joined by line feeds
 *   shared                                u8 a term: UTF-16 units shared with the term before
 *   a term: number of postings            varint
 *     a posting: row distance << 1 | rich varint; the distance is to the term's last row, at first to −1
 *   a rich posting (any but "once in the text, nowhere else"), after all terms, which gzips better:
 *     text << 4 | headings << 2 | title   varint; 3 in a two-bit field: 3 more than the varint that follows
 */
const MAGIC = [0x61, 0x73, 0x6b, 0x6b] as const;
const VERSION = 1;
const HEADER_BYTES = 13;
const REBUILD = 'Build the index again, with the same version of askpage.';

/** Writes postings in a form that `decodePostings` reads; equal postings give equal bytes. */
export function encodePostings(postings: Postings): Uint8Array<ArrayBuffer> {
  const payload = encodePayload(postings);
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint8(4, VERSION);
  view.setUint32(5, payload.length, true);
  view.setUint32(9, checksum(payload), true);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** Throws an `AskPageError` with code `bad-index` that says whether bytes are foreign, cut short, of another version or changed. */
export function decodePostings(bytes: Uint8Array): Postings {
  const payload = openPayload(bytes);
  try {
    return decodePayload(createByteReader(payload));
  } catch (thrown) {
    throw new AskPageError('bad-index', `The keyword index can't be read. ${REBUILD}`, {
      cause: thrown,
    });
  }
}

function openPayload(bytes: Uint8Array): Uint8Array {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new AskPageError(
      'bad-index',
      `These ${bytes.length} bytes are not a keyword index of askpage. Check the address that they came from (a server may have sent a page in its place), or build the index again.`,
    );
  }
  const version = bytes[4];
  if (version !== VERSION && version !== undefined) {
    throw new AskPageError(
      'bad-index',
      `The keyword index has format ${version}, this askpage reads format ${VERSION}. ${REBUILD}`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const expected =
    bytes.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + view.getUint32(5, true);
  if (bytes.length !== expected) {
    throw new AskPageError(
      'bad-index',
      `The keyword index has ${bytes.length} bytes instead of ${expected}: it was not copied whole. Upload it again, or build it again.`,
    );
  }
  const payload = bytes.subarray(HEADER_BYTES);
  if (checksum(payload) !== view.getUint32(9, true)) {
    throw new AskPageError(
      'bad-index',
      `The keyword index of ${bytes.length} bytes was changed after it was built (its checksum is wrong). Upload it again, or build it again.`,
    );
  }
  return payload;
}

/** Source: Fowler, Noll, Vo (FNV-1a, 32 bits). */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function encodePayload(postings: Postings): Uint8Array {
  const { endings, shared } = frontCode(postings.terms);
  const text = new TextEncoder().encode(endings.join('\n'));
  const writer = createByteWriter(text.length + 3 * postings.rows.length);
  writer.varint(postings.size);
  writer.varint(postings.terms.length);
  writer.varint(postings.rows.length);
  writer.varint(text.length);
  writer.bytes(text);
  writer.bytes(shared);
  postings.terms.forEach((_, id) => writeList(writer, postings, id));
  for (let at = 0; at < postings.rows.length; at++) {
    const counts = countsAt(postings, at);
    if (!isPlain(counts)) writeCounts(writer, counts);
  }
  return writer.finish();
}

function writeList(writer: ByteWriter, postings: Postings, id: number): void {
  const from = postings.starts[id] ?? 0;
  const to = postings.starts[id + 1] ?? 0;
  writer.varint(to - from);
  let last = -1;
  for (let at = from; at < to; at++) {
    const row = postings.rows[at] ?? 0;
    writer.varint(((row - last) << 1) | (isPlain(countsAt(postings, at)) ? 0 : 1));
    last = row;
  }
}

type Counts = [title: number, headings: number, text: number];

const countsAt = ({ counts }: Postings, at: number): Counts => [
  counts[0]?.[at] ?? 0,
  counts[1]?.[at] ?? 0,
  counts[2]?.[at] ?? 0,
];

const isPlain = ([title, headings, text]: Counts): boolean =>
  title === 0 && headings === 0 && text === 1;

const FULL = 3;

function writeCounts(writer: ByteWriter, [title, headings, text]: Counts): void {
  writer.varint((text << 4) | (Math.min(headings, FULL) << 2) | Math.min(title, FULL));
  if (headings >= FULL) writer.varint(headings - FULL);
  if (title >= FULL) writer.varint(title - FULL);
}

function readCounts(reader: ByteReader): Counts {
  const packed = reader.varint();
  const rest = (field: number): number => (field === FULL ? FULL + reader.varint() : field);
  const headings = rest((packed >>> 2) & FULL);
  return [rest(packed & FULL), headings, packed >>> 4];
}

function decodePayload(reader: ByteReader): Postings {
  const size = reader.varint();
  const termCount = reader.varint();
  const length = reader.varint();
  const endings = new TextDecoder('utf-8', { fatal: true }).decode(reader.bytes(reader.varint()));
  const terms = frontDecode({
    endings: termCount === 0 ? [] : endings.split('\n'),
    shared: reader.bytes(termCount),
  });
  const postings = allocatePostings(terms, size, length);
  const rich = new Uint8Array(length);
  for (let id = 0; id < termCount; id++) readList({ reader, postings, rich }, id);
  const plain: Counts = [0, 0, 1];
  for (let at = 0; at < length; at++) {
    const counts = rich[at] ? readCounts(reader) : plain;
    for (let f = 0; f < FIELD_COUNT; f++) (postings.counts[f] as Uint8Array)[at] = counts[f] ?? 0;
  }
  return postings;
}

interface Reading {
  reader: ByteReader;
  postings: Postings;
  /** 1 for each posting whose counts follow. */
  rich: Uint8Array;
}

function readList({ reader, postings, rich }: Reading, id: number): void {
  const from = postings.starts[id] ?? 0;
  const to = from + reader.varint();
  let row = -1;
  for (let at = from; at < to; at++) {
    const step = reader.varint();
    row += step >>> 1;
    postings.rows[at] = row;
    rich[at] = step & 1;
  }
  postings.starts[id + 1] = to;
}
