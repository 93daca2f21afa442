/** The token of `METRICS_TOKEN_FILE`: a file of mode 0600, whose text never stands in a message. */
import { readPrivateFile } from '../recorder/private-file.ts'

export type ReadToken = { readonly ok: true; readonly token: string | undefined } | { readonly ok: false; readonly problem: string }

const shortest = 32

/** `path` undefined: none is wanted. */
export function readMetricsToken(path: string | undefined): ReadToken {
  if (path === undefined) return { ok: true, token: undefined }
  const read = readPrivateFile(path, 'METRICS_TOKEN_FILE')
  if (!read.ok) return read
  const token = read.text.trim()
  if (token.length >= shortest && /^\S+$/.test(token)) return { ok: true, token }
  return { ok: false, problem: `METRICS_TOKEN_FILE ${path} holds no token: write ${shortest} characters or more, without blanks.` }
}
