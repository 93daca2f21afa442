import { jsonType } from './data-answer.ts'
import { dataPolicy } from '../sandbox/http/data-policy.ts'

/** An error in the one form that all of this server's errors have. */
export function problem(status: number, error: string, headers: Record<string, string> = {}): Response {
  const own = { 'content-type': jsonType, 'cache-control': 'no-store', 'content-security-policy': dataPolicy }
  return Response.json({ error }, { status, headers: { ...headers, ...own } })
}
