// @vitest-environment happy-dom
/** The table of model inputs: each with its source, editable and resettable in its row. */
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { baseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { call, nowMs, put, quote, universe } from '../../../../testing/universe.fixture.ts'
import { useOverrides } from '../inputs/override-store.ts'
import { InputsTable } from './inputs-table.tsx'

const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  quote('BTC-20261225', '100990', '101010'),
  quote(call(100), '5900', '6100'),
  quote(call(110), '2400', '2500'),
  quote(put(90), undefined, undefined, '1500'),
])
const symbols = [call(100), call(110), call(105), call(100, '20270326')]

function Shown() {
  const typed = useOverrides('BTC')
  const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs, typed: typed.inputs })
  return (
    <>
      <InputsTable surface={surface} symbols={symbols} receivedAgoMs={() => 2_000} typed={typed} />
      <button type="button" onClick={typed.clearAll}>
        Clear all
      </button>
    </>
  )
}
const show = () => render(<Shown />)
afterEach(() => {
  act(() => screen.getByRole('button', { name: 'Clear all' }).click())
  cleanup()
})

const row = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('tbody tr')].find(
    each => each.children[0]?.textContent === name,
  )
  if (found === undefined) throw new Error(`no input ${name}`)
  return found
}
const cells = (name: string): string[] =>
  [...row(name).children].slice(1).map(cell => cell.querySelector('input')?.value ?? cell.textContent)
const names = (): (string | null)[] => [...document.querySelectorAll('tbody th')].map(head => head.textContent)
const typeOver = async (name: string, text: string) => {
  const field = row(name).querySelector('input')
  if (field === null) throw new Error(`no field of ${name}`)
  await userEvent.clear(field)
  await userEvent.type(field, `${text}{Enter}`)
}
const percent = (name: string): number => Number.parseFloat(cells(name)[0] ?? '')

describe('the inputs of the model', () => {
  it('are the price, and by expiry its forward, its level and the volatility of each leg', () => {
    show()
    expect(names()).toEqual([
      'BTC price',
      'Forward 25DEC26',
      'ATM IV 25DEC26',
      'IV 100000 C',
      'IV 110000 C',
      'IV 105000 C',
      'Forward 26MAR27',
      'ATM IV 26MAR27',
      'IV 100000 C',
    ])
    expect(cells('BTC price').slice(0, 3)).toEqual(['100,000.00', 'mid of BTC-USD-PERPETUAL', '2.0 s ago'])
    expect(cells('Forward 25DEC26').slice(0, 2)).toEqual(['101,000.00', 'future'])
  })

  it('have the volatility of the bid below and of the ask above that of the mid, and say where none is quoted', () => {
    show()
    const [, source, , range = '', delta] = cells('IV 100000 C')
    const [bid = 0, ask = 0] = range.split(' to ').map(text => Number.parseFloat(text))
    expect(source).toBe('mid')
    expect(bid).toBeLessThan(percent('IV 100000 C'))
    expect(ask).toBeGreaterThan(percent('IV 100000 C'))
    expect(delta).toMatch(/^\+0\.5\d\d$/)
    expect(cells('IV 105000 C')[1]).toBe('surface, no quote')
    expect(cells('IV 105000 C')[3]).toBe('– to –')
  })

  it('typed over are marked, moved with what depends on them, and given back by an empty field', async () => {
    show()
    await typeOver('BTC price', '90000')
    expect(cells('BTC price')[0]).toBe('90,000.00')
    expect(row('BTC price').querySelector('input')?.dataset['typed']).toBe('true')
    // The forward keeps its ratio to the price: 101,000 × 0.9.
    expect(cells('Forward 25DEC26').slice(0, 2)).toEqual(['90,900.00', 'moved with the price'])
    await typeOver('BTC price', '')
    expect(cells('BTC price')[0]).toBe('100,000.00')
    expect(cells('Forward 25DEC26').slice(0, 2)).toEqual(['101,000.00', 'future'])
  })

  it('have a level that is typed as a level or as a shift, which is one and the same', async () => {
    show()
    const before = percent('ATM IV 25DEC26')
    const quoted = percent('IV 100000 C')
    await typeOver('ATM IV 25DEC26', '+2')
    expect(percent('ATM IV 25DEC26')).toBeCloseTo(before + 2, 1)
    expect(cells('ATM IV 25DEC26')[1]).toBe('surface +2.0 typed')
    expect(percent('IV 100000 C')).toBeCloseTo(quoted + 2, 1)
    await typeOver('ATM IV 25DEC26', String(before + 5))
    expect(percent('ATM IV 25DEC26')).toBeCloseTo(before + 5, 1)
    expect(cells('ATM IV 25DEC26')[1]).toMatch(/^surface \+(4\.9|5\.0|5\.1) typed$/)
  })

  it('leave a volatility that is typed itself where it is when its expiry is shifted', async () => {
    show()
    await typeOver('IV 100000 C', '40 %')
    await typeOver('ATM IV 25DEC26', '+10')
    expect(cells('IV 100000 C').slice(0, 2)).toEqual(['40.0 %', 'typed'])
  })
})
