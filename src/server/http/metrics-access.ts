import { createHash, timingSafeEqual } from 'node:crypto'
import { Registry } from 'prom-client'
import { readPrivateFile } from '../../recorder/alerts/private-file.ts'
import { dataPolicy } from '../../exchange/sandbox/http/data-policy.ts'
import { problem } from './answers.ts'
import { isLoopbackHost } from './env.ts'
import { refuseControl } from './guard.ts'

export interface MetricsReader {
  readonly token: string | undefined
  readonly peerOf: (request: Request) => string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

export function refuseMetrics(request: Request, { token, peerOf }: MetricsReader): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return problem(405, 'Only GET, HEAD under this path.', { allow: 'GET, HEAD' })
  if (token !== undefined) {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    return isSame(given, token) ? undefined : problem(401, 'A token is needed.', { 'www-authenticate': 'Bearer' })
  }
  const peer = peerOf(request)
    ?.replace(/^::ffff:/, '')
    .replace(/^(.*:.*)$/, '[$1]')
  const isHere = peer !== undefined && isLoopbackHost(peer) && refuseControl(request) === undefined
  return isHere
    ? undefined
    : problem(403, 'Metrics are for this machine only: METRICS_TOKEN_FILE names a token for others.')
}

export async function answerMetrics(
  request: Request,
  reader: MetricsReader,
  text: () => Promise<string>,
): Promise<Response> {
  const headers = {
    'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
  }
  return refuseMetrics(request, reader) ?? new Response(await text(), { headers })
}

export type ReadToken =
  | { readonly ok: true; readonly token: string | undefined }
  | { readonly ok: false; readonly problem: string }

const shortest = 32

export function readMetricsToken(path: string | undefined): ReadToken {
  if (path === undefined) return { ok: true, token: undefined }
  const read = readPrivateFile(path, 'METRICS_TOKEN_FILE')
  if (!read.ok) return read
  const token = read.text.trim()
  if (token.length >= shortest && /^\S+$/.test(token)) return { ok: true, token }
  return {
    ok: false,
    problem: `METRICS_TOKEN_FILE ${path} holds no token: write ${shortest} characters or more, without blanks.`,
  }
}
