// @vitest-environment happy-dom
/** The builder over the in-process exchange, from a press in the chain to the card of the traded RFQ. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { readInstruments, retryInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { isUnderReview } from '../../../core/domain/intent.ts'
import { signOut } from '../../api/venue/session.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { must } from '../../../core/domain/must.ts'
import { restMs } from '../../ui/arming/arming.ts'
import { formatAddress } from '../../ui/router/address.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { sizeWindow } from '../../../testing/window-size.ts'
import BuildPage from './builder-page.tsx'
import './draft-panels.ts'
import '../../../testing/overlays-there.tsx'
import { pass } from '../../../testing/stepped-clock.ts'

interface Row {
  readonly symbol: string
}
interface Listing {
  readonly entities_and_rules_response: { readonly symbols: readonly Row[] }
}

const page = startPage({ account: 'flat-builder', instruments: 400 })
beforeEach(() => sizeWindow(1440, 900))

async function show(address = '/build?base=BTC') {
  const router = await mountPage(<BuildPage />, address)
  await screen.findByTestId('chain-grid')
  return router
}

/** Queries by label, since computing roles and names of a whole chain takes seconds. */
const panel = (label: string): HTMLElement =>
  must(document.querySelector<HTMLElement>(`[data-panel="${label}"]`) ?? undefined, `the panel ${label}`)
const inPanel = (label: string) => within(panel(label))
const ticket = () => inPanel('Ticket')
const text = (label: string): string => panel(label).textContent ?? ''

function quotedCalls(): readonly string[] {
  const cells = [...document.querySelectorAll<HTMLElement>('[data-quoted="ask"][data-symbol$="C"]')]
  const quoted = cells
    .filter(cell => /ask [\d,.]+$/.test(cell.getAttribute('aria-label') ?? ''))
    .flatMap(cell => cell.dataset['symbol'] ?? [])
  const middle = Math.floor(quoted.length / 2)
  return quoted.slice(middle - 2, middle + 4)
}
const puts = (symbols: readonly string[]): readonly string[] => symbols.map(symbol => symbol.replace(/C$/, 'P'))
const cell = (symbol: string, quoted: 'bid' | 'ask'): HTMLElement =>
  must(
    document.querySelector<HTMLElement>(`[data-symbol="${symbol}"][data-quoted="${quoted}"]`) ?? undefined,
    `${quoted} of ${symbol}`,
  )
const buttonOf = (found: HTMLElement): HTMLButtonElement => must(found.closest('button') ?? undefined, 'its button')
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const type = (field: HTMLElement, value: string) => act(async () => void fireEvent.change(field, { target: { value } }))
const chainIsPriced = async () => {
  await waitFor(() => expect(quotedCalls().length).toBe(6))
  return quotedCalls()
}
const legRows = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-leg]')].map(row => {
    const side = row.querySelector('[data-side]')?.textContent
    const ratio = row.querySelector('input')?.value
    return `${side} ${ratio} ${row.dataset['leg']}`
  })
const legsReady = () => screen.findByTestId('legs-table')
const posts = (): number => page.sandbox.asked.filter(each => each === 'POST /v1/api/order').length
const price = (shown: string): number => Number.parseFloat(shown.replaceAll(',', '').replace('−', '-'))
const netMid = (): number =>
  price(
    must(
      /[\d.,]+/.exec(document.querySelector('[data-testid="legs-table"] tfoot th')?.textContent ?? '')?.[0],
      'the net mid',
    ),
  )
const figure = (term: string): string => {
  const label = [...panel('Payoff').querySelectorAll('*')].find(
    each => each.children.length === 0 && each.textContent === term,
  )
  return label?.parentElement?.children[1]?.textContent ?? ''
}

