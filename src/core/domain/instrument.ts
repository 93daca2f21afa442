/**
 * Instruments: listed rules, and the product as stated by name and tags (conventions 8). Tags determine the product.
 * The name gives base, expiry, strike and right, which are absent if it does not parse.
 */
import { type Decimal, parseDecimal } from './decimal.ts'
import type { EntityId } from './ids.ts'
import { settlementHourUtc } from './time.ts'

/** A row of exchangeInfo with the wire's field names. Bounds stay text until used. */
export interface Instrument {
  readonly symbol: string
  readonly tradeable_entity_id: EntityId
  /** `active`, `suspended`, or another venue-specific word. */
  readonly status: string
  readonly base_asset: string
  readonly quote_asset: string
  readonly minimum_quantity: Decimal
  readonly maximum_quantity: Decimal
  /** This and the next are in the quote asset. */
  readonly minimum_value: Decimal
  readonly maximum_value: Decimal
  readonly quantity_step: Decimal
  readonly price_step: Decimal
  readonly tags: readonly string[]
}

export type Product = 'spot' | 'perpetual' | 'future' | 'option' | 'index'

const productOrder: readonly (Product | undefined)[] = ['spot', 'perpetual', 'future', 'option', 'index', undefined]

export const productRank = ({ product }: { readonly product: Product | undefined }): number =>
  productOrder.indexOf(product)
export type Right = 'call' | 'put'

export type InstrumentName =
  | {
      readonly product: 'option'
      readonly base: string
      readonly expiryMs: number
      readonly strike: Decimal
      readonly right: Right
    }
  | { readonly product: 'future'; readonly base: string; readonly expiryMs: number }
  | { readonly product: 'perpetual'; readonly base: string; readonly quote: string }
  | { readonly product: 'spot'; readonly base: string; readonly quote: string }

const option = /^(.+)-(\d{8})(?:T?(\d{2})(\d{2})(\d{2})?)?-(\d+(?:\.\d+)?)([CP])$/
const future = /^(.+)-(\d{8})(?:T?(\d{2})(\d{2})(\d{2})?)?$/
const perpetual = /^(.+)-([^-]+)-PERPETUAL$/
const spot = /^([^-]+)-([^-]+)$/

const whole = (digits: string | undefined, missing: number): number =>
  digits === undefined ? missing : Number.parseInt(digits, 10)

const mostExpiries = 1_000

function rememberExpiries<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Value
    if (known.size >= mostExpiries) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}

const dateExpiry = rememberExpiries((date: string) => readExpiry(date))

/** Parses `YYYYMMDD` with an optional time, else 08:00, to ms UTC. Undefined for an invalid date. */
const parseExpiry = (date: string, hour?: string, minute?: string, second?: string): number | undefined =>
  hour === undefined ? dateExpiry(date) : readExpiry(date, hour, minute, second)

function readExpiry(date: string, hour?: string, minute?: string, second?: string): number | undefined {
  const year = Number.parseInt(date.slice(0, 4), 10)
  const month = Number.parseInt(date.slice(4, 6), 10)
  const day = Number.parseInt(date.slice(6, 8), 10)
  const at = new Date(
    Date.UTC(year, month - 1, day, whole(hour, settlementHourUtc), whole(minute, 0), whole(second, 0)),
  )
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined
}

/** Cache: every poll reads the same few names. */
const readNames = new Map<string, InstrumentName | undefined>()
const mostReadNames = 10_000

/** Undefined for an unknown form of name. @example parseInstrumentName('BTC-20261225-100000C')?.base // 'BTC' */
export function parseInstrumentName(symbol: string): InstrumentName | undefined {
  const known = readNames.get(symbol)
  if (known !== undefined || readNames.has(symbol)) return known
  if (readNames.size >= mostReadNames) readNames.clear()
  const name = readInstrumentName(symbol)
  readNames.set(symbol, name)
  return name
}

export const isSpot = (symbol: string): boolean => parseInstrumentName(symbol)?.product === 'spot'
export const isOption = (symbol: string): boolean => parseInstrumentName(symbol)?.product === 'option'

export function expiryOf(symbol: string): number | undefined {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
}

export const isExpired = (symbol: string, nowMs: number): boolean =>
  (expiryOf(symbol) ?? Number.POSITIVE_INFINITY) <= nowMs

function readInstrumentName(symbol: string): InstrumentName | undefined {
  const asOption = option.exec(symbol)
  if (asOption !== null) {
    const [, base = '', date = '', hour, minute, second, strikeText = '', letter] = asOption
    const expiryMs = parseExpiry(date, hour, minute, second)
    const strike = parseDecimal(strikeText)
    if (expiryMs === undefined || strike === undefined) return undefined
    return { product: 'option', base, expiryMs, strike, right: letter === 'C' ? 'call' : 'put' }
  }
  const asPerpetual = perpetual.exec(symbol)
  if (asPerpetual !== null) return { product: 'perpetual', base: asPerpetual[1] ?? '', quote: asPerpetual[2] ?? '' }
  const asFuture = future.exec(symbol)
  if (asFuture !== null) {
    const [, base = '', date = '', hour, minute, second] = asFuture
    const expiryMs = parseExpiry(date, hour, minute, second)
    return expiryMs === undefined ? undefined : { product: 'future', base, expiryMs }
  }
  const asSpot = spot.exec(symbol)
  return asSpot === null ? undefined : { product: 'spot', base: asSpot[1] ?? '', quote: asSpot[2] ?? '' }
}

