// @vitest-environment node
/** P&L of trades at each sample, compared with the exchange's books and the account's history. */
import { expect, test } from 'vitest'
import { add, type Decimal, roundTo, sub, sum, toNumber, zero } from '../../../../core/domain/decimal.ts'
import { minuteMs } from '../../../../core/domain/time.ts'
import type { Sample } from '../../../../core/domain/sample.ts'
import { tradeLine } from '../../../../core/domain/trades/trade-line.ts'
import type { Trade } from '../../../../core/domain/trades/trade.ts'
import { randomHistory } from '../../../../testing/recorder/random-history.ts'
import { pnlValues } from '../history/history-series.ts'

const histories = Number(process.env['TRADE_HISTORIES'] ?? 1)

const sampleCount = 24

/** Positions and flows of the trades together: legs that offset need no mark. */
const together = (trades: readonly Trade[]) => ({
  flows: trades.flatMap(trade => trade.flows).toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0)),
  openedMs: undefined,
  closedMs: undefined,
  unsettled: [],
})

function madeAt(trade: Trade, samples: readonly Sample[]): (sample: Sample) => Decimal | undefined {
  const { points } = tradeLine(trade, samples)
  return ({ atMs }) => {
    if (atMs < (trade.openedMs ?? 0)) return zero
    const point = points.findLast(each => each.atMs <= atMs)
    expect(point).toBeDefined()
    return point?.pnl
  }
}

/** Time of the first estimated settlement, after which the account's figures deviate from the books by it. */
const estimatedMs = (all: readonly Trade[]): number =>
  Math.min(...all.flatMap(trade => trade.steps.flatMap(step => (step.isEstimated ? [step.atMs ?? 0] : []))))

test.each(Array.from({ length: histories }, (_, seed) => seed + 1))(
  'in random history %i the lines of all trades add up to the account at every sample, and to the exchange’s books until a settlement is estimated',
  async seed => {
    const { samples, trades, realised, made } = await randomHistory(seed, sampleCount, 10 * minuteMs)
    const all = [...trades.open, ...trades.closed]
    const lines = all.map(trade => ({ trade, at: madeAt(trade, samples) }))
    const account = pnlValues(samples, realised.closings)
    const isCertainUntil = estimatedMs(all)
    const compared = { account: 0, books: 0 }
    for (const [index, sample] of samples.entries()) {
      const known = lines.flatMap(({ at }) => at(sample) ?? [])
      const gaps = lines.filter(({ at }) => at(sample) === undefined).map(({ trade }) => trade)
      // Gaps have one cause: the venue nets a leg to zero and reports no mark. Together such trades need none.
      const ofGaps = gaps.length === 0 ? zero : tradeLine(together(gaps), [sample]).points[0]?.pnl
      expect(ofGaps).toBeDefined()
      const total = add(sum(known), ofGaps ?? zero)
      compared.account += 1
      // The venue's uPnL uses rounded average entries.
      expect([sample.atMs, Math.abs(toNumber(total) - (account.total[index] ?? Number.NaN)) < 0.005]).toEqual([
        sample.atMs,
        true,
      ])
      const booked = made.get(sample.atMs)
      if (booked === undefined || sample.atMs >= isCertainUntil) continue
      compared.books += 1
      expect([sample.atMs, roundTo(sub(total, booked), 2)]).toEqual([sample.atMs, '0'])
    }
    expect([compared.account >= sampleCount, compared.books >= sampleCount / 2, trades.looseFunding]).toEqual([
      true,
      true,
      '0',
    ])
    if (seed !== 1) return
    // The first history has all kinds of ends.
    expect([trades.closed.length > 0, all.some(trade => trade.funding !== '0')]).toEqual([true, true])
    expect(all.some(trade => trade.steps.some(step => step.kind === 'settle'))).toBe(true)
  },
)