describe('a press in the chain', () => {
  test('on an ask buys and on a bid sells, once each, and both are in the address that can be shared', async () => {
    const router = await show()
    const [low, high] = await chainIsPriced()
    await press(cell(low ?? '', 'ask'))
    await press(cell(high ?? '', 'bid'))
    await legsReady()
    await waitFor(() => expect(legRows()).toEqual([`B 1 ${low}`, `S 1 ${high}`]))
    expect(text('Structure')).toContain('Bull call spread')
    await waitFor(() => expect(router.location.search).toMatchObject({ legs: `${low}@1/${high}@-1` }))
    expect(posts()).toBe(0)
  })

  test('buys and sells as quoted though the package is sold: what is executed is what was pressed', async () => {
    await show()
    const [low] = await chainIsPriced()
    await waitFor(() => expect(ticket().getByText('Opposite')).toBeTruthy())
    await press(ticket().getByRole('radio', { name: 'Opposite' }))
    await press(cell(low ?? '', 'bid'))
    await legsReady()
    await waitFor(() => expect(legRows()).toEqual([`S 1 ${low}`]))
    expect(text('Structure')).toMatch(/Sell.*BTC/)
  })
})

let knownCalls: readonly string[] | undefined

async function someCalls(): Promise<readonly string[]> {
  if (knownCalls !== undefined) return knownCalls
  await show()
  knownCalls = await chainIsPriced()
  cleanup()
  sessionStorage.clear()
  return knownCalls
}

async function showSpread(more = '', legsOf = (calls: readonly string[]) => `${calls[0]}@1/${calls[2]}@-1`) {
  const calls = await someCalls()
  const legs = legsOf(calls)
  const router = await show(`/build?base=BTC&legs=${legs}${more}`)
  await legsReady()
  await chainIsPriced()
  await waitFor(() => expect(Number.isFinite(netMid())).toBe(true))
  await waitFor(() => panel('Ticket'))
  return { router, calls, legs }
}

const underlying = () =>
  must(
    panel('Option chain').querySelector<HTMLInputElement>('[aria-label="Price of BTC"]') ?? undefined,
    'the price of the underlying',
  )
async function typeUnderlying(value: string) {
  await act(async () => underlying().focus())
  await type(underlying(), value)
  await act(async () => void fireEvent.keyDown(underlying(), { key: 'Enter' }))
}
const useMarketAgain = async () => {
  await press(within(panel('Option chain')).getByText('Use market'))
  await waitFor(() => expect(text('Option chain')).not.toContain('Override:'))
}

const heading = () => text('Structure')
async function takeFromGallery(name: string) {
  await press(screen.getByText('Gallery'))
  const search = await screen.findByLabelText('Search the structures')
  await type(search, name)
  await act(async () => void fireEvent.keyDown(search, { key: 'Enter' }))
}

test('a new structure is a new draft what was chosen for the last one does not go along: it is bought, one, asked for, without a price', async () => {
  await showSpread('&dir=sell&qty=50&mode=firm&type=MARKET')
  await waitFor(() => expect(ticket().getByLabelText<HTMLInputElement>('Quantity').value).toBe('50'))
  await takeFromGallery('iron condor')
  await waitFor(() => expect(heading()).toContain('Iron condor'))
  expect(legRows()).toHaveLength(4)
  expect(ticket().getByLabelText<HTMLInputElement>('Quantity').value).toBe('1')
  expect(ticket().getByRole<HTMLInputElement>('radio', { name: 'As built' }).checked).toBe(true)
  expect(text('Ticket')).not.toContain('Market,')
  await press(inPanel('Structure').getByLabelText('Undo'))
  await waitFor(() => expect(ticket().getByLabelText<HTMLInputElement>('Quantity').value).toBe('50'))
  expect(text('Ticket')).toContain('Market, immediate or cancel')
})

const readout = () => screen.getByTestId('scenario-readout').textContent ?? ''

test('what is typed over the market reprices the model and leaves the quotes alone, says so, and one press gives the market back', async () => {
  const worth = () => price(readout().split(': ')[1] ?? '')
  await showSpread()
  await screen.findByTestId('scenario-readout')
  const [quoted, before] = [netMid(), worth()]
  const spot = price(underlying().value)
  await typeUnderlying(String(Math.round(spot * 1.1)))
  await waitFor(() => expect(worth()).toBeGreaterThan(before + 100))
  expect(netMid()).toBe(quoted)
  expect(text('Option chain')).toContain('Override:')
  await useMarketAgain()
  await waitFor(() => expect(worth()).toBeCloseTo(before, 0))
})

