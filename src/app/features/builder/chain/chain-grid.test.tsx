// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { pass } from '../../../../testing/stepped-clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { call, listed, nearMs, put, quote } from '../../../../testing/universe.fixture.ts'
import type { OverridesHandle } from '../inputs/override-store.ts'
import { chainColumns } from './chain-columns.ts'
import { ChainGrid } from './chain-grid.tsx'
import { chainRows } from './chain-rows.ts'

afterEach(cleanup)

const columns = new Set(chainColumns.filter(column => column !== 'size'))
const more = { below: 0, above: 0, show: () => undefined }

function note(): OverridesHandle & { readonly typed: [string, string | undefined][] } {
  const typed: [string, string | undefined][] = []
  return {
    typed,
    inputs: new Map(),
    type: (key, value) => void typed.push([key, value]),
    clear: key => void typed.push([key, undefined]),
    clearAll: () => undefined,
  }
}

const mark = { bid: 0.5, ask: 0.6, volatility: 0.5512, why: undefined, source: 'mid', delta: 0.4321 } as const

function showMarks(handle: OverridesHandle) {
  const marks = new Map([[call(100), mark]])
  const rows = chainRows(listed.chain('BTC', nearMs), {
    quotes: new Map(),
    positions: new Map(),
    ratios: new Map(),
    marks,
  })
  const others = { label: 'Chain', chainKey: 'BTC', jumps: 0, add: () => undefined, reference: undefined, more }
  render(<ChainGrid {...others} rows={rows} columns={columns} marks={marks} typed={handle} />)
}

function show() {
  const added: [string, number][] = []
  const quotes = new Map([quote(call(100), '4000', '4100'), quote(put(95), '400', '500')])
  const rows = chainRows(listed.chain('BTC', nearMs), {
    quotes,
    positions: new Map([[put(95), dec('-2')]]),
    ratios: new Map([[call(100), -3]]),
    resting: new Map([
      [
        put(95),
        [
          { side: 'buy', quantity: dec('2'), price: dec('390'), partOf: undefined },
          { side: 'sell', quantity: dec('5'), price: dec('80'), partOf: 'Iron condor BTC 25DEC26' },
        ],
      ],
    ]),
  })
  const reference = { price: dec('99000'), source: 'index' }
  render(
    <ChainGrid
      label="Chain"
      chainKey="BTC"
      rows={rows}
      columns={columns}
      marks={undefined}
      typed={note()}
      reference={reference}
      jumps={0}
      more={more}
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

  it('shows volatility and delta, and says what they are of, with the volatilities of bid and ask', () => {
    showMarks(note())
    const cell = screen.getByRole('button', { name: 'Volatility of BTC 25DEC26 100000 C, 55.1 %' })
    expect(cell.textContent).toBe('55.1')
    expect(cell.title).toContain('Implied volatility in %: of the mid; bid 50.0 %, ask 60.0 %')
    expect(screen.getByText('0.43')).toBeDefined()
  })

  it('a volatility is typed over with v: Enter takes it, Escape leaves it, empty gives the market back', () => {
    const handle = note()
    showMarks(handle)
    const typeOver = (text: string, key: string) => {
      fireEvent.keyDown(screen.getByRole('button', { name: /^Buy BTC 25DEC26 100000 C/ }), { key: 'v' })
      const field = screen.getByRole('textbox', { name: 'Volatility of BTC 25DEC26 100000 C, %' })
      fireEvent.change(field, { target: { value: text } })
      fireEvent.keyDown(field, { key })
    }
    typeOver('62.5', 'Enter')
    typeOver('70', 'Escape')
    typeOver('', 'Enter')
    expect(handle.typed).toEqual([
      [`volatility ${call(100)}`, '62.5'],
      [`volatility ${call(100)}`, undefined],
    ])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('what is not a volatility stays in the field, with the reason', () => {
    const handle = note()
    showMarks(handle)
    fireEvent.click(screen.getByRole('button', { name: /^Volatility of BTC 25DEC26 100000 C/ }))
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: '-3' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('It must be above zero.')
    expect(handle.typed).toEqual([])
  })

  it('shows own orders at rest by side and size, parts of packages apart', () => {
    show()
    const own = screen.getByTitle(/^Own resting orders/)
    expect(own.textContent).toBe('B2S5')
    expect(own.title).toBe('Own resting orders: buys 2 at 390; sells 5 as part of Iron condor BTC 25DEC26 at 80 net')
    expect(own.querySelector('[data-part="true"]')?.textContent).toBe('S5')
  })

  it('says what the draft and the account hold', () => {
    show()
    expect(
      screen.getByRole('button', { name: /^Sell BTC 25DEC26 100000 C, bid 4,000.0, ratio -3 in the draft$/ })
        .textContent,
    ).toContain('−3')
    expect(screen.getByTitle(`Position in ${put(95)}`).textContent).toBe(' short 2, 95,000 put ')
  })
})

it('shows the money again after the window was resized, unless the focus is in the chain', async () => {
  show()
  const scroller = screen.getByTestId('chain-grid')
  const atMoney = await waitFor(() => {
    expect(scroller.scrollTop).toBeGreaterThan(0)
    return scroller.scrollTop
  })
  scroller.scrollTop = 1
  fireEvent(window, new Event('resize'))
  await waitFor(() => expect(scroller.scrollTop).toBe(atMoney))
  screen.getByRole('button', { name: /^Buy BTC 25DEC26 100000 C/ }).focus()
  scroller.scrollTop = 1
  fireEvent(window, new Event('resize'))
  await pass(20)
  expect(scroller.scrollTop).toBe(1)
})
