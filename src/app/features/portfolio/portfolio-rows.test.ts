import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceRows, isDust } from '../../../core/account/balance-rows.ts'
import { positionRows } from '../../../core/account/position-rows.ts'
import { equityTotal, portfolioTotals, upnlByBase } from '../../../core/account/totals.ts'
import type { Balance } from '../../../core/domain/account.ts'
import { add, dec, type Decimal, mul, sum, zero } from '../../../core/domain/decimal.ts'
import { ratesIn, usdTotal } from '../../../core/domain/equity.ts'
import { deliverableId } from '../../../core/domain/ids.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { packageOfPositions } from '../../../core/domain/package/package-of-positions.ts'
import { micros } from '../../../core/domain/time.ts'
import { packageSearch } from '../../links/package-link.ts'
import { heldPosition as position } from '../../../testing/held-position.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'

const at = micros(1_795_000_000_000_000)

const balance = (symbol: string, cash: string, reserved = '0'): Balance => ({
  deliverable_id: deliverableId(2),
  symbol,
  timestamp: at,
  cash_balance: dec(cash),
  reserved_balance: dec(reserved),
  available_balance: add(dec(cash), mul(dec('-1'), dec(reserved))),
  withdrawable_balance: dec(cash),
})

const instrument = (symbol: string, priceStep: string): Instrument =>
  listedInstrument(symbol, 77, { price_step: dec(priceStep) })

const none = () => undefined
const summaries = new Map([
  ['BTC-USD', { index_price: dec('100000') }],
  ['SOL-USD-PERPETUAL', { index_price: dec('200') }],
])

describe('position rows', () => {
  it('BTC and ETH come first, as in Markets, so that risk and the header begin with them', () => {
    const rows = positionRows(
      ['SOL', 'AVAX', 'ETH', 'BTC'].map(base => position(`${base}-USD-PERPETUAL`, '1', '10', '11')),
      none,
    )
    expect(rows.map(row => row.base)).toEqual(['BTC', 'ETH', 'AVAX', 'SOL'])
  })
  it('rows run by base, expiry, strike as a number, call before put', () => {
    const symbols = [
      'ETH-USD-PERPETUAL',
      'BTC-20261225-100000C',
      'BTC-20261225-9500P',
      'BTC-20261127-100000P',
      'BTC-USD-PERPETUAL',
      'BTC-20261225-9500C',
    ]
    const rows = positionRows(
      symbols.map(symbol => position(symbol, '1', '10', '11')),
      none,
    )
    expect(rows.map(row => row.symbol)).toEqual([
      'BTC-USD-PERPETUAL',
      'BTC-20261127-100000P',
      'BTC-20261225-9500C',
      'BTC-20261225-9500P',
      'BTC-20261225-100000C',
      'ETH-USD-PERPETUAL',
    ])
  })

  it('a short is negative whichever way the venue signs its size, and gains when the mark falls', () => {
    const [row] = positionRows(
      [position('BTC-USD-PERPETUAL', '2', '17000', '16500', { side: 'short', upnl: dec('1000') })],
      none,
    )
    expect(row).toMatchObject({ size: '-2', side: 'sell', ourUpnl: '1000', upnl: '1000', differs: false })
    expect(row?.upnlFraction).toBeCloseTo(1000 / 34000, 12)
  })

  it('the venue’s uPnL is checked to one price step on the whole size', () => {
    const found = (upnl: string) =>
      positionRows([position('BTC-USD-PERPETUAL', '2', '17000', '16500', { upnl: dec(upnl) })], symbol =>
        instrument(symbol, '0.5'),
      )[0]
    expect(found('-1001')?.differs).toBe(false)
    expect(found('-1001.01')?.differs).toBe(true)
  })

  it('entry and mark are shown one digit below the price step, cents at the coarsest', () => {
    const shown = (priceStep: string) =>
      positionRows([position('BTC-USD-PERPETUAL', '1', '1', '2')], symbol => instrument(symbol, priceStep))[0]
        ?.shownStep
    expect([shown('5'), shown('0.50'), shown('0.0001')]).toEqual(['0.01', '0.01', '0.00001'])
  })

  it('a percentage of nothing is not shown', () => {
    expect(positionRows([position('BTC-20261225-100000C', '1', '0', '5')], none)[0]?.upnlFraction).toBeUndefined()
  })

  it('a flat position is no row', () => {
    const held = [position('BTC-USD-PERPETUAL', '1', '1', '2'), position('ETH-USD-PERPETUAL', '0', '1', '2')]
    expect(positionRows(held, none)).toHaveLength(1)
  })
})

