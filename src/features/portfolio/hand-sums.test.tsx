// @vitest-environment happy-dom
/** Figures of the header against sums made by hand: whole-number arithmetic over the venue's answers as they came, without any of the app's own. */
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { leavePage, mountPage } from '../../testing/mount-page.tsx'
import PortfolioPage from './portfolio-page.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

type Row = Readonly<Record<string, string>>
/** The last answers, as text. */
const answers = new Map<string, string>()
let stop: () => void

beforeEach(async () => {
  sessionStorage.clear()
  answers.clear()
  const sandbox = await createSandboxFixture()
  sandbox.instead = async request => {
    const answer = await sandbox.pass(request)
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    if (request.method === 'GET' && answer.ok) answers.set(name, await answer.clone().text())
    return answer
  }
  stop = startApi({ fetch: sandbox.fetch })
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
})
afterEach(() => leavePage(stop))

/** The rows of an answer that carry a field, wherever they stand in it. */
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
/** Decimal text in units of 10^-12. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const value = BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
  return text.startsWith('-') ? -value : value
}
const one = 10n ** BigInt(places)
const times = (a: string, b: string): bigint => (units(a) * units(b)) / one
const total = (values: readonly bigint[]): bigint => values.reduce((sum, each) => sum + each, 0n)

/** "2,669,274.05", halves to the even cent. */
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

describe('the header, against the answers added up by hand', () => {
  it('has uPnL, cash, equity and the number of positions to the cent, and the venue’s own equity', async () => {
    await show()
    const positions = rowsOf('average_entry_price', 'positions')
    const balances = rowsOf('cash_balance', 'balances')
    const quotes = rowsOf('symbol', 'marketSummary', 'market_summary', 'summary', 'tickers')
    const indexOf = (asset: string): string =>
      asset === 'USD'
        ? '1'
        : (quotes.find(each => each['symbol'] === `${asset}-USD` && each['index_price'] !== undefined)?.['index_price'] ?? '')
    expect(positions.length).toBeGreaterThan(5)
    const upnl = total(positions.map(each => units(each['upnl'] ?? '')))
    const isOption = (each: Row): boolean => each['product_type'] === 'option'
    const optionValue = total(positions.filter(isOption).map(each => times(sized(each), each['mark_price'] ?? '')))
    const linearUpnl = total(positions.filter(each => !isOption(each)).map(each => units(each['upnl'] ?? '')))
    const assets = balances.filter(each => each['symbol'] !== 'USD-REFERENCE')
    const cash = total(assets.map(each => times(each['cash_balance'] ?? '', indexOf(each['symbol'] ?? ''))))
    expect(textOf('total-positions')).toBe(`${positions.length} positions`)
    expect(textOf('total-upnl')).toContain(shown(upnl, upnl > 0n ? '+' : ''))
    expect(textOf('total-cash')).toContain(shown(cash))
    expect(textOf('total-equity')).toContain(shown(cash + optionValue + linearUpnl))
    const reference = balances.find(each => each['symbol'] === 'USD-REFERENCE')?.['cash_balance']
    expect(shown(units(reference ?? ''))).toBe(shown(cash + optionValue + linearUpnl))
    // And the venue's uPnL is (mark − entry) × size, row by row.
    for (const each of positions) {
      const own = (units(sized(each)) * (units(each['mark_price'] ?? '') - units(each['average_entry_price'] ?? ''))) / one
      expect(shown(own)).toBe(shown(units(each['upnl'] ?? '')))
    }
  })
})
