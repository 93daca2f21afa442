import { describe, expect, it } from 'vitest'
import { balanceRows, isDust } from '../../../core/account/balance-rows.ts'
import { positionRows } from '../../../core/account/position-rows.ts'
import { equityTotal, portfolioTotals } from '../../../core/account/totals.ts'
import type { Balance } from '../../../core/domain/account.ts'
import { dec, type Decimal, sub } from '../../../core/domain/decimal.ts'
import { ratesIn, usdTotal } from '../../../core/domain/equity.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { heldBalance, heldPosition as position } from '../../../testing/held-position.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'

const balance = (symbol: string, cash: string, reserved = '0'): Balance =>
  heldBalance(symbol, cash, { reserved_balance: dec(reserved), available_balance: sub(dec(cash), dec(reserved)) })

const instrument = (symbol: string, priceStep: string): Instrument =>
  listedInstrument(symbol, 77, { price_step: dec(priceStep) })

const none = () => undefined
const summaries = new Map(
  Object.entries({ 'BTC-USD': { index_price: dec('100000') }, 'SOL-USD-PERPETUAL': { index_price: dec('200') } }),
)

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

  it('an index values an asset; a perpetual’s index does where spot is not listed', () => {
    const coins = { name: () => 'SOL', asset: () => 'SOL', amount: (amount: Decimal) => amount }
    expect(usdTotal([dec('3')], coins, ratesIn(summaries))).toEqual({ value: '600', leftOut: [] })
    expect(usdTotal([dec('3')], coins, ratesIn(undefined))).toEqual({ value: '0', leftOut: ['SOL'] })
  })
})

it('balance rows dust is less than a dollar of an asset with an index; what has none, is bound or is owed is no dust', () => {
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
