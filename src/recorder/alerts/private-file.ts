/** Reads files with secrets, only if no other user may read them. Messages never contain their content. */
import { readFileSync, statSync } from 'node:fs'

export type ReadText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

export function readPrivateFile(path: string, what: string): ReadText {
  if (isOpenToOthers(path)) return { ok: false, problem: `${what} ${path} may be read by others: say chmod 600 first.` }
  const read = readText(path)
  return read.ok ? read : { ok: false, problem: `${what} ${path} cannot be read (${read.problem}).` }
}

function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) !== 0
}

/** `problem` is the system's error code. */
export function readText(path: string): ReadText {
  try {
    return { ok: true, text: readFileSync(path, 'utf8') }
  } catch (error) {
    return { ok: false, problem: (error as NodeJS.ErrnoException).code ?? 'unknown error' }
  }
}
