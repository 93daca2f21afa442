/**
 * The exchange's HTTP interface. It executes the contract's endpoint table: decodes query and body, calls the handler,
 * encodes the answer. Endpoints outside the table (or the profile) do not exist.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Account, Command, Exchange } from '../exchange.ts'
import { createLeftOut, type LeftOut } from '../left-out.ts'
import type { MarketActivity } from '../market/activity.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import { acceptedEncoding, type CachedText, type Compress, isKnown } from './cached-text.ts'
import { type HandlerAnswer, type HandlerRequest, handlers, type Venue } from './handlers.ts'
import { createListingTexts } from './listing-texts.ts'
import type { Profile } from './profile.ts'
import { type RateLimiter, unlimited } from './rate-limit.ts'
import { failure, noToken, type Refusal, refusalBody, refuse, tooManyRequests, unauthorised } from './refusal.ts'
import type { TokenAddress } from './strict-tokens.ts'
import type { TokenKeys } from './tokens.ts'

export interface SandboxAppOptions {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly activity?: MarketActivity | undefined
  readonly keys: TokenKeys
  readonly profile: Profile
  readonly clock: () => EpochMicros
  readonly rateLimiter?: RateLimiter | undefined
  readonly compress?: Compress
  readonly run?: string
  readonly pause?: () => Promise<void>
  readonly leftOut?: LeftOut | undefined
  readonly onError?: (error: unknown) => void
}

const jsonText = 'application/json; charset=utf-8'

export const bodyLimitBytes = 64 * 1024

export function createSandboxApp(options: SandboxAppOptions): Hono {
  const { exchange, market, keys, profile } = options
  const leftOut = options.leftOut ?? createLeftOut(message => options.onError?.(new Error(message)))
  const { activity, compress, pause, run } = options
  const venue: Venue = {
    exchange,
    leftOut,
    market,
    keys,
    profile,
    texts: createListingTexts({ market, activity, compress, pause, leftOut, run }),
    apply: (command: Command, now) => exchange.apply(command, now).outcome,
  }
  const app = new Hono()
  app.use(async (context, next) => {
    // Set before the answer exists: adding headers later copies it.
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    await next()
  })
  const write = writerFor(profile)
  app.use(limitBody(write))
  app.get('/healthz', context => {
    const rows = leftOut.counts()
    const said = { status: 'ok', ...(Object.keys(rows).length === 0 ? {} : { rows_left_out: rows }) }
    return context.body(JSON.stringify(said), 200, { 'content-type': jsonText })
  })
  app.get('/healthz/headers', context =>
    context.body(
      JSON.stringify({
        [credentialsHeader]: context.req.header(credentialsHeader) === undefined ? 'missing' : 'arrived',
      }),
      200,
      {
        'content-type': jsonText,
      },
    ),
  )

  const methods = new Map<string, string[]>([
    ['/healthz', ['GET']],
    ['/healthz/headers', ['GET']],
  ])
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name]
    if (profile === 'core' && endpoint.since === 'extended') continue
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method])
    app.on(endpoint.method, endpoint.path, async context =>
      write(context, await answerTo(context, name, venue, options)),
    )
  }
  for (const [path, known] of methods) {
    const allow = known.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    app.all(path, context => write(context, refuse(405, `Only ${allow} under this path.`, { headers: { allow } })))
  }
  app.notFound(context => write(context, refuse(404, 'There is nothing under this path.')))
  app.onError((error, context) => {
    options.onError?.(error)
    return write(context, failure)
  })
  return app
}

/** Most bodies declare their length. Only others are counted on arrival, which copies the request. */
function limitBody(write: Writer): MiddlewareHandler {
  const tooLong = (context: Context) => write(context, refuse(413, 'The body is too long: 64 kB at most.'))
  const count = bodyLimit({ maxSize: bodyLimitBytes, onError: tooLong })
  return async (context, next) => {
    const length = context.req.header('content-length')
    if (length !== undefined)
      return Number.parseInt(length, 10) > bodyLimitBytes ? await tooLong(context) : await next()
    const hasNone = context.req.method !== 'POST' && context.req.header('transfer-encoding') === undefined
    return hasNone ? await next() : await count(context, next)
  }
}

type AppAnswer =
  | Refusal
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'text'; readonly text: CachedText }

