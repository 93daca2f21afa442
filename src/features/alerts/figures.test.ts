import { describe, expect, it } from 'vitest'
import type { Position } from '../../domain/account.ts'
import { dec } from '../../domain/decimal.ts'
import { deliverableId, entityId } from '../../domain/ids.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { micros } from '../../domain/time.ts'
import { AccountModel } from '../../model/account/account-model.ts'
import { surfacesAt } from '../../model/market/surfaces.ts'
import { type Gap, gapText } from '../../model/account/gap.ts'
import { type FigureInputs, figureOf, pauseOf } from './figures.ts'

const position = (symbol: string, size: string, upnl = '0'): Position => ({
  symbol,
  deliverable_id: deliverableId('1'),
  product_type: 'perpetual_future',
  timestamp: micros(1_700_000_000_000_000),
  side: size.startsWith('-') ? 'short' : 'long',
  size: dec(size),
  average_entry_price: dec('100'),
  mark_price: dec('110'),
  upnl: dec(upnl),
})
const quote = (symbol: string, more: Partial<MarketSummary>): [string, MarketSummary] => [
  symbol,
  { id: entityId('7'), symbol, product_type: 'perpetual', ...more },
]
interface Seen {
  readonly positions?: readonly Position[] | undefined
  readonly quotes?: ReadonlyMap<string, MarketSummary>
}
const inputs = (seen: Seen): FigureInputs => {
  const { positions, quotes } = { positions: [], quotes: new Map(), ...seen }
  const model = new AccountModel()
  const book = model.book(positions, surfacesAt(undefined, quotes, 0))
  const rows = model.rows(positions, undefined, book)
  return { positionRows: rows, quotes, ...model.exposure(rows, book, undefined, undefined) }
}
const perpetual = 'BTC-USD-PERPETUAL'

describe('the figure of a threshold', () => {
  it('of a price is the mid, else the mark of a position, else the index, and names it', () => {
    const quotes = new Map([quote(perpetual, { best_bid: dec('99'), best_ask: dec('101'), index_price: dec('98') })])
    const positions = [position(perpetual, '1')]
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ quotes, positions }))).toMatchObject({ value: '100' })
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ positions }))).toEqual({ value: '110', source: 'mark' })
    const indexed = new Map([quote(perpetual, { index_price: dec('98') })])
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ quotes: indexed }))).toEqual({ value: '98', source: 'index' })
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({}))).toBeUndefined()
  })
  it('of a uPnL is the sum of its positions, of one base or of all, and none while positions are not known', () => {
    const positions = [position(perpetual, '1', '10.5'), position('ETH-USD-PERPETUAL', '-2', '-4')]
    expect(figureOf({ kind: 'upnl', subject: '*' }, inputs({ positions }))?.value).toBe('6.5')
    expect(figureOf({ kind: 'upnl', subject: 'ETH' }, inputs({ positions }))?.value).toBe('-4')
    expect(figureOf({ kind: 'upnl', subject: '*' }, inputs({ positions: undefined }))).toBeUndefined()
    expect(
      figureOf({ kind: 'upnl', subject: '*' }, inputs({ positions: [...positions, position('ETH-EUR-PERPETUAL', '1')] })),
    ).toBeUndefined()
  })
  it('of a delta counts what is linear in full, and is none while an option has no price', () => {
    const positions = [position(perpetual, '1.5'), position('BTC-20301227', '-0.5')]
    expect(figureOf({ kind: 'delta', subject: 'BTC' }, inputs({ positions }))?.value).toBe('1')
    const withOption = [...positions, position('BTC-20301227-100000C', '3')]
    expect(figureOf({ kind: 'delta', subject: 'BTC' }, inputs({ positions: withOption }))).toBeUndefined()
  })
  it('of a uPnL or a delta is none while positions could not be read, and says so: an alert pauses, it does not fire', () => {
    const seen = inputs({ positions: [position(perpetual, '1', '10.5')] })
    const gap: Gap = { kind: 'unread', what: 'positions', of: 2, rows: [{ index: 1, path: 'upnl', message: 'Invalid input' }] }
    const partial = { ...seen, gap, riskGap: gap, net: undefined }
    for (const subject of [
      { kind: 'upnl', subject: '*' },
      { kind: 'upnl', subject: 'BTC' },
      { kind: 'delta', subject: 'BTC' },
    ] as const) {
      expect(figureOf(subject, seen)?.value).toBeDefined()
      expect(figureOf(subject, partial)).toBeUndefined()
      expect(gapText(pauseOf(subject, partial) as Gap)).toBe('1 of 2 positions could not be read')
    }
    expect(pauseOf({ kind: 'price', subject: perpetual }, partial)).toBeUndefined()
  })
})
