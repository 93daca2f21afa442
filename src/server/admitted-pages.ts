/**
 * Pages of other origins that the sandbox answers (`SANDBOX_ALLOW_ORIGIN`), as a venue admits the page of a static host: they may call what the
 * contract has, read the answers, and nothing else of this server. Cookies are not among what they may send; none are looked at here anyway.
 */
import { credentialsHeader } from '../contract/header-names.ts'

/** Of the paths under which pages are admitted: those of the contract, and neither the sign-in of the box nor its practice desk. */
const contractPath = /^\/v1\//
const rememberedSeconds = 600

/** The origin of the page that asks, where it is one of `origins` and asks for what it may; undefined for anybody else. */
export function admittedOrigin(request: Pick<Request, 'url' | 'headers'>, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return undefined
  return contractPath.test(new URL(request.url).pathname) ? origin : undefined
}

/** The answer to a browser that asks first whether its page may. */
export function preflightAnswer(request: Pick<Request, 'method' | 'headers'>): Response | undefined {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': `content-type, ${credentialsHeader}`,
      'access-control-max-age': String(rememberedSeconds),
      'cache-control': 'no-store',
    },
  })
}

/** Lets the browser hand an answer to the page. */
export function admit(answer: Response, origin: string): void {
  answer.headers.set('access-control-allow-origin', origin)
  answer.headers.set('access-control-expose-headers', 'retry-after')
  answer.headers.append('vary', 'origin')
}
