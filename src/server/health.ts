/** The self-test in venue mode, as the sandbox has it: does this server live, and does the token's header reach it? */
import { credentialsHeader } from '../contract/header-names.ts'
import { problem } from './problem.ts'

/** undefined for any other path. The header's value is never told. */
export function healthAnswer({ method, headers }: Pick<Request, 'method' | 'headers'>, path: string): Response | undefined {
  const isHealth = path === '/healthz' || path === '/healthz/headers'
  if (!isHealth) return undefined
  if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Only GET, HEAD under this path.', { allow: 'GET, HEAD' })
  const said = path === '/healthz' ? { status: 'ok' } : { [credentialsHeader]: headers.has(credentialsHeader) ? 'arrived' : 'missing' }
  return Response.json(said, { headers: { 'cache-control': 'no-store' } })
}