describe('the sliders', () => {
  const slider = (label: string) =>
    inPanel('Payoff').getByLabelText<HTMLInputElement>(label, { selector: 'input[type=range]' })
  const slide = (label: string, value: number) => type(slider(label), String(value))

  test('name the date, and on the day of expiry the profit is that of the payoff at that price, whatever the volatility', async () => {
    await showSpread()
    await screen.findByTestId('scenario-readout')
    expect(readout()).toMatch(/today: /)
    await slide('Date', 100)
    expect(slider('Date').getAttribute('aria-valuetext')).toMatch(/^expiry \d/)
    await waitFor(() => expect(readout()).toMatch(/ on \d+ \w+: /))
    const atExpiry = readout().split(': ')[1]
    await slide('Volatility', 20)
    await waitFor(() => expect(readout()).toContain('IV +20 pts'))
    expect(readout().split(': ')[1]).toBe(atExpiry)
    const [most, least] = [price(figure('Max profit')), price(figure('Max loss'))]
    expect(price(atExpiry ?? '')).toBeLessThanOrEqual(most)
    expect(price(atExpiry ?? '')).toBeGreaterThanOrEqual(least)
  })

  test('are all put back by one press, and do not touch the draft', async () => {
    const { router } = await showSpread()
    await screen.findByTestId('scenario-readout')
    const [before, address] = [readout(), router.location.search]
    await slide('Date', 40)
    await waitFor(() => expect(readout()).not.toBe(before))
    await press(inPanel('Payoff').getByText('Reset'))
    await waitFor(() => expect(readout().split(': ')[0]).toBe(before.split(': ')[0]))
    expect(slider('Date').value).toBe('0')
    expect(router.location.search).toMatchObject({ legs: (address as { readonly legs: string }).legs })
    expect(inPanel('Structure').getByLabelText<HTMLButtonElement>('Undo').disabled).toBe(true)
  })
})

test('a firm order starts at the mid, says so, and can be reviewed without a further press', async () => {
  await showSpread()
  await press(ticket().getByRole('radio', { name: 'Firm order' }))
  const field = () => ticket().getByLabelText<HTMLInputElement>('Price per package')
  await waitFor(() => expect(Math.abs(price(field().value) - Math.abs(netMid()))).toBeLessThan(5))
  expect(ticket().getByRole('button', { pressed: true, name: /^Mid/ }).textContent?.replace(',', '')).toBe(
    `Mid${field().value}`,
  )
  expect(ticket().getByRole<HTMLButtonElement>('button', { name: /^Review/ }).disabled).toBe(false)
  await type(field(), '1')
  expect(ticket().queryByRole('button', { pressed: true, name: /^Mid/ })).toBeNull()
})

describe('a price that cannot be meant', () => {
  const review = () => buttonOf(ticket().getByText(/^Review/))

  test('blocks the review until it is set right, by the one button that knows how', async () => {
    await showSpread('&mode=firm&px=900000%20debit')
    const block = await screen.findByTestId('price-block')
    expect(block.textContent).toMatch(/Guaranteed loss|worse than/)
    expect(review().disabled).toBe(true)
    await press(buttonOf(within(block).getByText(/ instead$/)))
    await waitFor(() => expect(screen.queryByTestId('price-block')).toBeNull())
    await waitFor(() => expect(review().disabled).toBe(false))
    expect(desk.snapshot().intents.filter(isUnderReview)).toEqual([])
  })

  test('is judged by the quotes, not by what is typed over them', async () => {
    await showSpread('&mode=firm')
    const paid = String(Math.ceil(netMid() / 5) * 5)
    await type(ticket().getByLabelText('Price per package'), paid)
    await waitFor(() => expect(review().disabled).toBe(false))
    await typeUnderlying('1000')
    await waitFor(() => expect(text('Option chain')).toContain('Override:'))
    expect(screen.queryByTestId('price-block')).toBeNull()
    expect(review().disabled).toBe(false)
    await useMarketAgain()
  })
})

