/**
 * Stands in for transformers.js' image library in the published command: only text is embedded, and
 * the library would bring a native package.
 */
export default function refuseImages(): never {
  throw new Error('This build of askpage reads no images.');
}
