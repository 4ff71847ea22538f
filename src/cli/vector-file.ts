import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Vectors by text key, kept between builds so that only what has changed is embedded. A file that
 * can't be read counts as empty.
 */
export class VectorFile {
  readonly #path: string;
  readonly #dimensions: number;
  readonly #vectors = new Map<string, Float32Array>();

  private constructor(path: string, dimensions: number) {
    this.#path = path;
    this.#dimensions = dimensions;
  }

  static async open(path: string, dimensions: number): Promise<VectorFile> {
    const file = new VectorFile(path, dimensions);
    try {
      const keys = JSON.parse(await readFile(`${path}.json`, 'utf8')) as string[];
      const bytes = await readFile(`${path}.bin`);
      const vectors = new Float32Array(new Uint8Array(bytes).buffer);
      if (vectors.length !== keys.length * dimensions) return file;
      keys.forEach((key, row) =>
        file.#vectors.set(key, vectors.slice(row * dimensions, (row + 1) * dimensions)),
      );
    } catch {
      // A first build, or one that was broken off.
    }
    return file;
  }

  get(key: string): Float32Array | undefined {
    return this.#vectors.get(key);
  }

  set(key: string, vector: Float32Array): void {
    this.#vectors.set(key, vector);
  }

  /** Writes beside and renames, so that a broken-off write leaves the old file. */
  async save(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const all = new Float32Array(this.#vectors.size * this.#dimensions);
    let row = 0;
    for (const vector of this.#vectors.values()) all.set(vector, row++ * this.#dimensions);
    await writeFile(`${this.#path}.bin.new`, new Uint8Array(all.buffer));
    await writeFile(`${this.#path}.json.new`, JSON.stringify([...this.#vectors.keys()]));
    await rename(`${this.#path}.bin.new`, `${this.#path}.bin`);
    await rename(`${this.#path}.json.new`, `${this.#path}.json`);
  }
}
