// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import { RfqQuotes } from './live-rfq.tsx'
import { legsOf } from '../../../testing/legs-of.ts'

afterEach(cleanup)

const condor = legsOf({ 'BTC-20261225-90000P': 1, 'BTC-20261225-100000P': -1 })
const level = (price: string) => ({ price: dec(price), quantity: dec('1') })

function draw(side: Side | undefined, legs = condor, book = { buy: [level('-3495')], sell: [level('-3405')] }) {
  render(
    <RfqQuotes
      book={book}
      legs={legs}
      side={side}
      quantityLeft={dec('1')}
      legsMid={{ price: dec('-3432.5'), source: '4 mids' }}
      model={dec('-3430')}
      isStale={false}
      disabled={false}
      onTake={() => undefined}
    />,
  )
  const quotes = screen.getByRole('region', { name: 'Quotes' })
  const cells = within(quotes)
    .getAllByRole('cell')
    .map(cell => cell.textContent)
  return { cells: cells.slice(0, 4), text: quotes.textContent }
}

describe('the ladder of a package', () => {
  test('says of each level what who trades against it pays or receives', () => {
    expect(draw(undefined).cells).toEqual(['1', 'pay 3,495', 'receive 3,405', '1'])
  })

  test('stands the way its structure is named: these legs are a bull put spread bought, and a bear put spread the other way', () => {
    expect(draw('buy').cells).toEqual(['1', 'pay 3,495', 'receive 3,405', '1'])
    cleanup()
    expect(draw('sell').cells).toEqual(['1', 'receive 3,405', 'pay 3,495', '1'])
  })

  test('and of mid, legs and model what the own side does', () => {
    expect(draw('buy').text).toMatch(/Midreceive 3,450.*Legsreceive 3,432\.5.*Modelreceive 3,430/)
    cleanup()
    expect(draw('sell').text).toMatch(/Midpay 3,450.*Legspay 3,432\.5.*Modelpay 3,430/)
  })

  test('of one instrument has plain prices', () => {
    const one = draw('buy', condor.slice(0, 1), { buy: [level('740')], sell: [level('795')] })
    expect(one.cells).toEqual(['1', '740', '795', '1'])
  })
})