describe('an RFQ', () => {
  async function asked(more = '', focused?: () => HTMLElement) {
    await showSpread(more)
    act(() => focused?.().focus())
    await press(buttonOf(ticket().getByText(/^Review RFQ/)))
    const intent = underReview()
    expect(posts()).toBe(0)
    act(() => expect(desk.confirm(intent.client_order_id)).toMatchObject({ ok: true }))
    await screen.findByTestId('live-rfq')
    return intent
  }
  const live = () => within(screen.getByTestId('live-rfq'))
  const underReview = () => must(desk.snapshot().intents.find(isUnderReview), 'what is under review')
  const take = async () => buttonOf(await live().findByText(/^Take \d/))

  test('sent, stands where the ticket was; its quotes are taken as one firm order, and its end says what was traded', async () => {
    const intent = await asked('&qty=0.2')
    expect(screen.getByTestId('live-rfq').textContent).toMatch(/RFQ live/)
    expect(document.querySelector('[data-panel="Ticket"]')).toBeNull()
    const button = await take()
    await waitFor(() => expect(button.disabled).toBe(false))
    expect(button.textContent).toMatch(/^Take 0\.2 · pay [\d,.]+$/)
    expect(live().getByTestId('rfq-price').textContent).toMatch(/^pay [\d,.]+$/)
    await press(button)
    const taken = underReview()
    expect(taken.order).toMatchObject({ side: intent.order.side, quantity: '0.2', time_in_force: 'IOC' })
    expect(posts()).toBe(1)
    act(() => expect(desk.confirm(taken.client_order_id)).toMatchObject({ ok: true }))
    await waitFor(() => expect(screen.getByTestId('live-rfq').textContent).toContain('RFQ filled'))
    expect(screen.getByTestId('live-rfq').textContent).toMatch(/Bought 0\.2 · Bull call spread .+, paid [\d,.]+/)
    expect(live().getByText('Show the position').getAttribute('href')).toBe('/portfolio')
    expect(posts()).toBe(2)
    await press(live().getByText('Again'))
    await waitFor(() => expect(text('Ticket')).toContain('Review RFQ'))
    expect(posts()).toBe(2)
  })

  test('is cancelled in its place, once, and is then over with nothing traded', async () => {
    await asked()
    await take()
    const cancel = buttonOf(live().getByText('Cancel'))
    await pass(restMs + 50)
    fireEvent.pointerDown(cancel, { pointerType: 'touch' })
    await act(async () => void fireEvent.click(cancel, { detail: 1 }))
    await waitFor(() => expect(screen.getByTestId('live-rfq').textContent).toContain('RFQ ended'))
    expect(page.sandbox.asked.filter(each => each === 'DELETE /v1/api/order')).toHaveLength(1)
    expect(screen.getByTestId('live-rfq').textContent).toContain('Nothing was traded.')
  })

  test('lives on in its place where the model makes its legs worth as good as nothing', async () => {
    await asked()
    await take()
    await typeUnderlying('1000')
    await waitFor(() => expect(screen.getByTestId('live-rfq').textContent).toMatch(/Modeleven, best is/))
    await useMarketAgain()
  })

  test('takes the focus once, and a control in it that has the focus keeps it', async () => {
    await asked()
    expect(document.activeElement).toBe(screen.getByTestId('live-rfq'))
    const link = await live().findByText('Show in Orders')
    act(() => link.focus())
    await pass(400)
    expect(document.activeElement).toBe(link)
  })

  test('leaves the focus where the trader has put it', async () => {
    await asked('', underlying)
    expect(document.activeElement).toBe(underlying())
  })

  test('does not follow the draft to another structure, and comes back with it', async () => {
    await asked()
    await press(must(inPanel('Structure').getAllByLabelText(/^Remove /)[1], 'what removes a leg'))
    await waitFor(() => expect(text('Ticket')).toContain('Review RFQ'))
    expect(screen.queryByTestId('live-rfq')).toBeNull()
    await press(inPanel('Structure').getByLabelText('Undo'))
    await screen.findByTestId('live-rfq')
  })
})

