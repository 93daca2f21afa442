import { describe, expect, it } from 'vitest'
import { minuteMs, yearMs } from '../domain/time.ts'
import { blackPrice } from './black.ts'
import { optionMove } from './explain.ts'

const expiryMs = Date.UTC(2027, 2, 26, 8)
const atMs = Date.UTC(2026, 11, 25, 8)
const terms = { strike: 100_000, right: 'call' as const, expiryMs }
const moment = (forward: number, volatility: number, at: number) => ({
  forward,
  atMs: at,
  price: blackPrice({ forward, volatility, strike: terms.strike, right: terms.right, years: (expiryMs - at) / yearMs }),
})
const total = (move: ReturnType<typeof optionMove>): number =>
  Object.values(move ?? {}).reduce((sum, each) => sum + each, 0)

describe('the move of an option by greeks', () => {
  it('is all delta and gamma when only the forward moves', () => {
    const [before, after] = [moment(100_000, 0.5, atMs), moment(100_100, 0.5, atMs)]
    const move = optionMove(terms, before, after)
    expect(Math.abs((move?.vega ?? 1) + (move?.theta ?? 1))).toBeLessThan(1e-6)
    expect(total(move)).toBeCloseTo(after.price - before.price, 3)
  })
  it('is all vega when only the volatility moves, all theta when only time passes', () => {
    const before = moment(100_000, 0.5, atMs)
    const rise = moment(100_000, 0.51, atMs)
    expect(optionMove(terms, before, rise)?.vega).toBeCloseTo(rise.price - before.price, 0)
    const later = moment(100_000, 0.5, atMs + minuteMs)
    expect(optionMove(terms, before, later)?.theta).toBeCloseTo(later.price - before.price, 3)
  })
  it('many small steps explain a long way to a small part of one long step', () => {
    const path = Array.from({ length: 1_441 }, (_, step) =>
      moment(100_000 + 4_000 * Math.sin(step / 200), 0.5 + step / 30_000, atMs + step * minuteMs),
    )
    const made = path.at(-1)!.price - path[0]!.price
    const stepped = path.slice(1).reduce((sum, to, index) => sum + total(optionMove(terms, path[index]!, to)), 0)
    const atOnce = total(optionMove(terms, path[0]!, path.at(-1)!))
    expect(Math.abs(stepped - made)).toBeLessThan(Math.abs(made) * 0.01)
    expect(Math.abs(stepped - made)).toBeLessThan(Math.abs(atOnce - made) / 3)
  })
  it('is that of the underlying where an option deep in the money has no time value left', () => {
    const lateMs = expiryMs - 6 * 3_600_000
    const put = { strike: 110_000, right: 'put' as const, expiryMs }
    const inside = (forward: number, at: number, off = 0) => ({ forward, atMs: at, price: 110_000 - forward + off })
    expect(optionMove(put, inside(100_000, lateMs), inside(93_000, lateMs + 3_600_000))).toMatchObject({
      delta: 7_000,
      gamma: 0,
      vega: 0,
    })
    // It had 100 of time value, and is a little below its intrinsic value at the end.
    const before = { forward: 109_000, atMs: lateMs, price: 1_100 }
    expect(optionMove(put, before, inside(104_000, lateMs + 3_600_000, -3))).toMatchObject({
      delta: 5_000,
      theta: -103,
      gamma: 0,
      vega: 0,
    })
    const outside = { ...put, right: 'call' as const }
    expect(
      optionMove(
        outside,
        { forward: 100_000, atMs: lateMs, price: 0 },
        { forward: 93_000, atMs: lateMs + 1, price: 0 },
      ),
    ).toBeUndefined()
  })
  it('is undefined if a mark implies no volatility', () => {
    expect(optionMove(terms, { ...moment(100_000, 0.5, atMs), price: 0 }, moment(100_000, 0.5, atMs))).toBeUndefined()
    expect(optionMove(terms, moment(100_000, 0.5, atMs), moment(100_000, 0.5, expiryMs))).toBeUndefined()
  })
})
