import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MODEL = 'public/models/all-MiniLM-L6-v2';

/**
 * The files of a fake cross-encoder, by their path below the model's folder: the embedding model with a head
 * behind it, which compares the mean of the question's token vectors with that of the text's. It has the form
 * of a real one and knows near from far, but was trained for nothing of the kind.
 */
export async function crossEncoderFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
  const entries = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(MODEL, path))] as const),
  );
  const weights = await readFile(join(MODEL, 'onnx/model_quantized.onnx'));
  return new Map([...entries, ['onnx/model_quantized.onnx', Buffer.concat([weights, head()])]]);
}

/** Writes these files into a model's folder. */
export async function layOutCrossEncoder(folder: string): Promise<void> {
  for (const [path, bytes] of await crossEncoderFiles()) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/*
 * Written as Protocol Buffers, with the field numbers of onnx.proto. A second `graph` behind the first is merged
 * with it by every reader: its nodes and outputs are added.
 */
const [GRAPH, NODE, INITIALIZER, OUTPUT] = [7, 1, 5, 12];
const [FLOAT, INT64] = [1, 7];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest > 127 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);

function message(field: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
}

interface Attribute {
  name: string;
  int?: number;
  ints?: readonly number[];
}

/** @param inputs Names, as the outputs of other nodes have them. */
function node(
  type: string,
  {
    inputs,
    output,
    attributes = [],
  }: { inputs: string[]; output: string; attributes?: Attribute[] },
): Buffer {
  return message(
    NODE,
    ...inputs.map((name) => message(1, name)),
    message(2, output),
    message(4, type),
    ...attributes.map(({ name, int, ints = [] }) =>
      int === undefined
        ? message(5, message(1, name), ...ints.map((each) => number(8, each)), number(20, 7))
        : message(5, message(1, name), number(3, int), number(20, 2)),
    ),
  );
}

/** A constant list of whole numbers; −1 as 64 bits of ones. */
function list(name: string, values: readonly number[]): Buffer {
  const raw = Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer);
  return message(
    INITIALIZER,
    number(1, values.length),
    number(2, INT64),
    message(8, name),
    message(9, raw),
  );
}

/** Mean of the token vectors that a weight chooses, of length 1. */
const pooled = (weights: string, output: string): Buffer[] => [
  node('Reshape', { inputs: [weights, 'head.rows'], output: `${output}.row` }),
  node('MatMul', { inputs: [`${output}.row`, 'last_hidden_state'], output: `${output}.sum` }),
  node('LpNormalization', {
    ...{ inputs: [`${output}.sum`], output },
    attributes: [{ name: 'p', int: 2 }],
  }),
];

function head(): Buffer {
  const float = { attributes: [{ name: 'to', int: FLOAT }] };
  return message(
    GRAPH,
    list('head.rows', [0, 1, -1]),
    list('head.scores', [-1, 1]),
    node('Cast', { inputs: ['token_type_ids'], output: 'head.text', ...float }),
    node('Cast', { inputs: ['attention_mask'], output: 'head.all', ...float }),
    node('Sub', { inputs: ['head.all', 'head.text'], output: 'head.question' }),
    ...pooled('head.question', 'head.asked'),
    ...pooled('head.text', 'head.told'),
    node('Transpose', {
      ...{ inputs: ['head.told'], output: 'head.turned' },
      attributes: [{ name: 'perm', ints: [0, 2, 1] }],
    }),
    node('MatMul', { inputs: ['head.asked', 'head.turned'], output: 'head.cosine' }),
    node('Reshape', { inputs: ['head.cosine', 'head.scores'], output: 'logits' }),
    message(OUTPUT, message(1, 'logits'), message(2, message(1, number(1, FLOAT)))),
  );
}
