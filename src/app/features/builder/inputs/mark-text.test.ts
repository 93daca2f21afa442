import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { Forward } from '../../../../core/pricing/market/reference-price.ts'
import { forwardSource, forwardTitle, shortSource, sourceText } from './mark-text.ts'

const market: Forward = { price: 101_250.5, source: { kind: 'future', symbol: 'BTC-20261225' } }
const typed: Forward = { price: 99_000, source: { kind: 'typed', atMs: 1, market } }
const quoted = { source: 'mid', why: undefined, bid: 0.5, ask: 0.6 } as const

describe('where a volatility comes from', () => {
  it.each([
    [quoted, 'of the mid; bid 50.0 %, ask 60.0 %', 'mid'],
    [{ ...quoted, bid: undefined }, 'of the mid; bid none, ask 60.0 %', 'mid'],
    [
      { source: 'surface', why: 'no_quote', bid: undefined, ask: undefined },
      'of the surface: no quote',
      'surface, no quote',
    ],
    [
      { source: undefined, why: 'below_intrinsic', bid: undefined, ask: undefined },
      'the price is below intrinsic value',
      'below intrinsic',
    ],
    [{ source: undefined, why: undefined, bid: undefined, ask: undefined }, 'none', 'none'],
    [
      { ...quoted, shift: -0.025 },
      'of the mid; −2.50 points typed for the expiry; bid 50.0 %, ask 60.0 %',
      'mid −2.5 typed',
    ],
  ] as const)('%o', (mark, long, short) => {
    expect(sourceText(mark)).toBe(`Implied volatility in %: ${long}`)
    expect(shortSource({ shift: undefined, ...mark })).toBe(short)
  })

  it('typed over says what the market has, and that it has none where it has none', () => {
    const mark = { source: 'typed', why: undefined, bid: undefined, ask: undefined } as const
    expect(sourceText({ ...mark, typed: { atMs: 1, market: 0.55 } })).toContain('typed; the market 55.0 %')
    expect(sourceText({ ...mark, typed: { atMs: 1, market: undefined } })).toContain('typed; the market none')
  })
})

describe('where a forward comes from', () => {
  const shown = (forward: Forward | undefined): string => forwardSource({ forward }, { underlying: undefined })
  it('is named shortly', () => {
    expect(shown(undefined)).toBe('none')
    expect(shown(market)).toBe('future')
    expect([1, 7].map(pairs => shown({ price: 1, source: { kind: 'parity', pairs } }))).toEqual([
      'parity, 1 pair',
      'parity, 7 pairs',
    ])
    expect(shown({ price: 1, source: { kind: 'moved', market } })).toBe('moved with the price')
    expect(shown(typed)).toBe('typed')
  })
  it('is the underlying itself by the source of that, where nothing else tells', () => {
    const forward: Forward = { price: 1, source: { kind: 'underlying' } }
    const index = { price: dec('100'), source: 'index' }
    expect(forwardSource({ forward }, { underlying: index })).toBe('index')
    expect(forwardSource({ forward }, { underlying: { ...index, typed: { atMs: 1, market: undefined } } })).toBe(
      'the price typed',
    )
    expect(forwardSource({ forward }, { underlying: undefined })).toBe('underlying')
  })
  it('keeps what the market has beside what was typed', () => {
    expect(forwardTitle(typed)).toBe('Typed. The market: 101,250.50, mid of the future that settles then')
    expect(forwardTitle({ price: 1, source: { kind: 'typed', atMs: 1, market: undefined } })).toBe(
      'Typed. The market: none',
    )
    expect(forwardTitle({ price: 1, source: { kind: 'moved', market } })).toContain('the market has 101,250.50')
    expect(forwardTitle(undefined)).toMatch(/^No forward/)
  })
})
