import { describe, expect, test } from 'vitest'
import { call, farMs, listed, nearMs, nowMs, put } from '../../../testing/universe.fixture.ts'
import { dec } from '../decimal.ts'
import type { ListedChains } from '../instrument-index.ts'
import { parseInstrumentName } from '../instrument.ts'
import { rollLegs, rollPackage, type RollTarget } from './roll.ts'

const futureExpiry = (symbol: string): number | undefined => {
  const name = parseInstrumentName(symbol)
  return name?.product === 'future' ? name.expiryMs : undefined
}
const roll = (held: Readonly<Record<string, string>>, target: RollTarget = 'next', steps = 0) =>
  rollLegs({
    legs: Object.entries(held).map(([symbol, size]) => ({
      symbol,
      size: dec(size),
      parsed: parseInstrumentName(symbol),
    })),
    target,
    steps,
    listed,
    expiryOf: instrument => futureExpiry(instrument.symbol),
    nowMs,
  })
const wentTo = (...given: Parameters<typeof roll>) => roll(...given).map(({ to, note }) => [to?.symbol, note])

describe('rolling a leg', () => {
  test('keeps its strike and right at the next expiry, whatever its size', () => {
    expect(wentTo({ [call(100)]: '2', [put(90)]: '-0.5' })).toEqual([
      [call(100, '20270326'), undefined],
      [put(90, '20270326'), undefined],
    ])
  })

  test('goes to the nearest strike where its own is not listed, and says so', () => {
    expect(wentTo({ [call(105)]: '1' })).toEqual([
      [call(100, '20270326'), 'strike 105000 is not listed there: from 100000'],
    ])
  })

  test('goes so many strikes up or down from there, by the strikes of the expiry it comes to', () => {
    expect(wentTo({ [call(100)]: '1' }, 'next', 1)[0]?.[0]).toBe(call(110, '20270326'))
    expect(wentTo({ [call(100)]: '1' }, 'next', -1)[0]?.[0]).toBe(call(90, '20270326'))
    expect(wentTo({ [call(110)]: '1' }, 'next', 1)).toEqual([[undefined, 'no strike is listed that far']])
  })

  test('of a future goes to the next future, and of what never expires nowhere', () => {
    expect(wentTo({ 'BTC-20261225': '-3', 'BTC-USD-PERPETUAL': '1' })).toEqual([
      ['BTC-20270326', undefined],
      [undefined, 'no expiry'],
    ])
  })

  test('to where it is, or past the last expiry, is no roll', () => {
    expect(wentTo({ [call(100, '20270326')]: '1' })).toEqual([[undefined, 'no such expiry is listed']])
    expect(wentTo({ [call(100)]: '1' }, nearMs)).toEqual([[undefined, 'it is there already']])
    expect(wentTo({ [call(100)]: '1' }, nearMs + 1)).toEqual([[undefined, 'no such expiry is listed']])
    // To another strike of its own expiry it is one.
    expect(wentTo({ [call(100)]: '1' }, nearMs, 1)).toEqual([[call(105), undefined]])
  })

  const held = [call(100), put(90), 'BTC-20261225'].map(symbol => ({
    symbol,
    size: dec('1'),
    parsed: parseInstrumentName(symbol),
  }))
  const rollOf = (universe: ListedChains, atMs: number) =>
    rollLegs({
      legs: held,
      target: 'next',
      steps: 0,
      listed: universe,
      expiryOf: each => futureExpiry(each.symbol),
      nowMs: atMs,
    })

  test.each([
    ['it goes to', '20270326', '26MAR27'],
    ['is held', '20261225', '25DEC26'],
  ])('is none where what %s is suspended or no longer trades, and says so', (_, stamp, expiry) => {
    for (const [status, words] of [
      ['suspended', 'suspended'],
      ['delisted', 'not trading'],
    ] as const) {
      const stop = <One extends { readonly symbol: string; readonly status: string }>(one: One): One =>
        one.symbol.includes(stamp) ? { ...one, status } : one
      const stopped: ListedChains = {
        ...listed,
        chain: (base, expiryMs) =>
          listed
            .chain(base, expiryMs)
            .map(row => ({ ...row, ...(row.call === undefined ? {} : { call: stop(row.call) }) })),
        futures: base => listed.futures(base).map(stop),
      }
      expect(rollOf(stopped, nowMs).map(({ to, note }) => [to?.symbol, note])).toEqual([
        [undefined, `BTC ${expiry} 100000 C is ${words}`],
        [put(90, '20270326'), undefined],
        [undefined, `BTC ${expiry} is ${words}`],
      ])
    }
  })

  test('is none of what has expired, though it is still held', () => {
    expect(rollOf(listed, nearMs).map(({ to, note }) => [to, note])).toEqual(
      held.map(() => [undefined, 'it has expired']),
    )
  })
})

describe('the package of a roll', () => {
  const legsOf = (...given: Parameters<typeof roll>) => {
    const made = rollPackage(roll(...given))
    if (!made.ok) return made.problem
    const sizes = made.value.legs.map(leg => [leg.symbol, leg.ratio * Number.parseFloat(made.value.quantity)] as const)
    return Object.fromEntries(sizes)
  }

  test('closes what is held and opens the same where it goes', () => {
    expect(legsOf({ [call(100)]: '2', [put(90)]: '-1' })).toEqual({
      [call(100)]: -2,
      [call(100, '20270326')]: 2,
      [put(90)]: 1,
      [put(90, '20270326')]: -1,
    })
  })

  test('leaves alone what cannot be rolled, and is none where nothing can', () => {
    expect(legsOf({ [call(100)]: '1', 'BTC-USD-PERPETUAL': '5' }, farMs)).toEqual({
      [call(100)]: -1,
      [call(100, '20270326')]: 1,
    })
    expect(legsOf({ 'BTC-USD-PERPETUAL': '5' })).toBe('None of these legs can be rolled there.')
  })

  test('has one leg where one held goes to another held: what is closed there and opened there is added up', () => {
    expect(legsOf({ [call(100)]: '1', [call(100, '20270326')]: '3' })).toEqual({
      [call(100)]: -1,
      [call(100, '20270326')]: 1,
    })
    expect(legsOf({ [call(100)]: '1', [call(105)]: '-1' }, nearMs, 1)).toEqual({
      [call(100)]: -1,
      [call(105)]: 2,
      [call(110)]: -1,
    })
  })
})
