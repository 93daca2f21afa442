import { describe, expect, it } from 'vitest'
import { dec, mul } from '../decimal.ts'
import { boughtAt, endedAt, type PackagePrice, packagePriceOf } from './trade-prices.ts'
import type { StepLeg, TradeStep, TradeStepKind } from './trade-steps.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const [low, high, later] = ['BTC-20261225-100C', 'BTC-20261225-110C', 'BTC-20270326-110C'] as const

const leg = (symbol: string, size: string, price: string): StepLeg => ({
  symbol,
  size: dec(size),
  value: mul(dec(size), dec(price)),
})
const step = (kind: TradeStepKind, opened: readonly StepLeg[], closed: readonly StepLeg[] = []): TradeStep => ({
  kind,
  atMs: 1,
  order: kind,
  opened,
  closed,
  realised: dec('0'),
  isEstimated: false,
})
const ended = (steps: readonly TradeStep[], more: Partial<Parameters<typeof endedAt>[0]> = {}): string | undefined =>
  said(endedAt({ steps, unsettled: [], isContinued: false, ...more }))
const said = (price: PackagePrice | undefined): string | undefined => price && `${price.quantity} at ${price.price}`

const spread = (quantity: string, of: string, to: string): StepLeg[] => [
  leg(low, quantity, of),
  leg(high, `-${quantity}`, to),
]

describe('a price for several legs', () => {
  it('joins the legs of an instrument, and is per package to as many decimals as a price has', () => {
    const twice = [...spread('1', '30', '20'), ...spread('2', '33', '20')]
    expect(packagePriceOf(twice)).toEqual({ legs: legsOf({ [low]: 1, [high]: -1 }), quantity: '3', price: '12' })
    expect(said(packagePriceOf([leg(low, '1', '10'), leg(low, '2', '10.5')]))).toBe('3 at 10.33333333')
  })

  it('is the instrument’s own for a single one, whose size has its sign', () => {
    expect(said(packagePriceOf([leg(low, '-2', '30'), leg(low, '-1', '33')]))).toBe('-3 at 31')
  })

  it('counts packages, whatever its first leg is', () => {
    expect(packagePriceOf([leg(low, '-4', '30'), leg(high, '2', '20')])).toMatchObject({ quantity: '2', price: '-40' })
  })

  it('is missing without legs, and where they come to nothing', () => {
    expect(packagePriceOf([])).toBeUndefined()
    expect(packagePriceOf([leg(low, '1', '10'), leg(low, '-1', '12')])).toBeUndefined()
  })
})

describe('the prices of a trade', () => {
  const opened = [step('open', spread('1', '30', '20')), step('open', spread('1', '34', '20'))]

  it('are those of all its openings, and of all its closings if they are all of it', () => {
    const first = step('close', [], spread('1', '40', '20'))
    const second = step('close', [], spread('1', '44', '20'))
    expect([said(boughtAt({ steps: opened })), ended([...opened, first, second])]).toEqual(['2 at 12', '2 at 22'])
    expect([ended([...opened, first]), ended(opened)]).toEqual([undefined, undefined])
  })

  it('leave out what a roll opened and closed', () => {
    const before = step('close', [], spread('1', '90', '20'))
    const rolled = step('roll', [leg(later, '-1', '45')], [leg(high, '-1', '22')])
    const out = step('close', [], [leg(low, '1', '50'), leg(later, '-1', '40')])
    expect(said(boughtAt({ steps: [...opened, rolled, ...opened] }))).toBe('2 at 12')
    expect(ended([...opened, before, rolled, rolled, out])).toBe('1 at 10')
    expect(ended([...opened, rolled])).toBeUndefined()
  })

  it('have no end while part of it is not known, or goes on in another trade', () => {
    const whole = step('close', [], spread('2', '40', '20'))
    expect(ended([...opened, whole], { unsettled: [low] })).toBeUndefined()
    expect(ended([...opened, whole], { isContinued: true })).toBeUndefined()
    expect(ended([whole])).toBeUndefined()
  })
})