describe('totals', () => {
  it('equity is cash + option value + futures uPnL, coins by index, USD-REFERENCE in nothing', () => {
    const rows = positionRows(
      [position('BTC-20261225-100000C', '-2', '3000', '2500'), position('BTC-USD-PERPETUAL', '1', '99000', '100000')],
      none,
    )
    const balances = [balance('USD', '50000', '1000'), balance('BTC', '0.5'), balance('USD-REFERENCE', '999999')]
    const totals = portfolioTotals({ rows, balances, summaries })
    expect(totals.cash.value).toBe('100000')
    expect(equityTotal(totals, 'value')).toEqual({ value: '96000', leftOut: [] })
    expect(equityTotal(totals, 'upnl')).toEqual({ value: '102000', leftOut: [] })
    expect(equityTotal(totals, 'venue')).toEqual({ value: '999999', leftOut: [] })
    expect(totals.upnl.value).toBe('2000')
    expect(totals.reserved.value).toBe('1000')
    expect(totals.available.value).toBe('49000')
    expect(totals.coins.value).toBe('50000')
    expect(totals.positions).toBe(2)
  })

  it('an asset without an index is named as left out; an asset not held is not', () => {
    const totals = portfolioTotals({
      rows: [],
      balances: [balance('USD', '10'), balance('PTF', '5'), balance('AVAX', '0')],
      summaries,
    })
    expect(totals.cash).toMatchObject({ value: '10', leftOut: ['PTF'] })
    expect(equityTotal(totals, 'value').leftOut).toEqual(['PTF'])
    expect(equityTotal(totals, 'venue').value).toBeUndefined()
  })

  it('cash with nothing that can be valued is no figure, and names what is left out, as equity does', () => {
    const rows = positionRows([position('BTC-USD-PERPETUAL', '1', '100', '150')], none)
    const totals = portfolioTotals({ rows, balances: [balance('EUR', '5'), balance('PTF', '7')], summaries })
    const unknown = { value: undefined, leftOut: ['EUR', 'PTF'] }
    expect([totals.cash, totals.coins]).toEqual([unknown, unknown])
    expect(equityTotal(totals, 'value')).toEqual({ value: '50', leftOut: ['EUR', 'PTF'] })
    const counted = portfolioTotals({ rows, balances: [balance('EUR', '5'), balance('USD', '0')], summaries })
    expect(counted.cash).toEqual({ value: '0', leftOut: ['EUR'] })
    expect(portfolioTotals({ rows: [], balances: [], summaries }).cash).toEqual({ value: '0', leftOut: [] })
  })

  it('what is available is of the assets that margin is paid in; coins make it no larger, however many', () => {
    const rows = positionRows([position('BTC-USD-PERPETUAL', '-28.7', '98000', '125000')], none)
    const balances = [
      balance('USD', '-167584.29'),
      balance('BTC', '10'),
      balance('SOL', '100'),
      balance('USD-REFERENCE', '1'),
    ]
    const totals = portfolioTotals({ rows, balances, summaries })
    expect(totals).toMatchObject({
      marginAssets: ['USD'],
      available: { value: '-167584.29' },
      coins: { value: '1020000' },
    })
    const inCoin = portfolioTotals({
      rows: positionRows([position('SOL-BTC-PERPETUAL', '1', '1', '1')], none),
      balances,
      summaries,
    })
    expect(inCoin).toMatchObject({
      marginAssets: ['USD', 'BTC'],
      available: { value: '832415.71' },
      coins: { value: '20000' },
    })
  })

  it('what is available of an asset that the venue does not list is unknown, not zero', () => {
    const { available, reserved } = portfolioTotals({ rows: [], balances: [balance('BTC', '1')], summaries })
    expect([available, reserved]).toEqual([
      { value: undefined, leftOut: ['USD'] },
      { value: undefined, leftOut: ['USD'] },
    ])
  })

  it('a total whose input is missing is missing, never zero', () => {
    const totals = portfolioTotals({ rows: undefined, balances: [balance('USD', '10')], summaries })
    expect(totals.cash.value).toBe('10')
    expect(equityTotal(totals, 'value').value).toBeUndefined()
    expect(totals.upnl.value).toBeUndefined()
    expect(totals.positions).toBeUndefined()
    expect(equityTotal(portfolioTotals({ rows: [], balances: undefined, summaries }), 'upnl').value).toBeUndefined()
  })

  it('a position of no known product is left out of equity by name', () => {
    const rows = positionRows([position('XYZ', '1', '1', '2', { product_type: 'warrant' })], none)
    expect(
      equityTotal(portfolioTotals({ rows, balances: [balance('USD', '10')], summaries }), 'value').leftOut,
    ).toEqual(['XYZ'])
  })

  it('the header is the sum of the rows below it, whatever is held', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => dec(String(value / 100)))
    const price = fc.integer({ min: 0, max: 10_000_000 }).map(value => dec(String(value / 100)))
    const symbol = fc.constantFrom(
      'BTC-USD-PERPETUAL',
      'ETH-20261225',
      'BTC-20261225-100000C',
      'SOL-20261225-200P',
      'SOL-BTC',
      'XYZ',
    )
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: symbol, size: cents, entry: price, mark: price, upnl: cents })),
        fc.array(cents),
        (all, cash) => {
          const rows = positionRows(
            all.map(({ name, size, entry, mark, upnl }) => position(name, size, entry, mark, { upnl })),
            none,
          )
          const coins = cash.map((amount, at) => balance(`${['USD', 'BTC', 'PTF'][at % 3]}`, amount))
          const balances = balanceRows(coins, summaries)
          const totals = portfolioTotals({ rows, balances: coins, summaries })
          const inUsd = (row: (typeof rows)[number], amount: Decimal) =>
            mul(amount, row.quote === 'BTC' ? dec('100000') : dec('1'))
          expect(totals.upnl.value).toBe(sum(rows.map(row => inUsd(row, row.upnl))))
          expect(totals.ourUpnl.value).toBe(sum(rows.map(row => inUsd(row, row.ourUpnl ?? zero))))
          expect(sum(upnlByBase(rows, summaries).map(group => group.upnl.value))).toBe(totals.upnl.value)
          const cashBelow = sum(balances.flatMap(row => row.usdValue ?? []))
          expect(totals.cash.value).toBe(cashBelow)
          const options = rows.filter(row => row.product === 'option')
          const futures = rows.filter(row => row.product === 'perpetual' || row.product === 'future')
          const futuresBelow = sum(futures.map(row => inUsd(row, row.upnl)))
          expect(equityTotal(totals, 'value').value).toBe(
            sum([cashBelow, futuresBelow, ...options.map(row => inUsd(row, row.value ?? zero))]),
          )
          expect(equityTotal(totals, 'upnl').value).toBe(
            sum([cashBelow, futuresBelow, ...options.map(row => inUsd(row, row.upnl))]),
          )
        },
      ),
    )
  })

  it('an index values an asset; a perpetual’s index does where spot is not listed', () => {
    const coins = { name: () => 'SOL', asset: () => 'SOL', amount: (amount: Decimal) => amount }
    expect(usdTotal([dec('3')], coins, ratesIn(summaries))).toEqual({ value: '600', leftOut: [] })
    expect(usdTotal([dec('3')], coins, ratesIn(undefined))).toEqual({ value: '0', leftOut: ['SOL'] })
  })
})

