/** Rows of weights that are mostly zero, in compressed sparse row form. */
export interface SparseRows {
  /** Place of each row's first entry, and of the end of the last: one more than there are rows. */
  starts: Uint32Array;
  /** Column of each entry; no column twice in a row. */
  columns: Uint32Array;
  weights: Float32Array;
}

/** What is minimised: |A W − T|² + λ |W − V|² over the token vectors W. */
export interface FitProblem {
  /** A: a row a sentence, a column a token. */
  rows: SparseRows;
  /** T: the full model's vector of each sentence, row after row. */
  targets: Float32Array;
  /** V: the full model's vector of each token alone, row after row. W starts from it. */
  priors: Float32Array;
  /** Numbers in one vector. */
  dimensions: number;
  /** λ, above 0: how strongly a token is held to its own vector. */
  lambda: number;
  /** Ends when the error is so small; see `FitStep.residual`. Default 1e-6. */
  tolerance?: number;
  /** Ends after so many steps at the latest. Default 80. */
  maxSteps?: number;
}

export interface FitStep {
  /** Steps done; 0 before the first. */
  step: number;
  /** |right side − left side| / |right side| of the normal equations, in the worst dimension. */
  residual: number;
}

/**
 * Fits token vectors by conjugate gradients on the normal equations
 * (AᵀA + λI) W = AᵀT + λV, all dimensions at once, with the diagonal as preconditioner. After each
 * step the caller is told how far it is, and may end the loop; the result, row after row, is returned.
 *
 * Sources: Hestenes and Stiefel 1952 (conjugate gradients); Hoerl and Kennard 1970 (ridge
 * regression). That a query encoder may be far lighter than the documents': asymmetric dual
 * encoders; static token vectors taken from a sentence encoder: Model2Vec.
 */
export function* fitTokens(problem: FitProblem): Generator<FitStep, Float32Array> {
  const { tolerance = 1e-6, maxSteps = 80 } = problem;
  const state = startState(problem);
  for (let step = 0; ; step++) {
    const residual = residualOf(state);
    yield { step, residual };
    if (residual <= tolerance || step === maxSteps) return state.solution;
    advance(problem, state);
  }
}

interface State {
  solution: Float32Array;
  /** Right side minus left side. */
  error: Float32Array;
  direction: Float32Array;
  /** The left side's matrix times `direction`. */
  image: Float32Array;
  /** One over the matrix's diagonal, a token. */
  scale: Float64Array;
  /** Σ error² · scale, a dimension. */
  energy: Float64Array;
  /** |right side|², a dimension. */
  rightSquares: Float64Array;
}

function startState(problem: FitProblem): State {
  const { priors, dimensions } = problem;
  const solution = Float32Array.from(priors);
  const right = rightSide(problem);
  const image = new Float32Array(priors.length);
  multiply(problem, solution, image);
  const error = right.map((value, i) => value - (image[i] ?? 0));
  const scale = inverseDiagonal(problem);
  const direction = error.map((value, i) => value * (scale[Math.floor(i / dimensions)] ?? 0));
  const energy = columnProducts(error, direction, dimensions);
  const rightSquares = columnProducts(right, right, dimensions);
  return { solution, error, direction, image, scale, energy, rightSquares };
}

/** AᵀT + λV */
function rightSide({ rows, targets, priors, dimensions, lambda }: FitProblem): Float32Array {
  const right = priors.map((value) => lambda * value);
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    scatter({ rows, row }, targets.subarray(row * dimensions, (row + 1) * dimensions), right);
  }
  return right;
}

/** `image` = (AᵀA + λI) `vectors`, a row of A after the other, so that A · vectors is never kept. */
function multiply(problem: FitProblem, vectors: Float32Array, image: Float32Array): void {
  const { rows, dimensions, lambda } = problem;
  const product = new Float32Array(dimensions);
  for (let i = 0; i < image.length; i++) image[i] = lambda * (vectors[i] as number);
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    gather({ rows, row }, vectors, product);
    scatter({ rows, row }, product, image);
  }
}

