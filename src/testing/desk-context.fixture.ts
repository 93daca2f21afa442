/** BTC at 98,000, strikes every thousand from 80 to 120 for three expiries, ETH, futures, a perpetual and spot. */
import { indexInstruments, type ListedUniverse } from '../core/domain/instrument-index.ts'
import { yearMs } from '../core/domain/time.ts'
import { blackPriceOf } from '../core/pricing/black.ts'
import { baseSurface } from '../core/pricing/market/base-surface.ts'
import { readStructure } from '../core/pricing/structures/read-structure.ts'
import type { StructureContext, StructureDraft } from '../core/pricing/structures/structure-draft.ts'
import { call, lookup, nowMs, quote } from './universe.fixture.ts'

const spotPrice = 98_000
const example = lookup.bySymbol(call(100))
if (example === undefined) throw new Error('no example')
export const decMs = Date.UTC(2026, 11, 25, 8)
export const marMs = Date.UTC(2027, 2, 26, 8)
const earlyMs = Date.UTC(2026, 11, 11, 8)
const expiries = [earlyMs, decMs, marMs]
const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
export const option = (ms: number, strike: number, right: 'C' | 'P', base = 'BTC'): string =>
  `${base}-${stamp(ms)}-${strike}${right}`
const strikes = Array.from({ length: 41 }, (_, index) => (80 + index) * 1000)
const both = ['C', 'P'] as const
const btcOptions = expiries.flatMap(ms => strikes.flatMap(strike => both.map(right => ({ ms, strike, right }))))
const symbols = [
  ...btcOptions.map(({ ms, strike, right }) => option(ms, strike, right)),
  ...[2800, 3000, 3200, 3400].flatMap(strike => both.map(right => option(decMs, strike, right, 'ETH'))),
  ...[decMs, marMs].map(ms => `BTC-${stamp(ms)}`),
  'BTC-USD-PERPETUAL',
  'ETH-USD-PERPETUAL',
  'BTC-USD',
]
const universe: ListedUniverse = indexInstruments(
  symbols.map((symbol, index) => ({
    ...example,
    symbol,
    tradeable_entity_id: String(index + 1) as never,
    tags: symbol === 'BTC-USD' ? ['spot'] : [],
  })),
)
const quotes = new Map([
  quote('BTC-USD-PERPETUAL', String(spotPrice - 1), String(spotPrice + 1)),
  ...btcOptions.map(({ ms, strike, right }) => {
    const value = blackPriceOf(spotPrice, strike, 0.55 * Math.sqrt((ms - nowMs) / yearMs), right === 'C')
    return quote(option(ms, strike, right), String(Math.max(0.5, Math.round(value) - 5)), String(Math.round(value) + 5))
  }),
])
export const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
export const deskContext: StructureContext = {
  universe,
  base: 'BTC',
  expiryMs: decMs,
  nowMs,
  surfaceOf: base => (base === 'BTC' ? surface : undefined),
  quotes,
}

const dateNames = new Map(
  Object.entries({ [stamp(earlyMs)]: '11DEC', [stamp(decMs)]: '25DEC', [stamp(marMs)]: '26MAR' }),
)

/** "25DEC 100C": omits the base BTC and the thousands. */
function legName(symbol: string): string {
  const [base = '', date = '', strike = ''] = symbol.split('-')
  const prefix = base === 'BTC' ? '' : `${base} `
  if (symbol.endsWith('PERPETUAL')) return `${prefix}PERP`
  if (date === 'USD') return 'SPOT'
  return `${prefix}${dateNames.get(date) ?? date}${strike === '' ? '' : ` ${strike.replace(/(?<=\d{2})000(?=[CP])/, '')}`}`
}

export function draftText({ legs, side, quantity, minimumQuantity, price, mode, type, tif }: StructureDraft): string {
  const parts = [
    legs.map(({ symbol, ratio }) => `${ratio > 0 ? '+' : '−'}${Math.abs(ratio)} ${legName(symbol)}`).join(' '),
    side,
    quantity === undefined ? undefined : `x${quantity}`,
    minimumQuantity === undefined ? undefined : `min ${minimumQuantity}`,
    price === undefined ? undefined : `@${price}`,
    mode,
    type,
    tif,
  ]
  return parts.filter(part => part !== undefined).join(' | ')
}

export function readAsText(line: string, context = deskContext): string {
  const found = readStructure(line, context)
  return found.ok ? draftText(found.value) : `✗ ${found.why}`
}
