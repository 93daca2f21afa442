/// <reference types="vitest/config" />
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkNames } from './e2e/tools/chunks.ts'
import { demoPage } from './e2e/tools/demo-page.ts'
import { type LockFile, makeSbom } from './e2e/tools/make-sbom.ts'
import { pageFrames } from './e2e/tools/page-frames.ts'
import { venuePage } from './e2e/tools/venue-page.ts'
import manifest from './package.json' with { type: 'json' }
import { statedInstant } from './src/testing/stated-instant.ts'

const apiPath = /^\/(?:v1|sandbox|healthz)(?:\/|$|\?)/

/** In development the exchange lives in Vite's own process, as it lives in the server's in production. */
function exchangeInProcess(): Plugin {
  return {
    name: 'legwork-exchange',
    apply: 'serve',
    async configureServer(server) {
      if (process.env['VITEST'] !== undefined) return
      const { createDevHandler } = (await server.ssrLoadModule('/src/server/dev.ts')) as typeof import('./src/server/dev.ts')
      const handler = createDevHandler(process.env)
      venueOfPage = handler.venue
      server.middlewares.use((request, response, next) => {
        if (!apiPath.test(request.url ?? '')) return next()
        handler.fetch(requestOf(request)).then(answer => reply(answer, response), next)
      })
    },
    // The production server fills these in at each answer; here there is no policy to carry a nonce for.
    transformIndexHtml: html =>
      html.replaceAll('%CSP_NONCE%', '').replaceAll('%VENUE%', venueOfPage).replaceAll('%FEED%', '').replaceAll('%RECORDER%', ''),
  }
}

let venueOfPage = 'sandbox'

function requestOf(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {}
  return new Request(`http://${request.headers.host ?? '127.0.0.1'}${request.url ?? '/'}`, {
    method: request.method ?? 'GET',
    headers,
    ...body,
  })
}

async function reply(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

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

/** Stores each text file of the build compressed as well, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  return {
    name: 'legwork-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined || this.environment.name !== 'client') return
      const files = await readdir(dir, { recursive: true })
      await Promise.all(files.filter(file => /\.(?:js|css|svg|json)$/.test(file)).map(file => compress(join(dir, file))))
    },
  }
}

/** The bill of materials beside the server, where nobody is served it. */
function billOfMaterials(): Plugin {
  return {
    name: 'legwork-sbom',
    apply: 'build',
    async generateBundle() {
      if (this.environment.name === 'client') return
      const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile
      this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: makeSbom(lock) })
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.byteLength < 512) return
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  await writeFile(`${path}.gz`, gzipSync(bytes))
}

/** Builds for static hosts, by their mode: where each goes, and what makes it one. */
const staticBuilds = {
  demo: { folder: resolve('dist/demo'), plugin: demoPage },
  static: { folder: resolve('dist/static'), plugin: (folder: string) => venuePage(folder, process.env) },
} as const
const isStaticBuild = (mode: string): mode is keyof typeof staticBuilds => mode in staticBuilds

const screens = ['portfolio', 'builder', 'orders', 'markets', 'journal', 'settings']

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
      output: { codeSplitting: { groups: [{ name: chunkNames(import.meta.dirname, screens), includeDependenciesRecursively: false }] } },
    },
  },
  environments: {
    ssr: { build: { outDir: 'dist/server', target: 'node20', rollupOptions: { input: 'src/server/main.ts' } } },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'e2e/tools/**/*.test.ts'],
    environment: 'node',
    // No test depends on the day, the hour or the zone in which it runs.
    setupFiles: ['src/testing/stated-date.ts', 'src/testing/patient-waits.ts'],
    expect: { poll: { timeout: 20_000 } },
    env: { TZ: 'UTC' },
    fakeTimers: { now: Date.parse(statedInstant) },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
}))
