/**
 * Builds into a fresh folder and renames the parts into place at the end, so that an aborted build or two concurrent
 * ones leave a complete build. Each part stores the hash of its inputs; unchanged inputs are not rebuilt.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const parts = ['client', 'server'] as const
const hashFile = '.inputs'
const freshPrefix = '.building-'
/** Older temporary folders are from aborted builds; no build takes this long. */
const leftAfterMs = 3_600_000

export function hashOfInputs(root: string, paths: readonly string[], more: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(more))
  for (const path of paths.flatMap(each => filesOf(root, each)).toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(root: string, path: string): readonly string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
}

const isBuiltFrom = (folder: string, inputs: string): boolean =>
  parts.every(part => {
    const path = join(folder, part, hashFile)
    return existsSync(path) && readFileSync(path, 'utf8') === inputs
  })

/**
 * `make` builds every part into a folder of that name in `fresh`. Returns false if nothing has changed since the last
 * build.
 */
export async function buildFolder(
  folder: string,
  inputs: string,
  make: (fresh: string) => Promise<void>,
): Promise<boolean> {
  if (isBuiltFrom(folder, inputs)) return false
  removeStopped(folder)
  const fresh = join(folder, `${freshPrefix}${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`)
  mkdirSync(fresh, { recursive: true })
  try {
    await make(fresh)
    for (const part of parts) {
      writeFileSync(join(fresh, part, hashFile), inputs)
      await putInPlace(join(fresh, part), join(folder, part), join(fresh, `old-${part}`))
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return true
}

/** Retries: another build may do the same, and Windows locks a folder while its files are read. */
async function putInPlace(from: string, to: string, old: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      if (existsSync(to)) renameSync(to, `${old}-${tries}`)
      return renameSync(from, to)
    } catch (error) {
      if (tries === 50) throw error
      await pause(20 * Math.random())
    }
}

function removeStopped(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter(each => each.startsWith(freshPrefix))) {
    const since = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - since > leftAfterMs) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