const productTags: readonly Product[] = ['perpetual', 'future', 'option', 'spot', 'index']

/**
 * Product by tags, in the order perpetual, future, option, spot, index (perpetuals are also tagged future). The name
 * decides if the tags only repeat the assets. An unknown tag ("move") makes the product unknown.
 */
export function productOf({ symbol, tags }: Pick<Instrument, 'symbol' | 'tags'>): Product | undefined {
  const byTag = productTags.find(tag => tags.includes(tag))
  if (byTag !== undefined) return byTag
  const name = parseInstrumentName(symbol)
  return tags.every(tag => tag === name?.base || tag === 'USD') ? name?.product : undefined
}

const products: Readonly<Record<string, Product>> = {
  option: 'option',
  perpetual_future: 'perpetual',
  future: 'future',
  spot: 'spot',
}
/** Tags of contracts that do not pay size × change of price in USD. */
const otherTags = ['inverse', 'quanto', 'move']

/**
 * Returns the product if its value is known at any price: options, and products linear in USD. Undefined for others
 * (inverse, other quote assets, unknown types or tags); they get no delta, equity or P&L of ours. `productType` comes
 * from a position.
 */
export function valuedProduct(
  symbol: string,
  listed?: Pick<Instrument, 'tags' | 'quote_asset'>,
  productType?: string,
): Product | undefined {
  const name = parseInstrumentName(symbol)
  const byListing = listed === undefined ? name?.product : productOf({ symbol, tags: listed.tags })
  if (
    listed !== undefined &&
    (byListing === undefined || listed.tags.some(tag => otherTags.includes(tag.toLowerCase())))
  )
    return undefined
  const isTyped = productType !== undefined && productType !== ''
  const product = isTyped ? (Object.hasOwn(products, productType) ? products[productType] : undefined) : byListing
  if (product !== 'perpetual' && product !== 'future') return product
  const nameQuote = name !== undefined && 'quote' in name ? name.quote : 'USD'
  return nameQuote === 'USD' && (listed?.quote_asset ?? 'USD') === 'USD' && name?.base !== 'USD' ? product : undefined
}

export function underlyingOf(instrument: Pick<Instrument, 'symbol' | 'base_asset'>): string {
  return parseInstrumentName(instrument.symbol)?.base ?? instrument.base_asset
}

const leaders = ['BTC', 'ETH']

export function compareBases(a: string, b: string): number {
  if (a === b) return 0
  const rank = (base: string): number => (leaders.includes(base) ? leaders.indexOf(base) : leaders.length)
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/**
 * `30DEC22` of an expiry; the time is added when it is not 08:00 UTC.
 * @example shortExpiry(Date.UTC(2026, 11, 25, 8)) // '25DEC26'
 */
export const shortExpiry = rememberExpiries((expiryMs: number): string => {
  const at = new Date(expiryMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.getUTCDate())}${months[at.getUTCMonth()]}${two(at.getUTCFullYear() % 100)}`
  const settles = at.getUTCHours() === settlementHourUtc && at.getUTCMinutes() === 0
  return settles ? day : `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
})

const wireExpiry = rememberExpiries((expiryMs: number): string => {
  const [date = '', time = ''] = new Date(expiryMs).toISOString().replaceAll(/[-:]/g, '').split('T')
  const minutes = time.slice(0, 4)
  return minutes === '0800' ? date : `${date}T${minutes}`
})

/** The short form has a two-digit year. */
const isOfThisCentury = (expiryMs: number): boolean =>
  new Date(expiryMs).getUTCFullYear() >= 2000 && new Date(expiryMs).getUTCFullYear() < 2100

type OptionName = Extract<InstrumentName, { readonly product: 'option' }>

/** End of an option's display form: `17000 C`. The strike is part of a name and is not grouped as a figure is. */
export const optionText = ({ strike, right }: OptionName): string => `${strike} ${right === 'call' ? 'C' : 'P'}`

/**
 * Display form: `BTC 30DEC22 17000 C`, `BTC 30DEC22`, `BTC PERP`, `BTC-USDT PERP`, `BTC-USD`. Unique: a name with an
 * ambiguous short form is shown as on the wire.
 * @example shortName('BTC-20261225-100000C') // 'BTC 25DEC26 100000 C'
 */
export function shortName(symbol: string): string {
  // A wire name has no spaces, so this cannot be confused with a short form.
  if (/\s/.test(symbol)) return `“${symbol}”`
  const name = parseInstrumentName(symbol)
  if (name === undefined) return symbol
  if (name.product === 'perpetual') {
    return name.quote === 'USD' && !name.base.includes('-') ? `${name.base} PERP` : `${name.base}-${name.quote} PERP`
  }
  if (name.product === 'spot' || !isOfThisCentury(name.expiryMs)) return symbol
  const dated = `${name.base}-${wireExpiry(name.expiryMs)}`
  const letter = name.product === 'option' ? (name.right === 'call' ? 'C' : 'P') : ''
  if (symbol !== (name.product === 'option' ? `${dated}-${name.strike}${letter}` : dated)) return symbol
  const short = `${name.base} ${shortExpiry(name.expiryMs)}`
  return name.product === 'option' ? `${short} ${optionText(name)}` : short
}

/** Of an option only `17000 C`, where base and expiry are known; of all else its display form. */
export function legText(symbol: string): string {
  const name = parseInstrumentName(symbol)
  return name?.product === 'option' ? optionText(name) : shortName(symbol)
}
