import { describe, expect, it } from 'vitest'
import type { Position } from '../../domain/account.ts'
import { daySubject } from '../../domain/alert.ts'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import type { MarketSummary, Quotes } from '../../domain/market-data.ts'
import { heldPosition } from '../../../testing/held-position.ts'
import { call, nowMs, put, quote as quoted, surfaceOf } from '../../../testing/universe.fixture.ts'
import { AccountModel, type AccountTotals } from '../account-model.ts'
import type { MissingInput } from '../gap.ts'
import { surfacesAt } from '../surfaces.ts'
import { stateText } from './alert-text.ts'
import { plainText } from './figure-text.ts'
import { type Figure, type FigureInputs, figureOf } from './figures.ts'

const position = (symbol: string, size: string, upnl = '0'): Position =>
  heldPosition(symbol, size, '100', '110', { upnl: dec(upnl) })
const quote = (symbol: string, more: Partial<MarketSummary>): [string, MarketSummary] => [
  symbol,
  { id: entityId('7'), symbol, product_type: 'perpetual', ...more },
]
interface Seen {
  readonly positions?: readonly Position[] | undefined
  readonly quotes?: Quotes
}
const inputs = (seen: Seen): FigureInputs => {
  const { positions, quotes } = { positions: [], quotes: new Map(), ...seen }
  const model = new AccountModel()
  const book = model.book(positions, surfacesAt(undefined, quotes, 0))
  const rows = model.rows(positions, undefined, book)
  return {
    positionRows: rows,
    quotes,
    marketGap: undefined,
    surfaces: surfacesAt(undefined, quotes, 0),
    totals: undefined,
    samples: undefined,
    nowMs,
    ...model.exposure(rows, book, undefined, undefined),
  }
}
const valueOf = (figure: Figure): string | undefined => ('value' in figure ? figure.value : undefined)
const whyOf = (figure: Figure): string | undefined => ('why' in figure ? figure.why : undefined)
const unread: MissingInput = {
  kind: 'unread',
  what: 'positions',
  of: 2,
  rows: [{ index: 1, path: 'upnl', message: 'Invalid input' }],
}
const account = (equity: string | undefined, more: Partial<AccountTotals> = {}): AccountTotals => {
  const total = {
    value: equity === undefined ? undefined : dec(equity),
    leftOut: [],
    gap: equity === undefined ? unread : undefined,
  }
  const known = { value: dec('100'), leftOut: [] }
  const totals = {
    equity: { value: total, upnl: total, venue: total },
    collateral: known,
    available: known,
    marginAssets: ['USD'],
    ...more,
  }
  return totals as Partial<AccountTotals> as AccountTotals
}
const perpetual = 'BTC-USD-PERPETUAL'

