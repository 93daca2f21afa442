// @vitest-environment happy-dom
/** Header figures compared with integer sums of the venue's raw answers, without app code. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import PortfolioPage from './portfolio-page.tsx'
// Preloaded, so that no test waits for code.
import './history/history-panel.tsx'
import './risk/risk-panel.tsx'
import '../../ui/grid/grid-view.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'

type Row = Readonly<Record<string, string>>
const answers = new Map<string, string>()
/** All market summaries so far: after the first the page requests changes only. */
const quoted = new Map<string, Row>()
let byHand: ReturnType<typeof workOutPortfolio> | undefined

startPage({
  prepare(sandbox) {
    sizeWindow(1440, 900)
    answers.clear()
    byHand = undefined
    sandbox.instead = async request => {
      const answer = await sandbox.pass(request)
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      if (request.method === 'GET' && answer.ok) answers.set(name, await answer.clone().text())
      byHand = undefined
      if (name === 'summary' && answer.ok)
        for (const row of rowsOf('symbol', name))
          quoted.set(row['symbol'] ?? '', { ...quoted.get(row['symbol'] ?? ''), ...row })
      return answer
    }
  },
})

function rowsOf(field: string, ...names: readonly string[]): readonly Row[] {
  const found: Row[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && field in value) found.push(value as Row)
    else for (const each of Object.values(value)) walk(each)
  }
  for (const name of names) if (answers.has(name)) walk(JSON.parse(answers.get(name) ?? 'null'))
  return found
}

const places = 12
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const value = BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
  return text.startsWith('-') ? -value : value
}
const one = 10n ** BigInt(places)
const times = (a: string, b: string): bigint => (units(a) * units(b)) / one
const total = (values: readonly bigint[]): bigint => values.reduce((sum, each) => sum + each, 0n)

