/** `npm run tool -- demo`: the page includes the exchange, and a service worker knows this version's files. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, build } from 'vite'
import { root, staticPage } from './static-page.ts'

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(name => name !== 'sw.js')
    .toSorted()
}

async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

async function buildServiceWorker(folder: string): Promise<void> {
  const files = await filesOf(folder)
  const version = await versionOf(folder, files)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { legworkVersion: JSON.stringify(version), legworkFiles: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: {
        entry: join(root, 'src/exchange/practice/service-worker.ts'),
        formats: ['iife'],
        name: 'legwork',
        fileName: () => 'sw.js',
      },
    },
  })
}

export const demoPage = (folder: string): Plugin =>
  staticPage({
    folder,
    host: 'src/app/entry/page-host-demo.ts',
    venue: 'sandbox',
    feed: 'socket',
    connect: [],
    trustedTypes: 'legwork-practice',
    finish: buildServiceWorker,
  })
