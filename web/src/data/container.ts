// SPDX-License-Identifier: MIT
// Bytes within the page: elements of base64 text, gzip and zlib streams.

/** A report that cannot be shown, with a reason for people. */
export class ReportError extends Error {}

function decodeBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new ReportError('The page is damaged: its data is no base64 text. Make it again with “cyclorama report”.');
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of a stream in full; at most `limit` of them. */
async function inflate(bytes: Uint8Array, format: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new ReportError(`The report is damaged: a stream in it is longer than ${limit} bytes.`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function inflateOrSay(bytes: Uint8Array, format: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  try {
    return await inflate(bytes, format, limit);
  } catch (error) {
    if (error instanceof ReportError) throw error;
    throw new ReportError('The report is damaged: a compressed stream in it cannot be read.');
  }
}

const LONGEST_TABLES = 1 << 30;

/** The text of a gzip stream in an element of the page; null where there is no such element. */
export async function compressedText(id: string): Promise<string | null> {
  const element = document.getElementById(id);
  if (!element) return null;
  const bytes = await inflateOrSay(decodeBase64(element.textContent ?? ''), 'gzip', LONGEST_TABLES);
  return new TextDecoder().decode(bytes);
}

/** The place of bytes in an element: offset and length. */
export type Place = readonly [number, number];

/** Bytes of an element, each part decoded where it is asked for. */
export class Blobs {
  private readonly text: string;

  constructor(id: string) {
    this.text = document.getElementById(id)?.textContent ?? '';
  }

  /** Four characters of base64 stand for three bytes. */
  bytes([offset, length]: Place): Uint8Array {
    const first = Math.floor(offset / 3);
    const end = Math.ceil((offset + length) / 3);
    const group = decodeBase64(this.text.slice(4 * first, 4 * end));
    const bytes = group.subarray(offset - 3 * first, offset - 3 * first + length);
    if (bytes.length !== length) throw new ReportError('The page is damaged: it ends before its pictures do.');
    return bytes;
  }

  /** A zlib stream of an exact number of bytes. */
  async inflated(place: Place, length: number): Promise<Uint8Array> {
    const bytes = await inflateOrSay(this.bytes(place), 'deflate', length);
    if (bytes.length !== length) throw new ReportError('The report is damaged: a picture in it is too short.');
    return bytes;
  }
}