describe('balance rows', () => {
  it('USD comes first and its reference last, which has no value in USD', () => {
    const rows = balanceRows(
      [balance('USD-REFERENCE', '7'), balance('SOL', '2'), balance('USD', '1'), balance('BTC', '1')],
      summaries,
    )
    expect(rows.map(row => [row.symbol, row.usdValue])).toEqual([
      ['USD', '1'],
      ['BTC', '100000'],
      ['SOL', '400'],
      ['USD-REFERENCE', undefined],
    ])
  })

  it('dust is less than a dollar of an asset with an index; what has none, is bound or is owed is no dust', () => {
    const rows = balanceRows(
      [
        balance('USD', '0'),
        balance('USD-REFERENCE', '0'),
        balance('SOL', '0.005'),
        balance('BTC', '-0.00001'),
        balance('DOGE', '0.001'),
        balance('SOL', '0.0051'),
        balance('BTC', '-0.00002'),
        balance('BTC', '0', '0.5'),
      ],
      summaries,
    )
    expect(rows.filter(isDust).map(row => `${row.cash} ${row.symbol}`)).toEqual(['-0.00001 BTC', '0.005 SOL'])
  })
})

describe('positions as a package', () => {
  const held = (...sizes: [string, string][]) => sizes.map(([symbol, size]) => ({ symbol, size: dec(size) }))

  it('the builder is opened by its own search names', () => {
    const result = packageOfPositions(held(['A', '1'], ['B', '-1']), 'close')
    expect(result.ok ? packageSearch(result.value) : undefined).toEqual({
      legs: 'A@-1/B@1',
      qty: '1',
      dir: 'buy',
      mode: 'rfq',
    })
  })
})