describe('the figure of an alert', () => {
  it('of a price is the mid, else the mark of a position, else the index, and names it', () => {
    const quotes = new Map([quote(perpetual, { best_bid: dec('99'), best_ask: dec('101'), index_price: dec('98') })])
    const positions = [position(perpetual, '1')]
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ quotes, positions }))).toMatchObject({
      value: '100',
    })
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ positions }))).toEqual({
      value: '110',
      source: 'mark',
    })
    const indexed = new Map([quote(perpetual, { index_price: dec('98') })])
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({ quotes: indexed }))).toEqual({
      value: '98',
      source: 'index',
    })
    expect(figureOf({ kind: 'price', subject: perpetual }, inputs({}))).toEqual({ why: 'not quoted' })
  })
  it('of a uPnL is the sum of its positions, of one base or of all, and none while positions are not known', () => {
    const positions = [position(perpetual, '1', '10.5'), position('ETH-USD-PERPETUAL', '-2', '-4')]
    expect(valueOf(figureOf({ kind: 'upnl', subject: '*' }, inputs({ positions })))).toBe('6.5')
    expect(valueOf(figureOf({ kind: 'upnl', subject: 'ETH' }, inputs({ positions })))).toBe('-4')
    expect(whyOf(figureOf({ kind: 'upnl', subject: '*' }, inputs({ positions: undefined })))).toBe(
      'positions were not read yet',
    )
    const inEuro = inputs({ positions: [...positions, position('ETH-EUR-PERPETUAL', '1')] })
    expect(whyOf(figureOf({ kind: 'upnl', subject: '*' }, inEuro))).toBe('not all of it is in USD')
  })
  it('of a delta counts what is linear in full, and is none while an option has no price', () => {
    const positions = [position(perpetual, '1.5'), position('BTC-20301227', '-0.5')]
    expect(valueOf(figureOf({ kind: 'delta', subject: 'BTC' }, inputs({ positions })))).toBe('1')
    const withOption = [...positions, position('BTC-20301227-100000C', '3')]
    expect(whyOf(figureOf({ kind: 'delta', subject: 'BTC' }, inputs({ positions: withOption })))).toBe(
      '1 leg has no greeks',
    )
  })
  it('of all that depends on positions or balances is none while those could not be read, and says so: an alert pauses, it does not fire', () => {
    const seen = { ...inputs({ positions: [position(perpetual, '1', '10.5')] }), totals: account('50') }
    const partial = {
      ...seen,
      gap: unread,
      riskGap: unread,
      net: undefined,
      totals: account(undefined, { collateral: { value: undefined, leftOut: [], gap: unread } }),
    }
    for (const subject of [
      { kind: 'upnl', subject: '*' },
      { kind: 'upnl', subject: 'BTC' },
      { kind: 'delta', subject: 'BTC' },
      { kind: 'vega', subject: '*' },
      { kind: 'equity', subject: 'value' },
      { kind: 'margin', subject: '*' },
    ] as const) {
      expect(valueOf(figureOf(subject, seen)), subject.kind).toBeDefined()
      expect(whyOf(figureOf(subject, partial)), subject.kind).toBe('1 of 2 positions could not be read')
    }
    for (const subject of [
      { kind: 'day', subject: daySubject('value', '08:00') },
      { kind: 'strike', subject: '*' },
    ] as const)
      expect(whyOf(figureOf(subject, partial)), subject.kind).toBe('1 of 2 positions could not be read')
    const alert = {
      id: 'a',
      kind: 'equity',
      subject: 'value',
      direction: 'below',
      level: dec('10'),
      isArmed: true,
    } as const
    expect(stateText(alert, figureOf(alert, partial), plainText)).toBe('Paused: 1 of 2 positions could not be read')
    expect(stateText(alert, figureOf(alert, seen), plainText)).toBe('Armed · now 50 USD')
    expect(valueOf(figureOf({ kind: 'price', subject: perpetual }, partial))).toBe('110')
  })
  it('of prices that are too old is none', () => {
    const old: MissingInput = { kind: 'old', what: 'market prices' }
    const quotes = new Map([quote(perpetual, { last_price: dec('99') })])
    expect(valueOf(figureOf({ kind: 'price', subject: perpetual }, inputs({ quotes })))).toBe('99')
    for (const subject of [
      { kind: 'price', subject: perpetual },
      { kind: 'iv', subject: call(100) },
    ] as const)
      expect(figureOf(subject, { ...inputs({ quotes }), marketGap: old })).toEqual({ why: 'market prices are too old' })
  })
  it('of equity is of the definition it was set for, and none while an asset cannot be valued', () => {
    expect(valueOf(figureOf({ kind: 'equity', subject: 'venue' }, { ...inputs({}), totals: account('50') }))).toBe('50')
    const without = account('50', {
      equity: { value: { value: dec('50'), leftOut: ['XYZ'] } } as unknown as AccountTotals['equity'],
    })
    expect(figureOf({ kind: 'equity', subject: 'value' }, { ...inputs({}), totals: without })).toEqual({
      why: 'without XYZ',
    })
  })
  it('of a day is equity now less equity at the day’s start, and none without a snapshot of it', () => {
    const startMs = Math.floor(nowMs / 86_400_000) * 86_400_000 + 8 * 3_600_000
    const day = { kind: 'day', subject: daySubject('upnl', '08:00') } as const
    const parts = { cash: dec('70'), optionValue: dec('0'), optionUpnl: dec('5'), futuresUpnl: dec('0') }
    const sample = { atMs: startMs, equity: parts } as unknown as NonNullable<FigureInputs['samples']>[number]
    const seen = { ...inputs({}), totals: account('50'), nowMs: startMs + 60_000 }
    expect(figureOf(day, { ...seen, samples: [sample] })).toEqual({ value: '-25', source: 'since 08:00 UTC' })
    expect(figureOf(day, { ...seen, samples: [] })).toEqual({ why: 'no snapshot of 08:00 UTC yet' })
    expect(figureOf(day, seen)).toEqual({ why: 'history was not read yet' })
  })
  it('of margin is what is bound of the cash that covers it, in percent, and beyond any level where nothing covers it', () => {
    const used = (collateral: string, available: string): Figure => {
      const totals = account('50', {
        collateral: { value: dec(collateral), leftOut: [] },
        available: { value: dec(available), leftOut: [] },
      })
      return figureOf({ kind: 'margin', subject: '*' }, { ...inputs({}), totals })
    }
    expect(used('1000', '375')).toEqual({ value: '62.5', source: 'of USD' })
    expect(valueOf(used('-5', '-20'))).toBe('1000')
  })
})

describe('the figure of an alert on options', () => {
  const quotes = new Map([
    quoted('BTC-USD-PERPETUAL', '99990', '100010'),
    ...[90, 100, 110].flatMap(thousand => [
      quoted(call(thousand), '5000', '5010'),
      quoted(put(thousand), '4000', '4010'),
    ]),
  ])
  const surface = surfaceOf(quotes)
  const held = (...options: string[]): FigureInputs => {
    const seen = inputs({ positions: options.map(symbol => position(symbol, '-1')) })
    return {
      ...seen,
      surfaces: { atMs: nowMs, of: () => surface, isPending: () => false, underlying: () => surface.underlying },
      underlyings: new Map([['BTC', { price: 100_000, source: 'index' }]]),
    }
  }
  it('of a volatility is that of its mid, in percent', () => {
    const figure = figureOf({ kind: 'iv', subject: call(100) }, held())
    const volatility = surface.expiries.values().next().value?.marks.get(call(100))?.volatility ?? 0
    expect(volatility).toBeGreaterThan(0)
    expect(Number(valueOf(figure))).toBeCloseTo(volatility * 100, 2)
    expect(figureOf({ kind: 'iv', subject: 'BTC-USD-PERPETUAL' }, held())).toEqual({ why: 'not an option' })
  })
  it('of a distance is that of the nearest strike held, whichever way, and names it', () => {
    const figure = figureOf({ kind: 'strike', subject: '*' }, held(call(110), put(95)))
    expect(figure).toMatchObject({ value: '5' })
    expect('source' in figure && figure.source).toContain('95000 P')
    expect(figureOf({ kind: 'strike', subject: 'ETH' }, held(call(110)))).toEqual({ why: 'no option is held' })
    expect(figureOf({ kind: 'strike', subject: '*' }, { ...held(call(110)), underlyings: new Map() })).toEqual({
      why: 'no price of BTC',
    })
  })
})