async function answerTo(
  context: Context,
  name: EndpointName,
  venue: Venue,
  options: SandboxAppOptions,
): Promise<AppAnswer> {
  const { clock, rateLimiter = unlimited } = options
  const endpoint: Endpoint = endpoints[name]
  const account = endpoint.auth ? await signedIn(context, venue, clock()) : ''
  if (typeof account !== 'string') return account
  const waitSeconds = endpoint.auth ? rateLimiter.take(account) : 0
  if (waitSeconds > 0) return tooManyRequests(waitSeconds)
  const twice = context.req.url.includes('?') ? givenTwice(context) : undefined
  if (twice !== undefined) return refuse(400, `${twice} is given more than once.`)
  const query = context.req.url.includes('?') ? z.safeDecode(endpoint.query, context.req.query()) : noQuery(endpoint)
  if (!query.success) return refuse(400, `The query is not right: ${firstIssue(query.error.issues)}.`)
  const body = await readBody(context, endpoint)
  if (typeof body !== 'string') return body
  // The time is taken after the body has come, so that orders are stamped when they are whole.
  const asked = { query: query.data, body, account, token: context.req.header(credentialsHeader) ?? '', now: clock() }
  const answered = await handle(name, asked, venue)
  return answered.kind === 'answer'
    ? { kind: 'json', json: JSON.stringify(z.encode(endpoint.answer, answered.value)) }
    : answered
}

/** A repeated parameter is ambiguous. */
const givenTwice = (context: Context): string | undefined =>
  Object.entries(context.req.queries()).find(([, values]) => values.length > 1)?.[0]

const noQueries = new WeakMap<Endpoint, ReturnType<typeof z.safeDecode<Endpoint['query']>>>()

function noQuery(endpoint: Endpoint): ReturnType<typeof z.safeDecode<Endpoint['query']>> {
  const known = noQueries.get(endpoint) ?? z.safeDecode(endpoint.query, {})
  noQueries.set(endpoint, known)
  return known
}

/** The types tie each name to its handler; a name known only at run time needs this cast. */
function handle(
  name: EndpointName,
  asked: unknown,
  venue: Venue,
): HandlerAnswer<EndpointName> | Promise<HandlerAnswer<EndpointName>> {
  const handler = handlers[name] as (
    asked: HandlerRequest<EndpointName>,
    venue: Venue,
  ) => HandlerAnswer<EndpointName> | Promise<HandlerAnswer<EndpointName>>
  return handler(asked as HandlerRequest<EndpointName>, venue)
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}
const firstIssue = ([issue]: readonly Issue[]): string =>
  issue === undefined ? 'not readable' : `${issue.path.join('.')}: ${issue.message}`

async function signedIn(context: Context, venue: Venue, now: EpochMicros): Promise<Account | Refusal> {
  const token = context.req.header(credentialsHeader)
  if (token === undefined) return noToken
  const found = await venue.keys.judge(token, msFromMicros(now), addressOf(context))
  if ('kind' in found) return unauthorised(found)
  const { account } = found
  if (!venue.exchange.hasAccount(account)) venue.apply({ kind: 'open_account', account }, now)
  return account
}

export function addressOf(context: Context): TokenAddress {
  const [, host = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(context.req.url) ?? []
  return { host, path: context.req.path }
}

export const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;.*)?$/i

async function readBody(context: Context, endpoint: Endpoint): Promise<string | Refusal> {
  if (endpoint.method !== 'POST' || endpoint === endpoints.refreshInterest) return ''
  const type = context.req.header('content-type')
  const mayLack = endpoint.path !== endpoints.placeOrder.path
  if (type !== undefined ? !jsonType.test(type) : !mayLack) return refuse(415, 'Send the body as application/json.')
  const coding = context.req.header('content-encoding') ?? 'identity'
  if (coding.toLowerCase() !== 'identity') return refuse(415, 'Send the body as it is, without a content-encoding.')
  const body = await context.req.text()
  return type === undefined && body !== '' ? refuse(415, 'Send the body as application/json.') : body
}

type Writer = ReturnType<typeof writerFor>

const writerFor = (profile: Profile) => async (context: Context, out: AppAnswer) => {
  if (out.kind === 'refusal') {
    const { status, headers } = out
    return context.body(JSON.stringify(refusalBody(out, profile)), status, { ...headers, 'content-type': jsonText })
  }
  if (out.kind === 'json') return context.body(out.json, 200, { 'content-type': jsonText })
  return await writeText(context, out.text)
}

async function writeText(context: Context, cached: CachedText) {
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  const headers = { 'content-type': jsonText, vary: 'accept-encoding' }
  const known = context.req.header('if-none-match')
  if (isKnown(cached, known)) return context.body(null, 304, { ...headers, etag: cached.tag(encoding) })
  const bytes = encoding === undefined ? undefined : await cached.compressed(encoding)
  if (bytes === undefined || encoding === undefined)
    return context.body(cached.text, 200, { ...headers, etag: cached.tag() })
  return context.body(bytes, 200, { ...headers, etag: cached.tag(encoding), 'content-encoding': encoding })
}
