/**
 * Who may read the metrics: a client with the token of `METRICS_TOKEN_FILE`, or, without one, a program of this machine
 * that came by no proxy. Metrics name no account, but they show when somebody trades.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { familiesType } from '../../domain/prometheus-text.ts'
import { readPrivateFile } from '../../recorder/alerts/private-file.ts'
import { dataPolicy } from '../../sandbox/http/data-policy.ts'
import { problem } from './answers.ts'
import { isLoopbackHost } from './env.ts'
import { refuseControl } from './guard.ts'

export interface MetricsReader {
  /** Undefined: none is given. */
  readonly token: string | undefined
  /** Address of the client; undefined if it is not known. */
  readonly peerOf: (request: Request) => string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** The refusal; undefined where it may be read. */
export function refuseMetrics(request: Request, { token, peerOf }: MetricsReader): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return problem(405, 'Only GET, HEAD under this path.', { allow: 'GET, HEAD' })
  if (token !== undefined) {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    return isSame(given, token) ? undefined : problem(401, 'A token is wanted.', { 'www-authenticate': 'Bearer' })
  }
  const peer = peerOf(request)
    ?.replace(/^::ffff:/, '')
    .replace(/^(.*:.*)$/, '[$1]')
  const isHere = peer !== undefined && isLoopbackHost(peer) && refuseControl(request) === undefined
  return isHere ? undefined : problem(403, 'Metrics are for this machine alone: METRICS_TOKEN_FILE names a token for others.')
}

/** The figures, or why they are refused. */
export function answerMetrics(request: Request, reader: MetricsReader, text: () => string): Response {
  const headers = { 'content-type': familiesType, 'cache-control': 'no-store', 'content-security-policy': dataPolicy }
  return refuseMetrics(request, reader) ?? new Response(text(), { headers })
}

/** The token of `METRICS_TOKEN_FILE`: a file of mode 0600, whose text never stands in a message. */
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
