import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const entries = fileURLToPath(new URL('./src/entries', import.meta.url));
const all = readdirSync(entries)
  .filter((name) => /^[\w-]+\.tsx?$/.test(name))
  .map((name) => `${entries}/${name}`);
const table = `${entries}/table.tsx`;

export default defineConfig({
  // Relative, so that the files work under whatever STATIC_URL the server has.
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // Every browser of the target preloads modules itself, and the polyfill would want an exception in the CSP.
    modulePreload: false,
    // A data: address in a style sheet would want an exception in the CSP too.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What an entry shares with a chunk goes into a chunk of its own: a chunk that imports the entry would make the
      // browser run it twice, under the hashed name in the page and the plain name in the import.
      preserveEntrySignatures: 'strict',
      output: {
        // Templates name the entries; Django adds the hash when it collects static files.
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? '[name].css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  // The table is one file, so that its first card waits for no second script; the other pages share chunks.
  builder: {},
  environments: {
    client: { build: { rolldownOptions: { input: all.filter((entry) => entry !== table) } } },
    table: {
      consumer: 'client',
      build: { emptyOutDir: false, rolldownOptions: { input: table, output: { codeSplitting: false } } },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    restoreMocks: true,
    unstubGlobals: true,
  },
});
