/**
 * Requests that start with the page, before the program is loaded. The program takes an answer for exactly the same
 * request (address and headers), once and while fresh; otherwise it asks again. GETs only, under the token saved in
 * this tab; private paths need a token. The head script asks and the program takes, so pending requests are stored on a
 * shared object.
 */
import { credentialsHeader, venueHeader } from '../../../core/contract/header-names.ts'
import { isRecord } from '../../../core/domain/json.ts'
import { startSlice, yieldToPage } from '../browser/pause.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { venueSettingsKey } from './served-venue.ts'
import { type HttpAnswer, type HttpRequest, httpOver } from '../../../core/client/http.ts'

const tagHeader = 'if-none-match'

interface Early {
  readonly headers: Readonly<Record<string, string>>
  readonly sentMs: number
  readonly answer: Promise<HttpAnswer>
}

const freshMs = 4_000
const slot = Symbol.for('legwork.early')
const page = globalThis as { [slot]?: Map<string, Early> }
page[slot] ??= new Map()
const asked = page[slot]

function savedToken(venue: string): string | undefined {
  const session = readStored('tab', 'legwork.session')
  const token = isRecord(session) && session['venueKey'] === venue ? session['token'] : undefined
  return typeof token === 'string' ? token : undefined
}

const listingTagKey = 'legwork.listing-tag'

export const writeListingTag = (venueKey: string, etag: string | undefined): void =>
  void writeStored('local', listingTagKey, etag === undefined ? undefined : { venueKey, etag })

function listingTag(venue: string): string | undefined {
  const kept = readStored('local', listingTagKey)
  const etag = isRecord(kept) && kept['venueKey'] === venue ? kept['etag'] : undefined
  return typeof etag === 'string' ? etag : undefined
}

export interface EarlyNeeds {
  readonly private?: readonly string[]
  readonly public?: readonly string[]
  /** Path of the listing, requested only if it differs from the cached one. */
  readonly listing?: string
}

export function askEarly({ private: privatePaths = [], public: publicPaths = [], listing }: EarlyNeeds): void {
  const venue = document.querySelector('meta[name="legwork-venue"]')?.getAttribute('content') ?? ''
  if (venue === '' || readStored('local', venueSettingsKey) !== undefined) return
  const token = savedToken(venue)
  const plain = { accept: 'application/json', [venueHeader]: venue }
  if (token !== undefined) for (const path of privatePaths) send(path, { ...plain, [credentialsHeader]: token })
  const tag = listingTag(venue)
  if (listing !== undefined) send(listing, tag === undefined ? plain : { ...plain, [tagHeader]: tag }, true)
  for (const path of publicPaths) send(path, plain, true)
}

export function isWholeOnItsWay(path: string): boolean {
  const early = asked.get(path)
  return early !== undefined && early.headers[tagHeader] === undefined && performance.now() - early.sentMs < freshMs
}

function send(path: string, headers: Readonly<Record<string, string>>, mayBeLong?: boolean): void {
  const sentMs = performance.now()
  const ask = httpOver((input, init) => fetch(input, init), { startSlice, yieldToPage })
  const answer = ask({ method: 'GET', url: path, headers, signal: AbortSignal.timeout(freshMs), mayBeLong }).then(
    given => ({
      ...given,
      early: { sentMs, receivedMs: performance.now() },
    }),
  )
  // Nobody may ask for it.
  answer.catch(() => undefined)
  asked.set(path, { headers, sentMs, answer })
}

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

export function takeEarly({ method, url, headers }: HttpRequest): Promise<HttpAnswer> | undefined {
  const early = method === 'GET' ? asked.get(url) : undefined
  if (early === undefined) return undefined
  asked.delete(url)
  return isSame(early.headers, headers) && performance.now() - early.sentMs < freshMs ? early.answer : undefined
}
