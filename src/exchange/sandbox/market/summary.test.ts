import { describe, expect, it } from 'vitest'
import { isDecimal, toNumber } from '../../../core/domain/decimal.ts'
import { minuteMs } from '../../../core/domain/time.ts'
import { createMarket } from './create-market.ts'

const market = createMarket({ seed: 'legwork', mode: 'live', instruments: 1_500 })
const figures = [
  ...(['best_bid', 'best_ask', 'last_price', 'index_price', 'volume', 'base_volume', 'open_interest'] as const),
  ...(['price_change', 'low_24', 'high_24', 'funding_rate'] as const),
]

describe('the market summary', () => {
  // Options that expire at 08:00 were worth almost nothing the day before: a change from 1e-20 has no sensible
  // percentage.
  it.each(['04:00', '05:24', '06:00', '07:59'])('has decimals alone in its rows at %s on 25 December 2026', time => {
    const rows = market.summary(Date.parse(`2026-12-25T${time}:00Z`))
    expect(rows.length).toBeGreaterThan(1_000)
    for (const row of rows) {
      for (const name of figures)
        if (row[name] !== undefined) expect([row.symbol, name, row[name], isDecimal(row[name])]).toContain(true)
    }
  })

  it('shows a change in percent only of what was worth a price step the day before', () => {
    const atMs = Date.parse('2026-12-25T06:00:00Z')
    const { all } = market.listing(atMs)
    const rows = market.summary(atMs)
    const changed = rows.filter(row => row.price_change !== undefined)
    expect(changed.length).toBeGreaterThan(500)
    for (const row of changed) expect(Math.abs(toNumber(row.price_change ?? ('' as never)))).toBeLessThan(1e8)
    expect(
      rows.some(
        (row, index) =>
          row.last_price !== undefined && row.price_change === undefined && all[index]?.right !== undefined,
      ),
    ).toBe(true)
    expect(market.summary(atMs + minuteMs).length).toBe(all.length)
  })
})
