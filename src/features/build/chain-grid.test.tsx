// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { ChainGrid } from './chain-grid.tsx'
import { chainRows } from './chain-rows.ts'
import { call, listed, nearMs, put, quote } from '../../domain/universe.fixture.ts'

afterEach(cleanup)

function show() {
  const added: [string, number][] = []
  const quotes = new Map([quote(call(100), '4000', '4100'), quote(put(95), '400', '500')])
  const rows = chainRows(listed.chain('BTC', nearMs), {
    quotes,
    positions: new Map([[put(95), dec('-2')]]),
    ratios: new Map([[call(100), -3]]),
  })
  const reference = { price: dec('99000'), source: 'index' }
  render(
    <ChainGrid
      label="Chain"
      chainKey="BTC"
      rows={rows}
      reference={reference}
      jumps={0}
      add={(symbol, ratio) => added.push([symbol, ratio])}
    />,
  )
  return added
}

describe('the chain on screen', () => {
  it('buys at the ask and sells at the bid', () => {
    const added = show()
    fireEvent.click(screen.getByRole('button', { name: 'Buy BTC 25DEC26 100000 C, ask 4,100.0' }))
    fireEvent.click(screen.getByRole('button', { name: 'Sell BTC 25DEC26 95000 P, bid 400.0' }))
    expect(added).toEqual([
      [call(100), 1],
      [put(95), -1],
    ])
  })

  it('buys with b and sells with s, whichever side of the quote has the focus', () => {
    const added = show()
    const ask = screen.getByRole('button', { name: /^Buy BTC 25DEC26 100000 C/ })
    fireEvent.keyDown(ask, { key: 'b' })
    fireEvent.keyDown(ask, { key: 's' })
    fireEvent.keyDown(ask, { key: 's', ctrlKey: true })
    expect(added).toEqual([
      [call(100), 1],
      [call(100), -1],
    ])
  })

  it('lets the Tab key in once, next to the money', () => {
    show()
    const stops = screen.getAllByRole('button').filter(button => button.tabIndex === 0)
    expect(stops.map(button => button.getAttribute('aria-label'))).toEqual(['Buy BTC 25DEC26 100000 C, ask 4,100.0'])
  })

  it('shows volatility and delta, and says what they are of', () => {
    const mark = { bid: 0.5, ask: 0.6, volatility: 0.5512, why: undefined, source: 'mid', delta: 0.4321 } as const
    const marks = new Map([[call(100), mark]])
    const rows = chainRows(listed.chain('BTC', nearMs), { quotes: new Map(), positions: new Map(), ratios: new Map(), marks })
    render(<ChainGrid label="Chain" chainKey="BTC" rows={rows} reference={undefined} jumps={0} add={() => undefined} />)
    expect(screen.getByTitle('Implied volatility in %: of the mid').textContent).toBe('55.1')
    expect(screen.getByText('0.43')).toBeDefined()
  })

  it('says what the draft and the account hold', () => {
    show()
    expect(screen.getByRole('button', { name: /^Sell BTC 25DEC26 100000 C, bid 4,000.0, ratio -3 in the draft$/ }).textContent).toContain(
      '−3',
    )
    expect(screen.getByTitle(`Position in ${put(95)}`).textContent).toBe('−2')
  })
})
