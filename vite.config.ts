import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { TestProjectConfiguration } from 'vitest/config'
import { defineConfig, type Plugin } from 'vite'
import { billOfMaterials } from './build/bill-of-materials.ts'
import { chunkNames } from './build/chunks.ts'
import { demoPage } from './build/demo-page.ts'
import { exchangeInProcess } from './build/exchange-in-process.ts'
import { loadFiles } from './build/load-files.ts'
import { pageFrames } from './build/page-frames.ts'
import { precompress } from './build/precompress.ts'
import { venuePage } from './build/venue-page.ts'
import manifest from './package.json' with { type: 'json' }
import { slowCounts, slowFiles } from './src/testing/slow-tests.ts'
import { statedInstant } from './src/testing/stated-instant.ts'

/** Says what is going on: a build takes longer than a person waits without a word. */
function progress(): Plugin {
  return {
    name: 'legwork-progress',
    apply: 'build',
    buildStart() {
      process.stdout.write(`Building the ${this.environment.name === 'client' ? 'app' : 'server'} …\n`)
    },
  }
}

/** `npm run build` builds into a fresh folder (`build/build-app.ts`). */
const builtFolder = process.env['BUILD_FOLDER'] ?? 'dist'

/** Builds for static hosts, by their mode: where each goes, and what makes it one. */
const staticBuilds = {
  demo: { folder: resolve('dist/demo'), plugin: demoPage },
  static: { folder: resolve('dist/static'), plugin: (folder: string) => venuePage(folder, process.env) },
} as const
const isStaticBuild = (mode: string): mode is keyof typeof staticBuilds => mode in staticBuilds

const testFiles = ['src/**/*.test.{ts,tsx}', '{build,e2e/tools}/**/*.test.ts']
const slowOnly = 'src/**/*.slow.test.{ts,tsx}'
/** A client, a server or a database is made once for a process: such a file has one of its own. */
const apartFiles = 'src/{app/api,app/entry,exchange/practice,exchange/journal,recorder,server}/**/*.test.ts'
const pageFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file.replaceAll('\\', '/')}`)
  .filter(file => /\.test\.tsx?$/.test(file) && /vitest-environment happy-dom/.test(readFileSync(file, 'utf8')))
/** Pages share a document and the libraries, each file with the program anew; shared files share all of it. */
const fastProjects: TestProjectConfiguration[] = [
  { extends: true, test: { name: 'apart', include: [apartFiles], exclude: [slowOnly, ...pageFiles] } },
  { extends: true, test: { name: 'pages', isolate: false, include: pageFiles, exclude: [slowOnly] } },
  {
    extends: true,
    test: { name: 'shared', isolate: false, include: testFiles, exclude: [slowOnly, apartFiles, ...pageFiles] },
  },
]

export default defineConfig(({ mode }) => ({
  // Such a build lies under any path of any host.
  ...(isStaticBuild(mode) ? { base: './' } : {}),
  plugins: [
    react(),
    loadFiles(),
    exchangeInProcess(),
    pageFrames(),
    ...(isStaticBuild(mode) ? [] : [precompress()]),
    billOfMaterials(),
    progress(),
    ...(isStaticBuild(mode) ? [staticBuilds[mode].plugin(staticBuilds[mode].folder)] : []),
  ],
  define: { 'import.meta.env.LEGWORK_VERSION': JSON.stringify(manifest.version) },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, watch: { ignored: ['**/dist/**', '**/e2e/results/**'] } },
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    outDir: isStaticBuild(mode) ? staticBuilds[mode].folder : join(builtFolder, 'client'),
    emptyOutDir: true,
    target: 'es2023',
    // Nothing inline: the policy takes files of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    // Storing files compressed takes most of a build, and may.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: [{ name: chunkNames(import.meta.dirname), includeDependenciesRecursively: false }] },
      },
    },
  },
  environments: {
    // One file: a server that runs needs nothing more of its folder when another build takes its place.
    ssr: {
      build: {
        outDir: join(builtFolder, 'server'),
        target: 'node20',
        rolldownOptions: { input: 'src/server/main.ts', output: { codeSplitting: false } },
      },
    },
  },
  test: {
    environment: 'node',
    // Workers read a module from the disk, not from the process that transformed it.
    experimental: { fsModuleCache: true },
    // No test depends on the day, the hour or the zone in which it runs, nor on the luck of a draw.
    setupFiles: ['src/testing/stated-date.ts', 'src/testing/stated-seed.ts', 'src/testing/page-setup.ts'],
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC', ...(mode === 'slow' ? slowCounts : {}) },
    fakeTimers: { now: Date.parse(statedInstant) },
    // Newer Node has a localStorage of its own, which would hide that of the test's document.
    execArgv: process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
      ? ['--no-experimental-webstorage']
      : [],
    // These bound a failure only: a busy machine may take many times as long as a quiet one.
    testTimeout: mode === 'slow' ? 1_800_000 : 600_000,
    hookTimeout: 300_000,
    // Page tests wait as much as they compute: with one worker a core the machine would be idle a good part of the
    // time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: mode === 'slow' ? [{ extends: true, test: { name: 'slow', include: [...slowFiles] } }] : fastProjects,
  },
}))
