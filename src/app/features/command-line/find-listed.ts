/** Finds instruments, positions and orders by words: "100000C", "25dec 100k put", "eth perp", an id. Pure. */
import type { Position } from '../../../core/domain/account.ts'
import { type Instrument, parseInstrumentName, shortName } from '../../../core/domain/instrument.ts'
import { type DateWord, readDate, readStrike } from '../../../core/domain/phrase/phrase-words.ts'

type Matches = (symbol: string, name: string) => boolean

const two = (value: number): string => String(value).padStart(2, '0')

function matchesDate(word: Exclude<DateWord, { kind: 'tenor' | 'series' }>): Matches {
  const year = word.year === undefined ? '\\d{4}' : String(word.year)
  const day = word.kind === 'day' ? two(word.day) : '\\d{2}'
  const form = new RegExp(`-${year}${two(word.month + 1)}${day}(?:-|T|$)`)
  return symbol => form.test(symbol)
}

function matcherOf(word: string): Matches {
  const date = readDate(word)
  if (date !== undefined && date.kind !== 'tenor' && date.kind !== 'series') return matchesDate(date)
  const plain = word.toUpperCase().replaceAll(',', '')
  // No name contains a negative number.
  if (/^[-−]\d/.test(plain)) return () => false
  if (/^CALLS?$/.test(plain)) return symbol => /\dC$/.test(symbol)
  if (/^PUTS?$/.test(plain)) return symbol => /\dP$/.test(symbol)
  const strike = readStrike(word)
  if (strike?.kind === 'price') {
    const right = strike.right === undefined ? '[CP]' : strike.right === 'call' ? 'C' : 'P'
    const form = new RegExp(`-${strike.value.replaceAll('.', '\\.')}${right}$`)
    // "10000c" matches only that strike; a bare number may be part of a date or another number.
    if (strike.right !== undefined) return symbol => form.test(symbol)
    return (symbol, name) => form.test(symbol) || symbol.includes(plain) || name.toUpperCase().includes(plain)
  }
  return (symbol, name) => symbol.toUpperCase().includes(plain) || name.toUpperCase().includes(plain)
}

export function matcher(query: string): Matches {
  const all = query.trim().split(/\s+/).filter(Boolean).map(matcherOf)
  return (symbol, name) => all.length > 0 && all.every(matches => matches(symbol, name))
}

const fewest = 2
const kindOf = (symbol: string): number => {
  const product = parseInstrumentName(symbol)?.product
  return product === 'perpetual' ? 0 : product === 'spot' ? 1 : product === 'future' ? 2 : 3
}

export function findInstruments(query: string, all: readonly Instrument[], most: number): readonly Instrument[] {
  if (query.trim().length < fewest) return []
  const matches = matcher(query)
  const found: Instrument[] = []
  for (const instrument of all) {
    // Short names are computed only for candidates.
    if (matches(instrument.symbol, instrument.symbol)) found.push(instrument)
    if (found.length >= most * 20) break
  }
  return found.toSorted((a, b) => kindOf(a.symbol) - kindOf(b.symbol)).slice(0, most)
}

export function findPositions(query: string, positions: readonly Position[], most: number): readonly Position[] {
  if (query.trim().length < fewest) return []
  const isAll = /^positions?$/i.test(query.trim())
  const matches = matcher(query)
  return positions.filter(({ symbol }) => isAll || matches(symbol, shortName(symbol))).slice(0, most)
}

export interface FoundOrder {
  readonly id: string
  readonly title: string
  readonly detail: string
}

export function findOrders(query: string, orders: readonly FoundOrder[], most: number): readonly FoundOrder[] {
  if (query.trim().length < fewest) return []
  const isAll = /^(?:orders?|rfqs?)$/i.test(query.trim())
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const text = (order: FoundOrder): string => `${order.id} ${order.title} ${order.detail}`.toLowerCase()
  return orders.filter(order => isAll || words.every(word => text(order).includes(word))).slice(0, most)
}
