// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { MarketEstimate } from '../../../core/domain/market-estimate.ts'
import { MarketEstimateSlot } from './market-estimate-slot.tsx'

afterEach(cleanup)

const book = (more: Partial<Extract<MarketEstimate, { kind: 'book' }>> = {}): MarketEstimate => ({
  kind: 'book',
  average: dec('-3262'),
  worst: dec('-3240'),
  filled: dec('2'),
  unfilled: dec('0'),
  left: dec('12.4'),
  ...more,
})

function show(
  estimate: MarketEstimate | undefined,
  { side = 'buy', isPackage = true }: { side?: 'buy' | 'sell'; isPackage?: boolean } = {},
) {
  cleanup()
  render(<MarketEstimateSlot side={side} estimate={estimate} isPackage={isPackage} />)
  const slot = screen.getByTestId('market-estimate')
  const terms = [...slot.querySelectorAll('dt')].map(term => [term.textContent, term.nextElementSibling?.textContent])
  return {
    figures: Object.fromEntries(terms) as Record<string, string>,
    note: within(slot).getByRole('paragraph').textContent,
    tone: slot.dataset['tone'],
  }
}

describe('what an order at the market would trade at', () => {
  test('says the fill, the worst and the depth left, each by paying or receiving', () => {
    expect(show(book())).toMatchObject({
      figures: { 'Estimated fill': 'receive 3,262', 'Worst price': 'receive 3,240', 'Depth left': '12.4' },
      tone: 'plain',
    })
    expect(show(book(), { side: 'sell' }).figures).toMatchObject({
      'Estimated fill': 'pay 3,262',
      'Worst price': 'pay 3,240',
    })
  })

  test('warns where the size goes beyond the depth seen', () => {
    expect(show(book({ unfilled: dec('0.8'), left: dec('0') }))).toMatchObject({
      note: '0.8 beyond the depth seen: fills at any price or is cancelled.',
      tone: 'warning',
    })
  })

  test('by the quotes of the legs knows neither a worst price nor a depth', () => {
    const found = show({ kind: 'quotes', natural: dec('120'), why: 'none' })
    expect(found.figures).toEqual({ 'Estimated fill': 'pay 120', 'Worst price': '–', 'Depth left': '–' })
    expect(found.note).toBe('No order book shown: by the legs one by one; a package may find none.')
    expect(found.tone).toBe('warning')
    expect(show({ kind: 'quotes', natural: dec('120'), why: 'empty' }, { isPackage: false }).note).toContain(
      'by the best quote',
    )
  })

  test('says that the review blocks it where nothing is known', () => {
    const found = show({ kind: 'quotes', natural: undefined, why: 'empty' })
    expect(found.figures['Estimated fill']).toBe('–')
    expect(found.note).toMatch(/nothing to judge it by\. The review blocks it\.$/)
    expect(found.tone).toBe('danger')
  })

  test('has the same lines whatever is known, so that nothing below it moves', () => {
    const shapes = [
      undefined,
      book(),
      book({ unfilled: dec('1') }),
      { kind: 'quotes', natural: undefined, why: 'waiting' } as const,
    ].map(each => {
      show(each)
      return [...screen.getByTestId('market-estimate').querySelectorAll('*')].map(one => one.tagName).join(' ')
    })
    expect(new Set(shapes).size).toBe(1)
  })
})
