import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import type { Balance, Position } from '../domain/account.ts'
import { dec, type Decimal } from '../domain/decimal.ts'
import { entityId } from '../domain/ids.ts'
import type { MarketSummary, Quotes } from '../domain/market-data.ts'
import { z } from '../domain/zod.ts'
import { AccountModel } from './account-model.ts'
import { balanceRows } from './balance-rows.ts'
import { createGapReader, gapText } from './gap.ts'
import { surfacesAt } from './surfaces.ts'
import { wireBalance } from '../../testing/wire-position.ts'

type WireRow = Readonly<Record<string, unknown>>

const at = 1_795_000_000_000_000
const serverNow = (): number => at / 1_000
const position = (symbol: string, product_type: string, size: string, mark: string): WireRow => ({
  symbol,
  deliverable_id: 9,
  product_type,
  timestamp: at,
  side: size.startsWith('-') ? 'short' : 'long',
  size,
  average_entry_price: '100',
  mark_price: mark,
  upnl: '12.5',
})
const positions: readonly WireRow[] = [
  position('BTC-USD-PERPETUAL', 'perpetual_future', '2', '99000'),
  position('BTC-20261225', 'future', '-1.5', '98000'),
  position('BTC-20261225-100000C', 'option', '-3', '2500'),
  position('ETH-USD-PERPETUAL', 'perpetual_future', '4', '3500'),
]
const balance = (symbol: string, cash: string): WireRow => ({ ...wireBalance(symbol, cash), reserved_balance: '1' })
const balances: readonly WireRow[] = [
  balance('USD', '2000000'),
  balance('BTC', '0.5'),
  balance('USD-REFERENCE', '2100000'),
]
const quotes = new Map<string, MarketSummary>([
  ['BTC-USD', { id: entityId('1'), symbol: 'BTC-USD', product_type: 'spot', index_price: dec('98500') }],
])

function accountOf(
  wirePositions: readonly unknown[],
  wireBalances: readonly unknown[],
  model = new AccountModel(),
  {
    summary = quotes,
    sampled,
  }: { readonly summary?: Quotes; readonly sampled?: Readonly<Record<string, Decimal>> } = {},
) {
  const held = z.decode(endpoints.positions.answer, {
    positions_response: { server_utc_timestamp: at, positions: [...wirePositions] },
  }).positions_response.positions
  const cash = z.decode(endpoints.balances.answer, { balance_response: [...wireBalances] }).balance_response
  const resource = { freshness: 'live', wholeAgoMs: () => 2_000 } as const
  const gaps = {
    positions: createGapReader('positions', serverNow)({ ...resource, data: held.rows, rejectedRows: held.rejected }),
    balances: createGapReader('balances', serverNow)({ ...resource, data: cash.rows, rejectedRows: cash.rejected }),
  }
  const rowsHeld: readonly Position[] = held.rows
  const rowsCash: readonly Balance[] = cash.rows
  const book = model.book(rowsHeld, surfacesAt(undefined, undefined, at / 1000))
  const rows = model.rows(rowsHeld, undefined, book)
  const indexes = model.indexes(rowsCash, rows, summary)
  const indexGap = model.seenIndexes.gap({ balances: rowsCash, rows, summary, listing: undefined, sampled, atMs: 7 })
  const totals = model.totals(rows, rowsCash, indexes, { ...gaps, indexes: indexGap })
  const exposure = model.exposure(rows, book, gaps.positions, undefined)
  return { totals, exposure, rowsHeld, rowsCash, gaps, balanceRows: balanceRows(rowsCash, indexes) }
}

const shownTotals = ({ totals, exposure }: ReturnType<typeof accountOf>) => ({
  cash: totals.cash.value,
  reserved: totals.reserved.value,
  available: totals.available.value,
  coins: totals.coins.value,
  upnl: totals.upnl.value,
  ourUpnl: totals.ourUpnl.value,
  optionValue: totals.optionValue.value,
  futuresUpnl: totals.futuresUpnl.value,
  equity: totals.equity.value.value,
  equityByUpnl: totals.equity.upnl.value,
  equityOfVenue: totals.equity.venue.value,
  positions: totals.positions,
  vega: exposure.net?.vegaPerVolPoint,
  lines: exposure.lines?.length,
})

const whole = accountOf(positions, balances)

const junk = fc.oneof(
  fc.constant({ value: 1 }),
  fc.constant([]),
  fc.constant(true),
  fc.constant('abc'),
  fc.constant('1e300'),
  fc.constant('9'.repeat(90)),
  fc.constant(null),
)
const texts = ['symbol', 'side', 'product_type', 'timestamp', 'deliverable_id']
const numbers = [
  'size',
  'average_entry_price',
  'mark_price',
  'upnl',
  'cash_balance',
  'reserved_balance',
  'available_balance',
]

const spoil = (row: WireRow) =>
  fc.oneof(
    fc.constantFrom<unknown>(null, 'row', 7, [], {}),
    fc.tuple(fc.constantFrom(...texts.filter(name => name in row)), fc.boolean()).map(([field, isMissing]): unknown => {
      const { [field]: was, ...rest } = row
      return isMissing ? rest : { ...rest, [field]: { was } }
    }),
    fc
      .tuple(
        fc.constantFrom(...numbers.filter(name => name in row)),
        fc.constantFrom('renamed', 'missing', 'retyped' as const),
        junk,
      )
      .map(([field, change, value]): unknown => {
        const { [field]: was, ...rest } = row
        return change === 'missing'
          ? rest
          : change === 'renamed'
            ? { ...rest, [`${field}_v2`]: was }
            : { ...rest, [field]: value }
      }),
  )
