/** Stores each text file compressed as well, so that the server compresses nothing while serving. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

export const precompress = (): Plugin => ({
  name: 'legwork-precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined || this.environment.name !== 'client') return
    const files = await readdir(dir, { recursive: true })
    await Promise.all(files.filter(file => /\.(?:js|css|svg|json)$/.test(file)).map(file => compress(join(dir, file))))
  },
})

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.byteLength < 512) return
  await writeWhole(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  await writeWhole(`${path}.gz`, gzipSync(bytes))
}

/** Writes to a temporary name first, so that an aborted build leaves no partial file. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}
