// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { mask } from '../format/privacy.ts'
import { setPreferences } from '../theme/preferences.ts'
import { EffectText } from './effect-text.tsx'
import { nextUnits, PackagePrice, packagePriceColumn, packagePriceText } from './package-price.tsx'

const priced = { legs: [{ ratio: 2 }, { ratio: -3 }], quantity: dec('10') }

afterEach(() => {
  setPreferences({ units: 'package', amounts: 'shown' })
  cleanup()
})

describe('the price of a package', () => {
  test('is shown in the chosen units, which it names', () => {
    const texts = [0, 1, 2].map(() => {
      const text = packagePriceText(dec('-1230.50'), priced)
      nextUnits()
      return text
    })
    expect(texts).toEqual(['−1,230.5', '−615.25 /unit', '−12,305 total'])
  })
  test('is paid or received by who trades at it, in every unit, and has no sign then', () => {
    const said = (price: string, side: 'buy' | 'sell') => packagePriceText(dec(price), { ...priced, side })
    expect([said('-1230.50', 'buy'), said('-1230.50', 'sell'), said('40', 'buy'), said('0', 'buy')]).toEqual([
      'receive 1,230.5',
      'pay 1,230.5',
      'pay 40',
      'even',
    ])
    setPreferences({ units: 'total' })
    expect(said('40', 'sell')).toBe('receive 400 total')
    expect(packagePriceText(dec('-5'), { legs: [{ ratio: 1 }], quantity: dec('1'), side: 'buy' })).toBe('−5')
    render(<PackagePrice price={dec('-30')} {...priced} side="buy" />)
    expect(document.body.textContent).toBe('receive 300 total')
  })
  test('of an order in one instrument is its price whatever is chosen', () => {
    setPreferences({ units: 'total' })
    expect(packagePriceText(dec('100'), { legs: [{ ratio: 1 }], quantity: dec('10') })).toBe('100')
  })
  test('is missing where it, or the quantity that its total needs, is missing', () => {
    setPreferences({ units: 'total' })
    expect([packagePriceText(undefined, priced), packagePriceText(dec('1'), { legs: priced.legs })]).toEqual(['–', '–'])
  })
  test('in total is an amount, and hidden with the others', () => {
    setPreferences({ units: 'total', amounts: 'hidden' })
    expect(packagePriceText(dec('10'), priced)).toBe(mask)
    setPreferences({ units: 'unit' })
    expect(packagePriceText(dec('10'), priced)).toBe('5 /unit')
  })
  test('changes on the screen with the choice, and sorts by the package all the same', () => {
    render(<PackagePrice price={dec('30')} {...priced} />)
    expect(document.body.textContent).toBe('30')
    act(() => void nextUnits())
    expect(document.body.textContent).toBe('15 /unit')
    const column = packagePriceColumn<null>({
      id: 'price',
      header: 'Price',
      price: () => dec('30'),
      priced: () => priced,
    })
    expect([column.text(null), column.sortValue(null)]).toEqual(['15 /unit', 30])
  })
})

describe('the net of a package', () => {
  const net = (quantity = '10') => (
    <EffectText side="sell" price={dec('30')} quantity={dec(quantity)} legs={priced.legs} />
  )
  test('names its units and keeps the price per package beside it', () => {
    render(net())
    expect(document.body.textContent).toContain('You receive 30  × 10 = 300')
    act(() => void nextUnits())
    expect(document.body.textContent).toMatch(/You receive 15 per unit of the first leg.*30 per package/)
  })
  test('does not tell the total while amounts are hidden', () => {
    setPreferences({ amounts: 'hidden' })
    render(net())
    expect(document.body.textContent).not.toContain('300')
  })
})