const anySpoilt = (rows: readonly WireRow[]) =>
  fc
    .tuple(...rows.map(row => fc.option(spoil(row), { nil: undefined })))
    .map(spoilt => spoilt.map((each, index) => (each === undefined ? rows[index] : each)))

describe('a figure whose inputs were not all read', () => {
  it('is not shown, whatever was wrong with whichever rows; it is never the sum of the rest', () => {
    const before = shownTotals(whole)
    fc.assert(
      fc.property(anySpoilt(positions), anySpoilt(balances), (spoiltPositions, spoiltBalances) => {
        const account = accountOf(spoiltPositions, spoiltBalances)
        const after = shownTotals(account)
        for (const name of Object.keys(before) as (keyof typeof before)[]) {
          if (after[name] !== undefined) expect([name, after[name]]).toEqual([name, before[name]])
        }
        const lost = spoiltPositions.some((row, index) => row !== positions[index])
        expect(account.gaps.positions === undefined).toBe(!lost)
        expect(after.upnl === undefined).toBe(lost)
        expect(after.cash === undefined).toBe(spoiltBalances.some((row, index) => row !== balances[index]))
      }),
    )
  })

  it('says how many of how many could not be read, and has its last known value beside it', () => {
    const model = new AccountModel()
    const known = accountOf(positions, balances, model)
    const { totals, exposure } = accountOf(
      [{ ...positions[0], mark_price: {} }, null, ...positions.slice(2)],
      balances,
      model,
    )
    expect(totals.upnl.gap && gapText(totals.upnl.gap)).toBe('2 of 4 positions could not be read')
    expect(totals.upnl.last?.value).toBe(known.totals.upnl.value)
    expect(totals.equity.value).toMatchObject({ value: undefined, last: { value: known.totals.equity.value.value } })
    expect(totals.equity.venue.value).toBe('2100000')
    expect(totals.cash.value).toBe(known.totals.cash.value)
    expect(exposure.net).toBeUndefined()
    expect(exposure.lastRisk?.value.lines).toHaveLength(4)
    expect(totals.upnl.gap?.kind === 'unread' && totals.upnl.gap.rows[0]).toMatchObject({ path: 'mark_price' })
  })

  it('stays unknown where nothing was ever read in full: no value is made up', () => {
    const { totals } = accountOf([null], [])
    expect([totals.upnl.value, totals.upnl.last]).toEqual([undefined, undefined])
    expect(totals.positions).toBeUndefined()
  })

  it('has the same equity by reference while balances say another time alone, and another with another amount', () => {
    const model = new AccountModel()
    const { totals } = accountOf(positions, balances, model)
    const later = accountOf(
      positions,
      balances.map(row => ({ ...row, timestamp: at + 1_000_000 })),
      model,
    )
    expect(later.totals.equity).toBe(totals.equity)
    const richer = accountOf(
      positions,
      balances.map(row => (row['symbol'] === 'USD' ? { ...row, cash_balance: '2000001' } : row)),
      model,
    )
    expect(richer.totals.equity).not.toBe(totals.equity)
    expect(richer.totals.equity.venue).toBe(totals.equity.venue)
  })

  it('is of a coin whose index the venue stopped sending, whether this page saw it or the last sample did', () => {
    const lost: Quotes = new Map([...quotes].map(([symbol, row]) => [symbol, { ...row, index_price: undefined }]))
    const model = new AccountModel()
    const { totals: before } = accountOf(positions, balances, model)
    const { totals } = accountOf(positions, balances, model, { summary: lost })
    expect(totals.cash).toMatchObject({ value: undefined, last: { value: before.cash.value, atMs: 7 } })
    expect(totals.equity.value).toMatchObject({ value: undefined, last: { value: before.equity.value.value } })
    expect(gapText(totals.equity.value.gap!)).toBe('the venue sends no index of BTC any more')
    expect([totals.upnl.value, totals.available.value]).toEqual([before.upnl.value, before.available.value])
    expect(accountOf(positions, balances, model).totals.equity.value).toEqual(before.equity.value)
    const afterReload = accountOf(positions, balances, new AccountModel(), {
      summary: lost,
      sampled: { BTC: dec('98500') },
    })
    expect(afterReload.totals.equity.value.value).toBeUndefined()
  })

  it('is also of what came too long ago', () => {
    const read = createGapReader('positions', serverNow)
    expect(read({ data: [], freshness: 'stale', rejectedRows: [], wholeAgoMs: () => 20_000 })).toBeUndefined()
    expect(read({ data: [], freshness: 'unknown', rejectedRows: [], wholeAgoMs: () => 61_000 })).toMatchObject({
      kind: 'old',
    })
  })
})

it('one truth the same inputs give the same objects, and unchanged positions their rows', () => {
  const model = new AccountModel()
  const first = accountOf(positions, balances, model)
  const surfaces = surfacesAt(undefined, undefined, 1)
  const book = model.book(first.rowsHeld, surfaces)
  expect(model.book(first.rowsHeld, surfaces)).toBe(book)
  expect(model.rows(first.rowsHeld, undefined, book)).toBe(model.rows(first.rowsHeld, undefined, book))
  expect(model.exposure([], book, undefined, undefined)).not.toBe(first.exposure)
})
