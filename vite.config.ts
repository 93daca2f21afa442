import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { TestProjectConfiguration } from 'vitest/config'
import { defineConfig, type Plugin } from 'vite'
import { billOfMaterials } from './build/bill-of-materials.ts'
import { chunkNames } from './build/chunks.ts'
import { demoPage } from './build/demo-page.ts'
import { exchangeInProcess } from './build/exchange-in-process.ts'
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

/** Builds for static hosts, by their mode: where each goes, and what makes it one. */
const staticBuilds = {
  demo: { folder: resolve('dist/demo'), plugin: demoPage },
  static: { folder: resolve('dist/static'), plugin: (folder: string) => venuePage(folder, process.env) },
} as const
const isStaticBuild = (mode: string): mode is keyof typeof staticBuilds => mode in staticBuilds

const testFiles = ['src/**/*.test.{ts,tsx}', '{build,e2e/tools}/**/*.test.ts']
const slowOnly = 'src/**/*.slow.test.{ts,tsx}'
/** Recorder, server and practice exchange start processes, databases and channels: each file has a process of its own. */
const isApart = (file: string): boolean => /^src\/(?:practice|recorder|server)\//.test(file)
/** What a page starts once for its process, as its client and its query cache, is loaded again for each of these files. */
const isPage = (file: string): boolean => {
  if (isApart(file)) return false
  if (/^src\/(?:api|app)\//.test(file)) return true
  const text = readFileSync(file, 'utf8')
  return /fake-indexeddb/.test(text) || (/vitest-environment happy-dom/.test(text) && !file.startsWith('src/ui/'))
}
const sourceTests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file.replaceAll('\\', '/')}`)
  .filter(file => /\.test\.tsx?$/.test(file))
const [apartFiles, pageFiles] = [sourceTests.filter(isApart), sourceTests.filter(isPage)]
// No test depends on the day, the hour or the zone in which it runs.
const setupFiles = ['src/testing/stated-date.ts', 'src/testing/patient-waits.ts']
const fastProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: { name: 'shared', isolate: false, include: testFiles, exclude: [slowOnly, ...apartFiles, ...pageFiles], setupFiles },
  },
  {
    extends: true,
    test: {
      name: 'pages',
      isolate: false,
      include: pageFiles,
      exclude: [slowOnly],
      setupFiles: ['src/testing/fresh-page.ts', ...setupFiles],
      // Libraries with a state or globals of their own, loaded again with the modules that use them.
      server: { deps: { inline: ['fake-indexeddb', 'idb', 'react-hotkeys-hook'] } },
    },
  },
  { extends: true, test: { name: 'apart', include: apartFiles, exclude: [slowOnly], setupFiles } },
]

export default defineConfig(({ mode }) => ({
  // Such a build lies under any path of any host.
  ...(isStaticBuild(mode) ? { base: './' } : {}),
  plugins: [
    react(),
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
    outDir: isStaticBuild(mode) ? staticBuilds[mode].folder : 'dist/client',
    target: 'es2023',
    // Nothing inline: the policy takes files of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    // Storing files compressed takes most of a build, and may.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: chunkNames(import.meta.dirname), includeDependenciesRecursively: false }] } },
    },
  },
  environments: {
    ssr: { build: { outDir: 'dist/server', target: 'node20', rollupOptions: { input: 'src/server/main.ts' } } },
  },
  test: {
    environment: 'node',
    expect: { poll: { timeout: 20_000 } },
    env: { TZ: 'UTC', ...(mode === 'slow' ? slowCounts : {}) },
    fakeTimers: { now: Date.parse(statedInstant) },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Page tests wait as much as they compute: with one worker a core the machine would be idle a good part of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: mode === 'slow' ? [{ extends: true, test: { name: 'slow', include: [...slowFiles], setupFiles } }] : fastProjects,
  },
}))
