import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { effectLabel } from '../../../core/domain/effect-label.ts'
import { ownBest } from '../../../core/domain/own-quotes.ts'
import { againstText, fillTotalText, fullSizeText } from './full-size-text.ts'

const level = (price: string, quantity: string) => ({ price: dec(price), quantity: dec(quantity) })
const fillOf = (side: 'buy' | 'sell', wanted: string, ...levels: ReturnType<typeof level>[]) => {
  const best = ownBest(
    side === 'buy' ? { buy: [], sell: levels } : { buy: levels, sell: [] },
    side,
    dec(wanted),
    undefined,
  )
  if (best === undefined) throw new Error('no quote')
  return best.fill
}

describe('a full size in words', () => {
  it('a size through several levels states its average and its worst price, not the best', () => {
    const fill = fillOf('buy', '2', level('-3284', '1'), level('-3240', '4'))
    expect(fullSizeText('buy', dec('2'), fill)).toBe('Full size 2 @ 3,262 average, worst 3,240')
    expect(fillTotalText('buy', fill)).toBe('receive 6,524 in total')
  })

  it('one package has no total beside its price', () => {
    expect(fillTotalText('sell', fillOf('sell', '1', level('120', '3')))).toBe('')
  })

  it('one level is one price; what is not quoted is said to be missing', () => {
    expect(fullSizeText('sell', dec('1'), fillOf('sell', '1', level('120', '3')))).toBe('Full size 1 @ 120')
    expect(fullSizeText('sell', dec('2'), fillOf('sell', '2', level('120', '0.8')))).toBe('0.8 of 2 available @ 120')
  })

  it('where levels change from paying to receiving, each says which', () => {
    expect(fullSizeText('buy', dec('2'), fillOf('buy', '2', level('-30', '1'), level('10', '1')))).toBe(
      'Full size 2 @ 10 average, worst pay 10',
    )
  })

  it('paying, receiving and neither have their words, and so has the distance to the legs', () => {
    expect([
      effectLabel('buy', dec('5')).text,
      effectLabel('sell', dec('5')).text,
      effectLabel('buy', dec('0')).text,
    ]).toEqual(['pay 5', 'receive 5', 'even'])
    expect([
      againstText(dec('-20'), 'leg mid'),
      againstText(dec('5'), 'leg mid'),
      againstText(dec('0'), 'leg mid'),
    ]).toEqual(['20 worse than leg mid', '5 better than leg mid', 'at leg mid'])
    expect([againstText(dec('-23.33333333'), 'mid'), againstText(dec('0.00012345'), 'mid')]).toEqual([
      '23.33 worse than mid',
      '0.00012345 better than mid',
    ])
  })
})