test('a link opened elsewhere is the same draft, and sends nothing', async () => {
  const { router, calls } = await showSpread(
    '&dir=sell&qty=0.3&mode=firm&tif=IOC&px=250%20credit&min=0.1&tag=book-7',
    all => `${all[1]}@2/${all[3]}@-3/${puts(all)[0]}@-1`,
  )
  await waitFor(() => expect(ticket().getByLabelText<HTMLInputElement>('Quantity').value).toBe('0.3'))
  const openTerms = () =>
    press(ticket().getByLabelText(/^Order terms: Limit, immediate or cancel, minimum 0\.1, tag book-7$/))
  await openTerms()
  const seen = () => ({
    legs: legRows(),
    fields: ['Quantity', 'Minimum quantity', 'Price per package', 'Tag'].map(
      each => ticket().getByLabelText<HTMLInputElement>(each).value,
    ),
    direction: ticket().getByRole<HTMLInputElement>('radio', { name: 'Receive' }).checked,
    immediate: ticket().getByRole<HTMLInputElement>('radio', { name: 'IOC' }).checked,
  })
  const first = seen()
  expect(first).toMatchObject({ fields: ['0.3', '0.1', '250', 'book-7'], direction: true, immediate: true })
  expect(first.legs).toContain(`S 2 ${calls[1]}`)
  await waitFor(() => expect(router.location.search).toMatchObject({ px: '250 credit' }))
  const href = formatAddress(router.location)
  cleanup()
  sessionStorage.clear()
  await show(href)
  await legsReady()
  await waitFor(() => panel('Ticket'))
  await openTerms()
  expect(seen()).toEqual(first)
  expect(posts()).toBe(0)
  expect(desk.snapshot().intents.filter(isUnderReview)).toEqual([])
})

describe('a leg that does not trade', () => {
  async function suspend(symbol: string): Promise<void> {
    page.sandbox.instead = async request => {
      const { pathname } = new URL(request.url)
      if (!/exchangeInfo|summary/.test(pathname)) return undefined
      const whole = new Request(request.url, { method: request.method })
      const body = (await (await page.sandbox.pass(whole)).json()) as Listing | readonly Row[]
      const rows = 'map' in body ? body : body.entities_and_rules_response.symbols
      const gone = 'map' in body ? { best_bid: null, best_ask: null, last_price: null } : { status: 'suspended' }
      for (const row of rows) if (row.symbol === symbol) Object.assign(row, gone)
      return Response.json(body)
    }
    await act(async () => retryInstruments())
    await waitFor(() => expect(readInstruments().index?.bySymbol(symbol)?.status).toBe('suspended'))
  }

  const offersHedge = (): boolean => {
    const find = inPanel('Structure').getByRole('button', { name: 'Find' })
    if (find.getAttribute('aria-expanded') === 'false') fireEvent.click(find)
    return !inPanel('Structure').getByRole<HTMLButtonElement>('button', { name: 'Hedge…' }).disabled
  }

  test('for now is drawn at what the model makes of it, which is said, and no hedge is offered', async () => {
    const [low, , high] = await someCalls()
    const open = async () => {
      await show(`/build?base=BTC&legs=${low}@1/${high}@-1`)
      await legsReady()
    }
    await open()
    await waitFor(() => expect(offersHedge()).toBe(true))
    cleanup()
    await suspend(high ?? '')
    await open()
    await waitFor(() => expect(text('Payoff')).toContain(`at mids, the model for ${shortName(high ?? '')}`))
    expect(figure('Max profit')).toMatch(/^\+/)
    expect(text('Structure')).toContain('is suspended by the venue')
    expect(offersHedge()).toBe(false)
  })

  test('any more has no hedge, whatever its delta would be', async () => {
    const [low] = await someCalls()
    const gone = (low ?? '').replace(/-\d{8}-/, '-20251121-')
    await show(`/build?base=BTC&legs=${low}@1/${gone}@1`)
    await legsReady()
    await waitFor(() => expect(text('Structure')).toContain('(expired)'))
    expect(offersHedge()).toBe(false)
  })
})

test('signed out, the builder still shows quotes, payoff and figures, without account data', async () => {
  act(() => signOut())
  page.sandbox.asked.length = 0
  await showSpread()
  await waitFor(() => expect(figure('Max profit')).toMatch(/^\+/))
  expect(page.sandbox.asked.filter(each => /positions|balances|openOrders/.test(each)).length).toBe(0)
})
