import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const packageFile = (path: string) =>
  fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** The default runtime carries a WebGPU build of twice the size; embedding runs on WASM. */
const onnx = [
  {
    find: 'onnxruntime-web/webgpu',
    replacement: packageFile('onnxruntime-web/dist/ort.wasm.min.mjs'),
  },
];

export default defineConfig({
  base: './',
  resolve: { alias: onnx },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'askpage-[name]-[hash].js',
        chunkFileNames: 'askpage-[name]-[hash].js',
        assetFileNames: 'askpage-[name]-[hash][extname]',
      },
    },
  },
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { askpage: 'src/define.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'askpage-[name]-[hash].js',
        assetFileNames: 'askpage-[name]-[hash][extname]',
      },
      preserveEntrySignatures: 'allow-extension',
    },
  },
});
