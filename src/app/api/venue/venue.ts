/**
 * The exchange of this page. The serving server names it (`legwork-venue`) and forwards calls, so the usual address is
 * the page's own origin. Settings can set another; a change is announced, so that the old one's secrets are dropped.
 */
import { createSignal } from '../../../core/domain/store.ts'
import { z } from '../../../core/domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { servedVenue, venueSettingsKey } from './served-venue.ts'
import { isLoopback, type VenueFile } from './venue-file.ts'

export interface Venue {
  readonly key: string
  readonly label: string
  readonly kind: 'sandbox' | 'venue'
  /** "" is the page's own origin. */
  readonly baseUrl: string
  readonly summaryUrl: string
  readonly feedUrl: string | undefined
  readonly legKeys: 'short' | 'long'
  /** The file beside the page that names the venue. It overrides an address set in this browser. */
  readonly file?: VenueFile | undefined
}

export interface VenueSettings {
  readonly baseUrl?: string | undefined
  readonly summaryUrl?: string | undefined
  readonly feedUrl?: string | undefined
  readonly legKeys?: 'short' | 'long' | undefined
}

const storedSettings = z.object({
  baseUrl: z.optional(z.string().check(z.maxLength(500))),
  summaryUrl: z.optional(z.string().check(z.maxLength(500))),
  feedUrl: z.optional(z.string().check(z.maxLength(500))),
  legKeys: z.optional(z.enum(['short', 'long'])),
})
export const servesFeed = (): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector('meta[name="legwork-feed"]')?.getAttribute('content') === 'socket'

export const servesRecorder = (): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector('meta[name="legwork-recorder"]')?.getAttribute('content') === 'here'

function venueOf(settings: VenueSettings, file: VenueFile | undefined): Venue {
  const legKeys = settings.legKeys ?? 'short'
  if (file !== undefined) {
    const { exchange, marketSummary, feed } = file
    const named = exchange.replace(/^\w+:\/\//, '')
    return {
      key: exchange,
      label: named,
      kind: 'venue',
      baseUrl: exchange,
      summaryUrl: marketSummary ?? exchange,
      feedUrl: feed,
      legKeys,
      file,
    }
  }
  const served = servedVenue()
  const baseUrl = settings.baseUrl ?? ''
  const label = baseUrl === '' ? served : new URL(baseUrl).host
  return {
    key: baseUrl === '' ? served : baseUrl,
    label,
    kind: baseUrl === '' && served === 'sandbox' ? 'sandbox' : 'venue',
    baseUrl,
    summaryUrl: settings.summaryUrl ?? baseUrl,
    feedUrl: settings.feedUrl,
    legKeys,
  }
}

function restore(file?: VenueFile): Venue {
  const stored = storedSettings.safeParse(readStored('local', venueSettingsKey))
  const settings = stored.success ? stored.data : {}
  const sound = [settings.baseUrl, settings.summaryUrl].every(url => parseAddress(url ?? '', 'http') !== undefined)
  return venueOf(sound ? settings : {}, file)
}

const venue = createStore<Venue>(restore())
const addressChanged = createSignal()

/** Sets the venue of a static page's file; call before any request. */
export const speakTo = (file: VenueFile): void => venue.set(restore(file))

/** @example const { key } = readVenue() */
export const readVenue = (): Venue => venue.get()
export const useVenue = (): Venue => useStore(venue)

export const onVenueChange = addressChanged.listen

export function parseAddress(text: string, scheme: 'http' | 'ws'): string | undefined {
  const trimmed = text.trim().replace(/\/+$/, '')
  if (trimmed === '') return ''
  if (!URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  if (url.protocol === `${scheme}s:`) return trimmed
  return url.protocol === `${scheme}:` && isLoopback(url.hostname) ? trimmed : undefined
}

export function setVenueSettings(
  settings: VenueSettings,
): { readonly ok: true } | { readonly ok: false; readonly field: keyof VenueSettings; readonly message: string } {
  const cleaned: Record<string, string | undefined> = { legKeys: settings.legKeys }
  for (const [field, scheme] of [
    ['baseUrl', 'http'],
    ['summaryUrl', 'http'],
    ['feedUrl', 'ws'],
  ] as const) {
    const address = parseAddress(settings[field] ?? '', scheme)
    if (address === undefined) {
      return {
        ok: false,
        field,
        message: `Write an address like ${scheme}s://venue.example (plain ${scheme} only on this machine), or leave it empty.`,
      }
    }
    cleaned[field] = address === '' ? undefined : address
  }
  const before = venue.get()
  writeStored('local', venueSettingsKey, cleaned)
  venue.set(venueOf(cleaned, before.file))
  if (before.key !== venue.get().key) addressChanged.emit()
  return { ok: true }
}
