import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What a file begins with, where its kind says so. */
export type FileForm = 'json' | 'wasm' | 'gguf' | 'bytes';

/** What is known of a file before it arrives. */
export interface Facts {
  form: FileForm;
  bytes?: number;
  /** Lower-case hex. */
  md5?: string;
  /** Lower-case hex. Where it is known, the weaker MD5 is not computed. */
  sha256?: string;
}

/** Looks at a file as it passes by. Problems complete "it …". */
export interface Check {
  take(chunk: Uint8Array): string | undefined;
  end(): string | undefined;
}

export function createCheck(facts: Facts): Check {
  const checks = [formCheck(facts.form), ...sizeChecks(facts), ...hashChecks(facts)];
  const first = (look: (check: Check) => string | undefined) => {
    for (const check of checks) {
      const problem = look(check);
      if (problem) return problem;
    }
    return undefined;
  };
  return {
    take: (chunk) => first((check) => check.take(chunk)),
    end: () => first((check) => check.end()),
  };
}

function sizeChecks({ bytes }: Facts): Check[] {
  if (bytes === undefined) return [];
  let count = 0;
  return [
    {
      take: (chunk) =>
        (count += chunk.length) > bytes ? `is longer than ${bytes} bytes` : undefined,
      end: () => (count < bytes ? `has ${count} bytes, not ${bytes}` : undefined),
    },
  ];
}

function hashChecks({ md5: weak, sha256: strong }: Facts): Check[] {
  const wanted = strong ?? weak;
  if (wanted === undefined) return [];
  const hash = strong === undefined ? md5.create() : sha256.create();
  return [
    {
      take: (chunk) => void hash.update(chunk),
      end: () =>
        bytesToHex(hash.digest()) === wanted.toLowerCase()
          ? undefined
          : `has other contents than listed (${strong === undefined ? 'MD5' : 'SHA-256'})`,
    },
  ];
}

const HEAD_BYTES = 64;

/** The first bytes, and the last one that is no blank: enough to tell a web page, or half a file. */
export function formCheck(form: FileForm): Check {
  let head = new Uint8Array(0);
  let last = 0;
  return {
    take(chunk) {
      if (head.length < HEAD_BYTES) head = joined(head, chunk.subarray(0, HEAD_BYTES));
      if (form === 'json') last = chunk.findLast((byte) => byte > 0x20) ?? last;
      return head.length < HEAD_BYTES ? undefined : headProblem(form, head);
    },
    end: () => headProblem(form, head) ?? (form === 'json' ? tailProblem(last) : undefined),
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function headProblem(form: FileForm, head: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(head).trimStart();
  if (form === 'bytes') return undefined;
  if (/^<(!doctype|html)/i.test(text)) return 'is a web page';
  if (form === 'wasm') return text.startsWith('\0asm') ? undefined : 'is not WebAssembly';
  if (form === 'gguf') return text.startsWith('GGUF') ? undefined : 'is not a GGUF file';
  return /^[{[]/.test(text) ? undefined : 'is not JSON';
}

const CLOSING = ['}', ']'].map((brace) => brace.charCodeAt(0));

const tailProblem = (last: number): string | undefined =>
  CLOSING.includes(last) ? undefined : 'is not JSON, or only half of it';

/** The SHA-256 of what `chunks` yields, in lower-case hex. */
export async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = sha256.create();
  for await (const chunk of chunks) hash.update(chunk);
  return bytesToHex(hash.digest());
}
