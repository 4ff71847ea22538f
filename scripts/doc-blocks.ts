import { format as prettify, resolveConfig } from 'prettier';

/** The document with each block between `<!-- block: NAME -->` and `<!-- /block -->` made anew. */
export async function fillBlocks(
  document: string,
  path: string,
  blocks: Readonly<Record<string, string>>,
): Promise<string> {
  const filled = document.replace(
    /(<!-- block: (\S+) -->)[\s\S]*?(<!-- \/block -->)/g,
    (...match) => {
      const [, start = '', name = '', end = ''] = match as string[];
      const block = blocks[name];
      if (block === undefined) throw new Error(`${path} names an unknown block: ${name}.`);
      return `${start}\n\n${block}\n\n${end}`;
    },
  );
  const config = await resolveConfig(path);
  return prettify(filled, { ...config, filepath: path });
}

/** A table in Markdown. @param rows Each a line of it. */
export const table = (heads: readonly string[], rows: readonly string[]): string =>
  [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...rows].join('\n');