interface SparseRow {
  rows: SparseRows;
  row: number;
}

/** `product` = the row times `vectors` */
function gather({ rows, row }: SparseRow, vectors: Float32Array, product: Float32Array): void {
  const { starts, columns, weights } = rows;
  const { length } = product;
  product.fill(0);
  for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry++) {
    const start = (columns[entry] as number) * length;
    const weight = weights[entry] as number;
    for (let i = 0; i < length; i++) {
      product[i] = (product[i] as number) + weight * (vectors[start + i] as number);
    }
  }
}

/** `target` += the row, transposed, times `vector` */
function scatter({ rows, row }: SparseRow, vector: Float32Array, target: Float32Array): void {
  const { starts, columns, weights } = rows;
  const { length } = vector;
  for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry++) {
    const start = (columns[entry] as number) * length;
    const weight = weights[entry] as number;
    for (let i = 0; i < length; i++) {
      target[start + i] = (target[start + i] as number) + weight * (vector[i] as number);
    }
  }
}

/** Common tokens weigh far more than rare ones; divided by their own weight, all converge alike. */
function inverseDiagonal({ rows, priors, dimensions, lambda }: FitProblem): Float64Array {
  const diagonal = new Float64Array(priors.length / dimensions).fill(lambda);
  rows.columns.forEach((column, at) => {
    diagonal[column] = (diagonal[column] ?? 0) + (rows.weights[at] ?? 0) ** 2;
  });
  return diagonal.map((value) => 1 / value);
}

/** Σ left · right over the tokens, a dimension. */
function columnProducts(left: Float32Array, right: Float32Array, dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions);
  for (let start = 0; start < left.length; start += dimensions) {
    for (let i = 0; i < dimensions; i++) {
      sums[i] = (sums[i] as number) + (left[start + i] as number) * (right[start + i] as number);
    }
  }
  return sums;
}

function residualOf({ error, rightSquares }: State): number {
  const squares = columnProducts(error, error, rightSquares.length);
  let worst = 0;
  for (const [i, right] of rightSquares.entries()) {
    if (right > 0) worst = Math.max(worst, Math.sqrt((squares[i] ?? 0) / right));
  }
  return worst;
}

function advance(problem: FitProblem, state: State): void {
  const { dimensions } = problem;
  const { solution, error, direction, image, energy } = state;
  multiply(problem, direction, image);
  const curvature = columnProducts(direction, image, dimensions);
  const stride = energy.map((value, i) => ratio(value, curvature[i] ?? 0));
  for (let start = 0; start < solution.length; start += dimensions) {
    for (let i = 0; i < dimensions; i++) {
      const at = start + i;
      const by = stride[i] as number;
      solution[at] = (solution[at] as number) + by * (direction[at] as number);
      error[at] = (error[at] as number) - by * (image[at] as number);
    }
  }
  turn(state, dimensions);
}

/** The next direction: the scaled error, made conjugate to the last. */
function turn(state: State, dimensions: number): void {
  const { error, direction, scale, energy } = state;
  const next = new Float64Array(dimensions);
  for (const [token, by] of scale.entries()) {
    for (let i = 0, at = token * dimensions; i < dimensions; i++, at++) {
      next[i] = (next[i] as number) + by * (error[at] as number) ** 2;
    }
  }
  const kept = next.map((value, i) => ratio(value, energy[i] ?? 0));
  for (const [token, by] of scale.entries()) {
    for (let i = 0, at = token * dimensions; i < dimensions; i++, at++) {
      direction[at] = by * (error[at] as number) + (kept[i] as number) * (direction[at] as number);
    }
  }
  state.energy = next;
}

/** A dimension that is solved exactly stays as it is. */
const ratio = (value: number, by: number): number => (by > 0 ? value / by : 0);
