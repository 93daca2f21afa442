/**
 * Polls that set out with the page, before the program is there to ask: it takes their answers when it comes to ask the very same, with the
 * same address and the same headers, once each and only while they are fresh. Whatever differs is asked again. GETs alone, under the token
 * that this tab keeps; without one nothing private is asked. The script in the page's head asks and the program takes, so what is under way
 * lies where both see it.
 */
import { credentialsHeader, venueHeader } from '../../contract/header-names.ts'
import { isRecord } from '../../domain/json.ts'
import { startSlice, yieldToPage } from '../browser/pause.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { venueSettingsKey } from './served-venue.ts'
import { type HttpAnswer, type HttpRequest, httpOver } from '../../client/http.ts'

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

/** The token kept for this tab, if it is of the venue that the page is served for. */
function savedToken(venue: string): string | undefined {
  const session = readStored('tab', 'legwork.session')
  const token = isRecord(session) && session['venueKey'] === venue ? session['token'] : undefined
  return typeof token === 'string' ? token : undefined
}

const listingTagKey = 'legwork.listing-tag'

/** Under which entity tag this browser keeps the listing of its page's venue. */
export const writeListingTag = (venueKey: string, etag: string | undefined): void =>
  void writeStored('local', listingTagKey, etag === undefined ? undefined : { venueKey, etag })

function listingTag(venue: string): string | undefined {
  const kept = readStored('local', listingTagKey)
  const etag = isRecord(kept) && kept['venueKey'] === venue ? kept['etag'] : undefined
  return typeof etag === 'string' ? etag : undefined
}

/** What a screen needs first. */
export interface EarlyNeeds {
  /** Of the account; asked where this tab is signed in. */
  readonly private?: readonly string[]
  readonly public?: readonly string[]
  /** The path of the listing: asked for only if it is another than the one that this browser keeps. */
  readonly listing?: string
}

/** Sends for these paths of the page's own server. Another address that was set under Settings is left to the program. */
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

/** Is an answer to this path on the way that will be there in full, whatever this browser keeps of it? */
export function isWholeOnItsWay(path: string): boolean {
  const early = asked.get(path)
  return early !== undefined && early.headers[tagHeader] === undefined && performance.now() - early.sentMs < freshMs
}

function send(path: string, headers: Readonly<Record<string, string>>, mayBeLong?: boolean): void {
  const sentMs = performance.now()
  const ask = httpOver((input, init) => fetch(input, init), { startSlice, yieldToPage })
  const answer = ask({ method: 'GET', url: path, headers, signal: AbortSignal.timeout(freshMs), mayBeLong }).then(given => ({
    ...given,
    early: { sentMs, receivedMs: performance.now() },
  }))
  // Nobody may come to ask.
  answer.catch(() => undefined)
  asked.set(path, { headers, sentMs, answer })
}

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

/** The answer to this very request, if it set out early; undefined where it did not, or too long ago. */
export function takeEarly({ method, url, headers }: HttpRequest): Promise<HttpAnswer> | undefined {
  const early = method === 'GET' ? asked.get(url) : undefined
  if (early === undefined) return undefined
  asked.delete(url)
  return isSame(early.headers, headers) && performance.now() - early.sentMs < freshMs ? early.answer : undefined
}
