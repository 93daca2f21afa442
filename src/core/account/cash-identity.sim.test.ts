/**
 * Identity of realised P&L: USD cash + cost of open options − opening balance = realised P&L, to the cent. It must hold
 * for random histories and for any observer: a page always open, closed for a time, or reloaded early, a fresh browser,
 * and a recorder that stops.
 */
import { describe, expect, it } from 'vitest'
import { abs, dec, isZero, lt, sub } from '../domain/decimal.ts'
import { must } from '../domain/must.ts'
import { type CashHistory, cashHistory, watchers } from '../../testing/cash/cash-history.sim.ts'
import { cashStatement } from './cash-statement.ts'

const histories = Number.parseInt(process.env['CASH_HISTORIES'] ?? '140', 10)
const cent = dec('0.01')
const estimates = new Set(['allotted', 'estimated_settlement', 'estimated_funding'])

describe('realised P&L of an account that is watched for a part of its time', () => {
  const all: readonly CashHistory[] = Array.from({ length: histories }, (_, seed) => cashHistory(seed + 1))

  it('is what the exchange’s own books say, to the cent', () => {
    const off = all.flatMap(({ realised, ledger }, index) =>
      lt(abs(sub(realised.total, ledger)), cent)
        ? []
        : [`history ${index + 1}: ${realised.total}, by the books ${ledger}`],
    )
    expect(off).toEqual([])
  })

  it('leaves nothing out, and marks what it estimates', () => {
    const kinds = new Set(all.flatMap(({ realised }) => realised.missing.map(each => each.kind)))
    expect([...kinds].filter(kind => !estimates.has(kind))).toEqual([])
    expect([...kinds].toSorted()).toEqual([...estimates].toSorted())
  })

  it('is reconciled with the cash: nothing from the first sample to the last is left unexplained or called a transfer', () => {
    const off = all.flatMap(({ samples, inputs }, index) => {
      const [first, last] = [must(samples[0], 'a sample'), must(samples.at(-1), 'a sample')]
      const { fills, orders } = inputs.seen
      const { unexplained, sums } = cashStatement('USD', first, last, {
        fills,
        orders,
        rows: inputs.cash ?? [],
        byRecorder: new Set(),
      })
      return isZero(unexplained) && isZero(sums.transfer) && isZero(sums.fee)
        ? []
        : [`history ${index + 1}: ${unexplained}, ${sums.transfer}`]
    })
    expect(off).toEqual([])
  })

  it.each(watchers)('is tried with fundings, settlements and packages of each way to watch: %s', watching => {
    const own = all.filter(each => each.watching === watching)
    const fundings = own.filter(({ realised }) => realised.closings.some(each => each.isFunding === true))
    const settlements = own.filter(({ realised }) =>
      realised.closings.some(each => each.isFunding !== true && each.closedBy === undefined),
    )
    const packages = own.filter(({ orders }) => orders.some(each => each.symbol.includes('/')))
    for (const some of [fundings, settlements, packages]) expect(some.length).toBeGreaterThan(own.length / 4)
  })
})