function shown(value: bigint, sign = ''): string {
  const hundredfold = (value < 0n ? -value : value) * 100n
  const [down, left] = [hundredfold / one, hundredfold % one]
  const cents = left * 2n > one || (left * 2n === one && down % 2n === 1n) ? down + 1n : down
  const digits = String(cents).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0n ? '−' : sign}${whole}.${digits.slice(-2)}`
}

const sized = (row: Row): string => {
  const size = (row['size'] ?? '').replace('-', '')
  return row['side'] === 'short' ? `-${size}` : size
}
const textOf = (id: string): string => screen.getByTestId(id).textContent ?? ''

async function show(): Promise<void> {
  await mountPage(<PortfolioPage />)
  await waitFor(() => expect(textOf('total-equity')).toMatch(/\d/))
}

it('the header, against the answers added up by hand has uPnL, cash and equity to the cent, and the venue’s own equity', async () => {
  await show()
  // Waits until header and answers are of one moment.
  await waitFor(() => {
    const positions = rowsOf('average_entry_price', 'positions')
    const balances = rowsOf('cash_balance', 'balances')
    const indexOf = (asset: string): string =>
      asset === 'USD' ? '1' : (quoted.get(`${asset}-USD`)?.['index_price'] ?? '')
    expect(positions.length).toBeGreaterThan(5)
    const upnl = total(positions.map(each => units(each['upnl'] ?? '')))
    const isOption = (each: Row): boolean => each['product_type'] === 'option'
    const optionValue = total(positions.filter(isOption).map(each => times(sized(each), each['mark_price'] ?? '')))
    const linearUpnl = total(positions.filter(each => !isOption(each)).map(each => units(each['upnl'] ?? '')))
    const assets = balances.filter(each => each['symbol'] !== 'USD-REFERENCE')
    const cash = total(assets.map(each => times(each['cash_balance'] ?? '', indexOf(each['symbol'] ?? ''))))
    expect(textOf('total-upnl')).toContain(shown(upnl, upnl > 0n ? '+' : ''))
    expect(textOf('total-cash')).toContain(shown(cash))
    expect(textOf('total-equity')).toContain(shown(cash + optionValue + linearUpnl))
    const reference = balances.find(each => each['symbol'] === 'USD-REFERENCE')?.['cash_balance']
    expect(shown(units(reference ?? ''))).toBe(shown(cash + optionValue + linearUpnl))
    // The venue's uPnL is (mark − entry) × size, row by row.
    for (const each of positions) {
      const own =
        (units(sized(each)) * (units(each['mark_price'] ?? '') - units(each['average_entry_price'] ?? ''))) / one
      expect(shown(own)).toBe(shown(units(each['upnl'] ?? '')))
    }
  })
})

const yearMs = 365 * 86_400_000
const num = (text: string | undefined): number => Number.parseFloat(text ?? '')
const signed = (text: string): number => num(text.replace('−', '-').replaceAll(',', ''))

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
function distribution(x: number): number {
  const [steps, h] = [400, x / 400]
  let area = density(0) + density(x)
  for (let at = 1; at < steps; at += 1) area += (at % 2 === 1 ? 4 : 2) * density(at * h)
  return 0.5 + (area * h) / 3
}

interface Option {
  readonly strike: number
  readonly isCall: boolean
  readonly years: number
}

function black(forward: number, volatility: number, { strike, isCall, years }: Option) {
  const deviation = volatility * Math.sqrt(years)
  const d1 = (Math.log(forward / strike) + (deviation * deviation) / 2) / deviation
  const call = forward * distribution(d1) - strike * distribution(d1 - deviation)
  return {
    price: isCall ? call : call - forward + strike,
    delta: distribution(d1) - (isCall ? 0 : 1),
    gamma: density(d1) / (forward * deviation),
    vegaPerPoint: (forward * density(d1) * Math.sqrt(years)) / 100,
    thetaPerDay: (-forward * density(d1) * volatility) / (2 * Math.sqrt(years)) / 365,
  }
}

function volatilityOf(price: number, forward: number, option: Option): number {
  let [low, high] = [0.001, 5]
  for (let at = 0; at < 80; at += 1) {
    const middle = (low + high) / 2
    if (black(forward, middle, option).price < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function workOutPortfolio() {
  const quoteOf = (symbol: string): Row => quoted.get(symbol) ?? {}
  const midOf = (symbol: string): number => (num(quoteOf(symbol)['best_bid']) + num(quoteOf(symbol)['best_ask'])) / 2
  return rowsOf('average_entry_price', 'positions').map(row => {
    const symbol = row['symbol'] ?? ''
    const [base = '', day = '', strike = ''] = symbol.split('-')
    const index = num(quoteOf(`${base}-USD`)['index_price'])
    const size = num(sized(row))
    const expiryMs = Date.UTC(num(day.slice(0, 4)), num(day.slice(4, 6)) - 1, num(day.slice(6, 8)), 8)
    const forward = /^\d{8}$/.test(day) ? midOf(`${base}-${day}`) : index
    if (!/[CP]$/.test(strike)) return { base, size, index, forward, option: undefined, volatility: 0 }
    const option = { strike: num(strike), isCall: strike.endsWith('C'), years: (expiryMs - Date.now()) / yearMs }
    return { base, size, index, forward, option, volatility: volatilityOf(midOf(symbol), forward, option) }
  })
}

const portfolioByHand = (): NonNullable<typeof byHand> => (byHand ??= workOutPortfolio())

const priced = () =>
  waitFor(() => {
    expect(answers.has('summary')).toBe(true)
    expect(textOf('net-delta')).toMatch(/^Net delta, USD[+−]\d/)
    expect(textOf('net-delta')).not.toContain('last known')
  })

describe('greeks and stress, against Black-76 written out over the answers', () => {
  it('the header has delta, gamma, vega and theta of the portfolio', async () => {
    await show()
    await priced()
    // Waits until header and answers are of one moment.
    await waitFor(() => {
      const parts = portfolioByHand()
      expect(parts.filter(part => part.option !== undefined).length).toBeGreaterThan(3)
      const sums = { delta: 0, gamma: 0, vega: 0, theta: 0 }
      for (const { size, index, forward, option, volatility } of parts) {
        const greeks = option === undefined ? undefined : black(forward, volatility, option)
        sums.delta += size * (greeks?.delta ?? 1) * index
        sums.gamma += (size * (greeks?.gamma ?? 0) * index * index) / 100
        sums.vega += size * (greeks?.vegaPerPoint ?? 0)
        sums.theta += size * (greeks?.thetaPerDay ?? 0)
      }
      const figure = (id: string): number => signed(screen.getByTestId(id).children[1]?.textContent ?? '')
      for (const [name, sum] of Object.entries(sums))
        expect(Math.abs(figure(`net-${name}`) - sum), name).toBeLessThan(1)
    })
  })

  it('a cell of the stress table is every position valued again: all prices a tenth lower, volatilities as now', async () => {
    await show()
    await priced()
    fireEvent.click(await screen.findByLabelText('Stress'))
    const table = await waitFor(() => {
      const found = document.querySelector<HTMLTableElement>(
        'table[aria-label^="Profit and loss by price and volatility of all bases"]',
      )
      if (found === null) throw new Error('No table yet')
      return found
    })
    // The table follows a poll later, so this waits until they agree.
    await waitFor(() => {
      const lost = portfolioByHand().reduce((sum, { size, forward, option, volatility }) => {
        const worth = (price: number): number => (option === undefined ? price : black(price, volatility, option).price)
        return sum + size * (worth(forward * 0.9) - worth(forward))
      }, 0)
      const column = [...(table.querySelector('thead tr')?.children ?? [])].findIndex(
        head => head.textContent === 'IV as now',
      )
      const row = [...table.querySelectorAll('tbody tr')].find(each => each.textContent.startsWith('−10 %'))
      const cell = [...(row?.children ?? [])][column]?.textContent ?? ''
      expect(cell).toMatch(/^[+−][\d,]+$/)
      expect(Math.abs(signed(cell) - lost)).toBeLessThan(1)
    })
  })
})
